"""`run`: everything that a configuration names, in one go; the same call resumes."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ragtester.judge import Calibration
from ragtester.protocols import Judge
from ragtester.records import Corpus, Test, content_key
from ragtester.runner.campaigns.mutated import Mutated, mutated_stage
from ragtester.runner.cells import Cell
from ragtester.runner.evaluate import Evaluator
from ragtester.runner.grounding import make_grounder
from ragtester.runner.judging import corrected_rate, judge_summary, make_run_judge, run_calibration
from ragtester.runner.outputs import write_outputs, write_summary
from ragtester.runner.rows import Row
from ragtester.runner.session import Session
from ragtester.runner.stages.corpus import make_corpus
from ragtester.runner.stages.matrix import make_cells, run_matrix
from ragtester.runner.stages.suite import make_suite
from ragtester.runner.summary import counts, system_summary
from ragtester.runner.thresholds import ExitCode, Shortfall, exit_code, shortfalls, unmeasured_shares

_STAGES = ("corpus", "suite", "index", "matrix", "judge", "metamorphic", "report")


@dataclass(frozen=True, kw_only=True)
class RunResult:
    """What a run came to."""

    id: str
    folder: Path
    """Folder of the run's files."""
    summary: Mapping[str, Any]
    exit_code: ExitCode
    failed: Sequence[Shortfall]
    unmeasured: Sequence[Shortfall]
    problems: Sequence[str]


async def run(session: Session) -> RunResult:
    """Makes the corpus and the suite, runs and judges the matrix, and writes the reports.

    Raises:
        UsageError: the configuration or an input cannot be used; nothing was spent for it.
        StoreError: the database cannot be used; what was stored is safe.
    """
    started = time.time()
    run_id = session.run_id = _run_id(session, started)
    _store_run(session, run_id, "running", started, None)
    corpus = await make_corpus(session)
    tests = [] if session.stop.asked else await make_suite(session, corpus)
    cells = [] if session.stop.asked else await make_cells(session, corpus)
    judge = make_run_judge(session.components, session.loaded.config.judge)
    rows = await _judged(session, run_id, cells, tests, judge)
    calibration = await run_calibration(session, judge)
    mutated = await mutated_stage(session, corpus, tests, judge=judge)
    return _finish(
        session, run_id, started, corpus, cells, tests, rows, judge=judge, calibration=calibration, mutated=mutated
    )


def make_evaluator(session: Session, judge: Judge | None = None) -> Evaluator:
    """Judge and grounding as the configuration says."""
    config = session.loaded.config
    return Evaluator(
        store=session.store,
        log=session.log,
        judge=judge or make_run_judge(session.components, config.judge),
        grounder=make_grounder(session.components, config.grounding),
    )


async def _judged(
    session: Session, run_id: str, cells: Sequence[Cell], tests: Sequence[Test], judge: Judge
) -> list[Row | None]:
    if not cells or not tests:
        return []
    session.store.drop_cases(run_id, position=0)
    session.store.put_tests(run_id, tests)

    def keep(made: Sequence[tuple[int, Row]]) -> None:
        session.store.put_cases([row.case_row(run_id, position) for position, row in made])

    return await run_matrix(session, cells, tests, evaluator=make_evaluator(session, judge), on_rows=keep)


def _finish(
    session: Session,
    run_id: str,
    started: float,
    corpus: Corpus,
    cells: Sequence[Cell],
    tests: Sequence[Test],
    rows: Sequence[Row | None],
    *,
    judge: Judge,
    calibration: Calibration | None,
    mutated: Mutated | None,
) -> RunResult:
    config = session.loaded.config
    measured = [row for row in rows if row is not None]
    by_system: dict[str, list[Row]] = {cell.spec.id: [] for cell in cells}
    for row in measured:
        by_system[row.system].append(row)
    systems = [system_summary(cell.spec, by_system[cell.spec.id]) for cell in cells]
    for system in systems:
        system["corrected"] = corrected_rate(system, calibration)
    failed = shortfalls(systems, config.thresholds)
    unmeasured = unmeasured_shares(systems, config.thresholds)
    if mutated is not None:
        failed += mutated.failed(config.thresholds)
        unmeasured += mutated.unmeasured(config.thresholds)
    complete = not session.stop.asked and len(measured) == len(rows)
    code: ExitCode = exit_code(failed, unmeasured) if complete else 130
    status = {0: "passed", 1: "failed", 3: "unmeasured"}.get(code, "interrupted")
    session.seconds.setdefault("judge", session.seconds.get("matrix", 0.0))
    summary: dict[str, Any] = {
        "run": run_id,
        "name": config.name,
        "status": status,
        "started": datetime.fromtimestamp(started, UTC).isoformat(timespec="seconds"),
        "seconds": round(time.time() - started, 3),
        "judge": judge_summary(judge, calibration),
        "systems": systems,
        "totals": {**counts(measured), "tests": len(tests)},
        "work": {kind: count.model_dump() for kind, count in session.log.by_kind().items()},
        "stages": {stage: round(session.seconds.get(stage, 0.0), 3) for stage in _STAGES},
        "cost_usd": session.log.cost_usd,
        "tokens": session.log.usage.model_dump(),
        "models": {
            name: {
                "calls": use.calls,
                "reused": use.reused,
                "failed": use.failed,
                "tokens": use.usage.model_dump(),
                "cost_usd": use.cost_usd,
            }
            for name, use in sorted(session.log.models.items())
        },
        "thresholds": {
            "failed": [shortfall.model_dump() for shortfall in failed],
            "unmeasured": [shortfall.model_dump() for shortfall in unmeasured],
        },
        "corpus": {"documents": len(corpus.documents), "facts": len(corpus.facts), "problems": session.problems},
        "metamorphic": dict(mutated.summary) if mutated else None,
        "repair": dict(mutated.repairs) if mutated and mutated.repairs else None,
    }
    folder = session.folder / "runs" / run_id
    session.store.flush()
    began = time.monotonic()
    if mutated is not None:
        mutated.write(folder)
    summary["files"] = write_outputs(session, folder, summary, tests=tests, rows=measured)
    summary["stages"]["report"] = round(time.monotonic() - began, 3)
    summary["seconds"] = round(time.time() - started, 3)
    write_summary(folder, summary)
    _store_run(session, run_id, status, started, summary)
    session.store.flush()
    return RunResult(
        id=run_id,
        folder=folder,
        summary=summary,
        exit_code=code,
        failed=failed,
        unmeasured=unmeasured,
        problems=session.problems,
    )


def _run_id(session: Session, started: float) -> str:
    """The id of an interrupted run of the same configuration, or a new one that sorts by time."""
    identity = config_identity(session)
    newest = next(iter(session.store.runs(name=session.loaded.config.name, limit=1)), None)
    if (
        newest is not None
        and newest["status"] in ("running", "interrupted")
        and str(newest["id"]).endswith(identity[:8])
    ):
        return str(newest["id"])
    return f"{datetime.fromtimestamp(started, UTC):%Y%m%d-%H%M%S-%f}"[:-3] + f"-{identity[:8]}"


def config_identity(session: Session) -> str:
    """Hash of the configuration."""
    return content_key("config", config=session.loaded.config.model_dump(mode="json"))


def _store_run(session: Session, run_id: str, status: str, started: float, summary: Mapping[str, Any] | None) -> None:
    config = session.loaded.config.model_dump_json()
    session.store.put_run(
        {
            "id": run_id,
            "name": session.loaded.config.name,
            "status": status,
            "started": started,
            "seconds": summary["seconds"] if summary else None,
            "config": config,
            "summary": json.dumps(summary) if summary else None,
        }
    )
