"""`metamorphic` and `repair` as commands of their own: corpus, suite, campaign, files."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ragtester.metamorphic import RepairOutcome, repair_summary, repair_table
from ragtester.records import content_key
from ragtester.runner.campaigns.metamorphic import (
    Finished,
    metamorphic_stage,
    rate_shortfalls,
    unmeasured_mutants,
    write_campaign,
)
from ragtester.runner.campaigns.repair import repair_study
from ragtester.runner.evaluate import Evaluator
from ragtester.runner.judging import make_run_judge
from ragtester.runner.outputs import write_text
from ragtester.runner.session import Session
from ragtester.runner.stages.corpus import make_corpus
from ragtester.runner.stages.suite import make_suite
from ragtester.runner.thresholds import ExitCode, Shortfall, exit_code

_STAGES = ("corpus", "suite", "metamorphic", "report")


@dataclass(frozen=True, kw_only=True)
class CampaignResult:
    """What a campaign came to."""

    id: str
    folder: Path
    """Folder of the campaign's files."""
    page: Path
    summary: Mapping[str, Any]
    """What `--json` prints."""
    exit_code: ExitCode
    failed: Sequence[Shortfall]
    unmeasured: Sequence[Shortfall]


async def metamorphic(session: Session) -> CampaignResult:
    """Mutates the corpus, the index and the retrieved contexts of every system, and writes the report.

    Raises:
        UsageError: the configuration or an input cannot be used.
        StoreError: the database cannot be used; what was stored is safe.
    """
    return await _campaign(session, repairs=False)


async def repair(session: Session) -> CampaignResult:
    """The metamorphic campaign, what is stored of it taken as it is, and every repair on what it found.

    Raises:
        UsageError: the configuration or an input cannot be used.
        StoreError: the database cannot be used; what was stored is safe.
    """
    return await _campaign(session, repairs=True)


async def _campaign(session: Session, *, repairs: bool) -> CampaignResult:
    started = time.time()
    options = session.options
    corpus = await make_corpus(session)
    session.options = replace(options, limit=None)  # `--limit` counts base instances here, not tests
    tests = await make_suite(session, corpus)
    session.options = options
    config = session.loaded.config
    evaluator = Evaluator(store=session.store, log=session.log, judge=make_run_judge(session.components, config.judge))
    finished = await metamorphic_stage(session, corpus, tests, evaluator=evaluator)
    tried: list[RepairOutcome] = []
    if repairs and finished.campaign.complete:
        tried = await repair_study(session, corpus, finished.campaign)
    failed = rate_shortfalls(finished.summary, config.thresholds)
    unmeasured = unmeasured_mutants(finished.summary, config.thresholds)
    stopped = session.stop.asked or not finished.campaign.complete
    code: ExitCode = 130 if stopped else exit_code(failed, unmeasured)
    return _written(session, started, finished, tried, repairs, code, failed, unmeasured)


def _written(
    session: Session,
    started: float,
    finished: Finished,
    tried: Sequence[RepairOutcome],
    repairs: bool,
    code: ExitCode,
    failed: Sequence[Shortfall],
    unmeasured: Sequence[Shortfall],
) -> CampaignResult:
    config = session.loaded.config
    identity = content_key("campaign", config=config.model_dump(mode="json"), repairs=repairs)
    kind = "repair" if repairs else "metamorphic"
    name = f"{datetime.fromtimestamp(started, UTC):%Y%m%d-%H%M%S-%f}"[:-3] + f"-{kind}-{identity[:8]}"
    folder = session.folder / "runs" / name
    session.store.flush()
    with session.timed("report"):
        page = write_campaign(folder, finished.campaign, finished.report, finished.summary, repairs=tried)
    summary: dict[str, Any] = {
        "run": name,
        "name": config.name,
        "status": {0: "passed", 1: "failed", 3: "unmeasured"}.get(code, "interrupted"),
        "started": datetime.fromtimestamp(started, UTC).isoformat(timespec="seconds"),
        "seconds": round(time.time() - started, 3),
        "cpu_seconds": round(time.process_time(), 3),
        "work": {work: count.model_dump() for work, count in session.log.by_kind().items()},
        "stages": {stage: round(session.seconds.get(stage, 0.0), 3) for stage in _STAGES},
        "cost_usd": session.log.cost_usd,
        "tokens": session.log.usage.model_dump(),
        "thresholds": {
            "failed": [shortfall.model_dump() for shortfall in failed],
            "unmeasured": [shortfall.model_dump() for shortfall in unmeasured],
        },
        "problems": list(session.problems),
        "report": str(page),
    }
    summary |= repaired(tried) if repairs else dict(finished.summary)
    if repairs:
        summary["metamorphic"] = dict(finished.summary)
    write_text(folder / "summary.json", json.dumps(_as_run(summary, finished), indent=2, ensure_ascii=False) + "\n")
    return CampaignResult(
        id=name, folder=folder, page=page, summary=summary, exit_code=code, failed=failed, unmeasured=unmeasured
    )


def repaired(tried: Sequence[RepairOutcome]) -> dict[str, Any]:
    """The object that `ragtester repair --json` prints, with the rows over all operators beside those by operator."""
    rows = [row for row in repair_table(tried) if row.operator is None]
    return {
        **repair_summary(tried),
        "totals": [
            {**row.model_dump(mode="json", exclude={"rate", "operator"}), "rate": row.rate.value} for row in rows
        ],
    }


def _as_run(summary: Mapping[str, Any], finished: Finished) -> dict[str, Any]:
    """The same in the form of a run's summary, whose own systems are those of the matrix."""
    apart = {key: value for key, value in summary.items() if key not in finished.summary}
    return {**apart, "systems": [], "metamorphic": dict(finished.summary)}
