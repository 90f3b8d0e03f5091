"""Lifecycle scenarios over the systems of a configuration."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.protocols import RagSystem
from ragtester.records import JsonValue
from ragtester.retrieval.lifecycle import LifecycleReport, Scenario, StepResult, run_lifecycle
from ragtester.runner.cells import Cell
from ragtester.runner.progress import shown
from ragtester.runner.regression.settings import distinct
from ragtester.runner.session import Session
from ragtester.runner.stages.corpus import make_corpus
from ragtester.runner.stages.matrix import make_cells
from ragtester.systems.reference import Knowledge, ReferenceSystem


@dataclass(frozen=True, slots=True)
class LifecycleRun:
    """The reports of all systems, and the one of all of them together."""

    systems: tuple[LifecycleReport, ...]

    @property
    def together(self) -> LifecycleReport:
        """Every step of every system."""
        names = ", ".join(report.system for report in self.systems)
        return LifecycleReport(names, tuple(step for report in self.systems for step in report.steps))

    @property
    def exit_code(self) -> int:
        """0 passed, 1 a step failed, 3 steps without an observation."""
        return self.together.exit_code

    def to_json(self) -> dict[str, JsonValue]:
        """As `lifecycle --json` prints it: all steps, each with its system, then the systems one by one."""
        steps: list[JsonValue] = [
            {"system": report.system, **step.to_json()} for report in self.systems for step in report.steps
        ]
        return {**self.together.to_json(), "steps": steps, "systems": [report.to_json() for report in self.systems]}


async def run_scenarios(
    session: Session, scenarios: Sequence[Scenario], *, cutoff_s: float | None = None
) -> LifecycleRun:
    """Takes every system that retrieves in its own way through the scenarios, on top of the configuration's corpus.

    Args:
        session: an open configuration.
        scenarios: what happens and what is expected.
        cutoff_s: when the report is due, in seconds from the first scenario; None waits for every deadline.

    Raises:
        UsageError: the configuration or an input cannot be used.
    """
    corpus = await make_corpus(session)
    cells = distinct(session, await make_cells(session, corpus))
    reports = []
    due = None if cutoff_s is None else time.monotonic() + cutoff_s
    total = len(cells) * sum(len(scenario.steps) for scenario in scenarios)
    with session.timed("lifecycle"), shown(session.progress, "changes", total) as bar:
        for cell in cells:
            system = own_system(cell)
            steps: list[StepResult] = []
            for scenario in scenarios:
                steps += (await run_lifecycle([scenario], system, cutoff_s=_left(due))).steps
                bar.advance(len(scenario.steps))
            reports.append(LifecycleReport(cell.spec.id, tuple(steps)))
    return LifecycleRun(tuple(reports))


def _left(due: float | None) -> float | None:
    return None if due is None else max(0.0, due - time.monotonic())


def own_system(cell: Cell) -> RagSystem:
    """The system with documents of its own: what one run changes must not be there in the next."""
    system = cell.system
    if cell.knowledge is None or not isinstance(system, ReferenceSystem):
        return system
    return ReferenceSystem(cell.spec, Knowledge(cell.knowledge.given, system.stages), system.stages)
