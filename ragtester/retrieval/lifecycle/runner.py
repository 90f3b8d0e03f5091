"""Running lifecycle scenarios against a system that can ingest."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ragtester.errors import MeasurementError
from ragtester.protocols import RagSystem
from ragtester.records import DocumentChange
from ragtester.retrieval.lifecycle.clock import Clock, MonotonicClock, Poll
from ragtester.retrieval.lifecycle.explain import Asked
from ragtester.retrieval.lifecycle.intended import Intended
from ragtester.retrieval.lifecycle.probing import View, look
from ragtester.retrieval.lifecycle.report import LifecycleReport, StepResult
from ragtester.retrieval.lifecycle.scenario import Scenario, Step
from ragtester.retrieval.lifecycle.step import StepRun

_DUE = "the report was due before it was begun"
_PATIENCE = 10
"""How many deadlines the state before a scenario may take: it is not what is measured."""


async def run_lifecycle(
    scenarios: Sequence[Scenario],
    system: RagSystem,
    *,
    clock: Clock | None = None,
    poll: Poll | None = None,
    cutoff_s: float | None = None,
) -> LifecycleReport:
    """Takes a system through every scenario and says which steps it got right, and when.

    Scenarios are isolated: each begins with its own documents and ends by deleting them. Within one,
    steps follow each other. A step that cannot be observed is `not_run`, and never passes.

    Args:
        scenarios: what happens and what is expected; see `read_scenarios`.
        system: any system that can `ingest`, and retrieve or ask with a trace. Where it also offers
            `records()`, `restart()` or `fresh_session()`, these are used.
        clock: time; the machine's monotonic clock by default.
        poll: how often and how long to look.
        cutoff_s: when the report is due, in seconds from now. A step whose deadline has not passed by then is
            pending, one that was not begun is `not_run`.
    """
    used_clock, used_poll = clock or MonotonicClock(), poll or Poll()
    cutoff = math.inf if cutoff_s is None else used_clock.now() + cutoff_s
    results: list[StepResult] = []
    for scenario in scenarios:
        problem = _unable(system)
        if problem:
            results += [_not_run(step, problem) for step in scenario.steps]
        else:
            results += await _run(scenario, system, used_clock, used_poll, cutoff)
    return LifecycleReport(system.name, tuple(results))


def _unable(system: RagSystem) -> str:
    if "ingest" not in system.capabilities:
        return "the system cannot ingest"
    if not system.capabilities & {"retrieve", "ask"}:
        return "the system can neither retrieve nor ask"
    return ""


async def _run(scenario: Scenario, system: RagSystem, clock: Clock, poll: Poll, cutoff: float) -> list[StepResult]:
    if clock.now() >= cutoff:
        return [_not_run(step, _DUE) for step in scenario.steps]
    intended, asked = Intended().after(scenario.given), Asked()
    results: list[StepResult] = []
    try:
        view = await View.of(system, _touched(scenario))
        problem = await _prepare(scenario, view, clock, poll, asked, cutoff)
        for step in scenario.steps:
            reason = problem or (_DUE if clock.now() >= cutoff else "")
            if reason:
                results.append(_not_run(step, reason))
                continue
            run = StepRun(step, view, clock=clock, poll=poll, before=intended, asked=asked, cutoff=cutoff)
            results.append(await run.run())
            intended = run.after
    finally:
        await _clean(sorted(_touched(scenario)), intended, system)
    return results


def _touched(scenario: Scenario) -> set[str]:
    """Documents that a scenario brings or changes."""
    return {change.document for changes in (scenario.given, *(s.change for s in scenario.steps)) for change in changes}


async def _prepare(scenario: Scenario, view: View, clock: Clock, poll: Poll, asked: Asked, cutoff: float) -> str:
    """The state before the first step; a message where it was not reached."""
    deadline = max(step.deadline_s for step in scenario.steps) * _PATIENCE
    try:
        if scenario.given:
            receipt = await view.system.ingest(scenario.given)
            if receipt.failed:
                return f"the documents before were not accepted: {', '.join(sorted(receipt.failed))}"
        started = clock.now()
        while True:
            seen = [await look(view, probe) for probe in scenario.before]
            wrong = [one for one in seen if not one.right]
            if not wrong or clock.now() - started >= deadline or clock.now() >= cutoff:
                break
            await clock.sleep(poll.every_s)
        if wrong:
            why = wrong[0].problem or "; ".join([*wrong[0].missing, *wrong[0].stale, *wrong[0].exposed])
            return f"the state before was not reached for {wrong[0].probe.question.text!r}: {why or 'not empty'}"
        for question in scenario.warm:
            await view.trace(question)
            asked.note(question)
    except MeasurementError as error:
        return f"the state before was not reached: {error}"
    return ""


async def _clean(documents: Sequence[str], intended: Intended, system: RagSystem) -> None:
    """Deletes what the scenario brought; a system that fails here shows it in its next scenario."""
    newest = {name: max([1, *texts.values()]) for name, texts in intended.texts.items()}
    changes = [DocumentChange(action="delete", document=name, revision=newest.get(name, 1) + 1) for name in documents]
    if changes:
        try:
            await system.ingest(changes)
        except MeasurementError:
            return


def _not_run(step: Step, reason: str) -> StepResult:
    return StepResult(
        name=step.name,
        transition=step.transition,
        kind=step.kind,
        status="not_run",
        deadline_s=step.deadline_s,
        reason=reason,
    )
