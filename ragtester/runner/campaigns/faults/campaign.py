"""`ragtester faults`: is the suite any good? Known faults are planted one by one, and the suite must find them."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ragtester.config import FaultsConfig
from ragtester.errors import InputError
from ragtester.faults import all_faults
from ragtester.records import Test, content_key
from ragtester.runner.campaigns.faults.checks import CHECKS
from ragtester.runner.campaigns.faults.grounds import Grounds, lay_out
from ragtester.runner.campaigns.faults.page import faults_page
from ragtester.runner.campaigns.faults.plots import (
    Plot,
    fault_plot,
    healthy_plot,
    healthy_stages,
    planted_spec,
    rerun_plot,
)
from ragtester.runner.campaigns.faults.scoring import (
    FaultOutcome,
    alarms,
    answers_score,
    judge_fault,
    localisation,
    mutation_score,
    scores_by_test,
    selection_score,
)
from ragtester.runner.campaigns.faults.tests import campaign_tests
from ragtester.runner.campaigns.faults.viewing import Viewer, Views
from ragtester.runner.outputs import point_latest, write_text
from ragtester.runner.progress import shown
from ragtester.runner.run import make_evaluator
from ragtester.runner.session import Session
from ragtester.runner.stages.corpus import make_corpus
from ragtester.runner.thresholds import ExitCode
from ragtester.suite import write_suite_file


@dataclass(frozen=True, kw_only=True)
class FaultsResult:
    """What a campaign came to."""

    folder: Path
    summary: Mapping[str, Any]
    exit_code: ExitCode


@dataclass(frozen=True, kw_only=True)
class _Suites:
    """The configured suite, and the ones beside it."""

    main: list[Test]
    beside: dict[str, list[Test]]

    @property
    def all(self) -> list[Test]:
        """Every test once."""
        return list({test.id: test for tests in (self.main, *self.beside.values()) for test in tests}.values())


async def run_faults(session: Session) -> FaultsResult:
    """Plants every fault in the first system of the matrix and says which the suite detects and localises.

    Raises:
        UsageError: the configuration or an input cannot be used.
        InputError: the healthy system fails too much for a fault to show.
        StoreError: the database cannot be used.
    """
    started = time.time()
    options = session.loaded.config.faults or FaultsConfig()
    chosen = all_faults(tuple(options.faults))
    spec = planted_spec(session)
    grounds = lay_out(await make_corpus(session))
    with session.timed("suite"), shown(session.progress, "suite", None):
        suites = await _suites(session, grounds, options)
    write_suite_file(suites.main, session.folder / "suite.jsonl")
    stages = healthy_stages(session, spec, grounds)
    plots = [
        healthy_plot(spec, stages, grounds),
        *(rerun_plot(spec, stages, grounds, seed=session.loaded.config.seed + n + 1) for n in range(options.reruns)),
        *(fault_plot(spec, stages, grounds, fault) for fault in chosen),
    ]
    seen: dict[str, Views] = {}
    total = len(plots) * len(suites.all)
    with session.timed("matrix"), shown(session.progress, "faults", total) as bar:
        viewer = Viewer(session, make_evaluator(session), suites.all, embedder=stages.embedder, bar=bar)
        for plot in plots:
            views = None if session.stop.asked else await viewer.views(plot)
            if views is None:
                return _interrupted(session, started)
            seen[plot.id] = views
            if plot is plots[0]:
                _must_be_clean(views, suites.main, options)
    return _finished(session, started, spec.id, suites, plots, seen)


async def _suites(session: Session, grounds: Grounds, options: FaultsConfig) -> _Suites:
    main = await campaign_tests(session, grounds)
    beside: dict[str, list[Test]] = {}
    config = session.loaded.config.suite
    if config.file is None:
        for name in options.beside:
            if name != config.selection.name:
                beside[name] = await campaign_tests(session, grounds, selection=name)
    return _Suites(main=main, beside=beside)


def _must_be_clean(healthy: Views, tests: Sequence[Test], options: FaultsConfig) -> None:
    passed = sum(healthy[test.id].status == "passed" for test in tests)
    if passed < options.healthy * len(tests):
        raise InputError(
            f"the healthy system passes {passed} of {len(tests)} tests; faults.healthy asks for {options.healthy:.0%}, "
            "because a test that fails without a fault cannot show one: use question types that the generator can "
            "answer, a better retriever, or a lower value"
        )


def _interrupted(session: Session, started: float) -> FaultsResult:
    summary = {"name": session.loaded.config.name, "status": "interrupted", "seconds": round(time.time() - started, 3)}
    return FaultsResult(folder=session.folder, summary=summary, exit_code=130)


def _finished(
    session: Session, started: float, system: str, suites: _Suites, plots: Sequence[Plot], seen: Mapping[str, Views]
) -> FaultsResult:
    healthy = seen["healthy"]
    outcomes = _outcomes(plots, seen, suites.main)
    found = {plot.seed: alarms(healthy, seen[plot.id], suites.main) for plot in plots if plot.seed is not None}
    scores = scores_by_test(outcomes, suites.main)
    by_selection = {session.loaded.config.suite.selection.name: (outcomes, suites.main)}
    if session.loaded.config.suite.file is not None:
        by_selection = {"as given": (outcomes, suites.main)}
    by_selection |= {name: (_outcomes(plots, seen, tests), tests) for name, tests in suites.beside.items()}
    counted = {o.name for found_by, _ in by_selection.values() for o in found_by if o.outcome != "equivalent"}
    cases = sum(len(suites.main) for _ in seen)
    unmeasured = sum(views[test.id].status == "unmeasured" for views in seen.values() for test in suites.main)
    summary: dict[str, Any] = {
        "run": _run_id(session, started),
        "name": session.loaded.config.name,
        "status": "done",
        "started": datetime.fromtimestamp(started, UTC).isoformat(timespec="seconds"),
        "system": system,
        "healthy": {
            "runs": len(found),
            "alarms": sum(len(tests) for tests in found.values()),
            "alarmed": [
                {"seed": seed, "test": name, "checks": failing}
                for seed, tests in found.items()
                for name, failing in tests
            ],
            "passed": sum(healthy[test.id].status == "passed" for test in suites.main),
            "failed": [test.id for test in suites.main if healthy[test.id].status == "failed"],
            "unused_checks": sum(c is False for test in suites.main for c in healthy[test.id].checks.values()),
        },
        "faults": [outcome.model_dump(mode="json") for outcome in outcomes],
        "tests": len(suites.main),
        "mutation_score": mutation_score(outcomes),
        "by_answers": answers_score(outcomes),
        "localisation": localisation(outcomes),
        "counts": {
            name: sum(outcome.outcome == name for outcome in outcomes) for name in ("detected", "missed", "equivalent")
        },
        "by_test": [score.model_dump(mode="json") for score in scores],
        "idle_tests": [score.id for score in scores if not score.catches],
        "idle_answers": [score.id for score in scores if not score.by_answers],
        "selections": [
            selection_score(name, own, tests, counted=counted).model_dump(mode="json")
            for name, (own, tests) in by_selection.items()
        ],
        "checks": dict(CHECKS),
        "unmeasured": unmeasured,
        "work": {kind: count.model_dump() for kind, count in session.log.by_kind().items()},
        "problems": session.problems,
        "seconds": round(time.time() - started, 3),
    }
    folder = session.folder / "faults" / str(summary["run"])
    folder.mkdir(parents=True, exist_ok=True)
    write_text(folder / "faults.json", json.dumps(summary, indent=2, ensure_ascii=False) + "\n")
    write_text(folder / "faults.html", faults_page(summary))
    point_latest(folder)
    return FaultsResult(folder=folder, summary=summary, exit_code=_code(session, summary, unmeasured, cases))


def _outcomes(plots: Sequence[Plot], seen: Mapping[str, Views], tests: Sequence[Test]) -> list[FaultOutcome]:
    return [judge_fault(plot.fault, seen["healthy"], seen[plot.id], tests) for plot in plots if plot.fault is not None]


def _code(session: Session, summary: Mapping[str, Any], unmeasured: int, cases: int) -> ExitCode:
    thresholds = session.loaded.config.thresholds
    if cases and unmeasured / cases > thresholds.max_unmeasured:
        return 3
    score, least = summary["mutation_score"], thresholds.mutation_score
    return 1 if least is not None and score is not None and score < least else 0


def _run_id(session: Session, started: float) -> str:
    identity = content_key("config", config=session.loaded.config.model_dump(mode="json"))[:8]
    return f"{datetime.fromtimestamp(started, UTC):%Y%m%d-%H%M%S-%f}"[:-3] + f"-{identity}"
