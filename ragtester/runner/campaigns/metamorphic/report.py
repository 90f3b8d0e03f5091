"""From a campaign to its report: the object of `--json`, the page, and the tables as files."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ragtester.metamorphic import (
    REPAIRS,
    CampaignReport,
    Cost,
    RepairOutcome,
    campaign_page,
    campaign_report,
    rank_by_yield,
    repair_table,
    summary,
    write_tables,
)
from ragtester.metamorphic.repair import RepairRow
from ragtester.metamorphic.tables import SnapshotScores, to_csv
from ragtester.records import Outcome, Record, RelationOutcome, Status
from ragtester.runner.campaigns.metamorphic.campaign import Campaign
from ragtester.runner.campaigns.metamorphic.instances import counted
from ragtester.runner.campaigns.metamorphic.people import labels_of
from ragtester.runner.outputs import write_lines, write_text
from ragtester.runner.session import Session
from ragtester.stats import rate

FOLDER = "metamorphic"
"""Of the tables, inside the run's folder."""
PAGE = "metamorphic.html"


def report_of(session: Session, campaign: Campaign, *, snapshots: SnapshotScores | None = None) -> CampaignReport:
    """All tables of a campaign."""
    config = session.loaded.config
    outcomes = campaign.outcomes
    return campaign_report(
        config.name,
        outcomes,
        dataset=", ".join(config.corpus.all_blueprints) or str(config.suite.file or config.name),
        instances=counted(campaign.selected),
        snapshots=snapshots,
        stable=campaign.stable,
        labels=labels_of(session.store, outcomes),
        costs=_costs(session),
    )


def summary_of(campaign: Campaign, report: CampaignReport) -> dict[str, Any]:
    """The object that `ragtester metamorphic --json` prints and `summary.json` holds under `metamorphic`."""
    outcomes = campaign.outcomes
    found: dict[str, Any] = dict(summary(report, outcomes))
    known = {system["id"]: system for system in found["systems"]}
    found["systems"] = [
        _system(known.get(name, {"id": name, "instances": 0, "operators": []}), campaign, report)
        for name in campaign.selected
    ]
    oracle = [row for row in report.meta if row.evaluator == "oracle"]
    found["oracle"]["by_relation"] = {
        row.relation: {"n": row.n, "precision": row.precision, "recall": row.recall, "f1": row.f1}
        for row in oracle
        if row.relation != "all"
    }
    found["oracle"]["disagreements"] = len(report.disagreements)
    bases = [instance.test for chosen in campaign.selected.values() for instance in chosen.instances]
    found["oracle"]["truth"] = "ledger" if any(test.facts for test in bases) else "references"
    found["overlap"] = [row.model_dump(mode="json") for row in report.overlaps]
    found["faults_found_by"] = [{"found_by": list(r.found_by), "faults": r.faults} for r in report.regions]
    found["stability"] = report.stability.model_dump(mode="json") if report.stability else None
    found["agreement"] = [row.model_dump(mode="json") for row in report.agreement]
    found["yield"] = [arm.model_dump(mode="json") for arm in rank_by_yield(outcomes)]
    found["budget"] = _budget(campaign)
    found["smallest"] = [reduced.model_dump(mode="json") for reduced in campaign.reduced]
    counts = Counter(outcome.outcome for outcome in outcomes)
    found["totals"] = {
        "mutants": sum(counts.values()) - counts["not_applicable"],
        **{name: counts[name] for name in ("violated", "held", "unmeasured", "not_applicable")},
    }
    found["complete"] = campaign.complete
    return found


def write_campaign(
    folder: Path,
    campaign: Campaign,
    report: CampaignReport,
    found: Mapping[str, Any],
    *,
    repairs: Sequence[RepairOutcome] = (),
) -> Path:
    """Writes the page and the tables into a run's folder.

    Returns:
        The page.
    """
    tables = folder / FOLDER
    outcomes = campaign.outcomes
    tables.mkdir(parents=True, exist_ok=True)
    write_tables(report, outcomes, tables)
    lines = (json.dumps(outcome.model_dump(mode="json"), ensure_ascii=False) for outcome in outcomes)
    write_lines(tables / "outcomes.jsonl", lines)
    mutants = {work.mutant.id: work.mutant for work in campaign.works}
    write_lines(tables / "mutants.jsonl", (m.model_dump_json(exclude_defaults=True) for m in mutants.values()))
    write_text(tables / "summary.json", json.dumps(found, ensure_ascii=False, indent=2) + "\n")
    rows = repair_table(repairs)
    for name, records in (
        ("stages", campaign.stages),
        ("smallest", campaign.reduced),
        ("disagreements", report.disagreements),
        ("repairs", rows),
    ):
        if records:
            write_text(tables / f"{name}.csv", to_csv([_flat(record) for record in records]))
    page = folder / PAGE
    questions = {work.instance.test.id: work.instance.test.query for work in campaign.works}
    write_text(page, _page(report, outcomes, rows, found, questions))
    return page


def _page(
    report: CampaignReport,
    outcomes: Sequence[RelationOutcome],
    rows: Sequence[RepairRow],
    found: Mapping[str, Any],
    questions: Mapping[str, str],
) -> str:
    return campaign_page(
        report,
        outcomes,
        repairs=rows,
        strategies=REPAIRS.values(),
        stages={system["id"]: system["stages"] for system in found["systems"]},
        smallest=found["smallest"],
        budget=found["budget"],
        questions=questions,
    )


def _system(entry: Mapping[str, Any], campaign: Campaign, report: CampaignReport) -> dict[str, Any]:
    name = entry["id"]
    count = next((row for row in report.instances if row.system == name), None)
    own = [outcome for outcome in campaign.outcomes if outcome.system == name]
    share = rate([_AS_STATUS[outcome.outcome] for outcome in own])
    return {
        **entry,
        "instances": count.instances if count else 0,
        "qualified": count.qualified if count else 0,
        "dropped": dict(count.dropped) if count else {},
        "mutants": share.n + share.unmeasured,
        "violated": share.successes,
        "violation_rate": share.value,
        "interval": [share.interval.low, share.interval.high] if share.interval and share.n else None,
        "unmeasured": share.unmeasured,
        "stages": dict(Counter(stage.stage for stage in campaign.stages if stage.system == name).most_common()),
    }


_AS_STATUS: Mapping[Outcome, Status] = {
    "violated": "passed",
    "held": "failed",
    "unmeasured": "unmeasured",
    "not_applicable": "not_applicable",
}
"""A rate counts `passed`; the rate here is that of violations."""


def _budget(campaign: Campaign) -> dict[str, Any] | None:
    if campaign.budget is None:
        return None
    dumped = campaign.budget.model_dump(mode="json", exclude={"arms"})
    return {**dumped, "gain": campaign.budget.gain}


def _costs(session: Session) -> list[Cost]:
    return [
        Cost(role=name, calls=use.calls, reused=use.reused, usage=use.usage, cost_usd=use.cost_usd)
        for name, use in sorted(session.log.models.items())
    ]


def _flat(record: Record) -> dict[str, Any]:
    dumped = record.model_dump(mode="json", exclude={"base_context", "mutant_context", "rate"})
    return {key: json.dumps(value) if isinstance(value, dict | list) else value for key, value in dumped.items()}
