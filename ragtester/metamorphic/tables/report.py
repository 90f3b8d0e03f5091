"""Everything that a campaign reports, in one record: what the command prints and the page shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import Field

from ragtester.metamorphic.instances import BaseInstances
from ragtester.metamorphic.tables.agreement import Agreement, RelationLabel, agreement
from ragtester.metamorphic.tables.fault_overlap import Region, fault_overlap
from ragtester.metamorphic.tables.meta_evaluation import ORACLE, MetaRow, SnapshotScores, disagreements, meta_evaluation
from ragtester.metamorphic.tables.stability import Stability
from ragtester.metamorphic.tables.violations import (
    OverlapRow,
    ViolationRow,
    overlap_table,
    systems_of,
    violation_table,
)
from ragtester.records import JsonValue, Record, RelationOutcome, Usage


class Cost(Record):
    """What one kind of call took."""

    role: str
    """Such as `generate`, `preservation`, `equivalence`."""
    calls: int
    reused: int = 0
    usage: Usage = Usage()
    cost_usd: float | None = None
    """None where the price is unknown."""
    seconds: float = 0.0


class InstanceCount(Record):
    """The base instances of one system and what was dropped."""

    system: str
    instances: int
    qualified: int
    dropped: dict[str, int] = Field(default_factory=dict)


class CampaignReport(Record):
    """The results of one metamorphic campaign."""

    name: str
    dataset: str = ""
    instances: tuple[InstanceCount, ...] = ()
    violations: tuple[ViolationRow, ...] = ()
    overlaps: tuple[OverlapRow, ...] = ()
    meta: tuple[MetaRow, ...] = ()
    regions: tuple[Region, ...] = ()
    stability: Stability | None = None
    agreement: tuple[Agreement, ...] = ()
    costs: tuple[Cost, ...] = ()
    disagreements: tuple[RelationOutcome, ...] = ()
    """Every case in which oracle and truth differ."""


def campaign_report(
    name: str,
    outcomes: Sequence[RelationOutcome],
    *,
    dataset: str = "",
    instances: Mapping[str, BaseInstances] | None = None,
    snapshots: SnapshotScores | None = None,
    stable: Stability | None = None,
    labels: Sequence[RelationLabel] = (),
    costs: Sequence[Cost] = (),
) -> CampaignReport:
    """All tables of one campaign from its outcomes."""
    return CampaignReport(
        name=name,
        dataset=dataset,
        instances=tuple(
            InstanceCount(
                system=system,
                instances=len(base.kept),
                qualified=base.qualified,
                dropped=dict(base.counts().items()),
            )
            for system, base in (instances or {}).items()
        ),
        violations=tuple(violation_table(outcomes)),
        overlaps=tuple(overlap_table(outcomes)),
        meta=tuple(meta_evaluation(outcomes, snapshots)),
        regions=tuple(fault_overlap(outcomes, snapshots)),
        stability=stable,
        agreement=tuple(agreement(labels, outcomes)) if labels else (),
        costs=tuple(costs),
        disagreements=tuple(disagreements(outcomes)),
    )


def summary(report: CampaignReport, outcomes: Sequence[RelationOutcome]) -> dict[str, JsonValue]:
    """The object that `ragtester metamorphic --json` prints."""
    counts = {row.system: row.instances for row in report.instances}
    oracle = next((row for row in report.meta if row.evaluator == ORACLE and row.relation == "all"), None)
    return {
        "systems": [
            {
                "id": system,
                "instances": counts.get(system, len({o.test for o in outcomes if o.system == system})),
                "operators": [
                    {
                        "operator": row.operator,
                        "scope": row.scope,
                        "mutants": row.mutants,
                        "violated": row.violated,
                        "rate": row.rate.value,
                        "unmeasured": row.unmeasured,
                    }
                    for row in report.violations
                    if row.system == system
                ],
            }
            for system in systems_of(outcomes)
        ],
        "oracle": {
            "precision": oracle.precision if oracle else None,
            "recall": oracle.recall if oracle else None,
            "f1": oracle.f1 if oracle else None,
            "true_violations": oracle.true_positive + oracle.false_negative if oracle else 0,
        },
        "snapshot_metrics": [
            {
                "metric": row.evaluator,
                "threshold": row.threshold,
                "precision": row.precision,
                "recall": row.recall,
                "f1": row.f1,
            }
            for row in report.meta
            if row.evaluator != ORACLE and row.relation == "all"
        ],
    }
