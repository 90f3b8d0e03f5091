"""Table 3: how well the oracle and four snapshot metrics find the true faults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from ragtester.records import Record, RelationOutcome
from ragtester.stats import Confusion

SNAPSHOT_METRICS = ("faithfulness", "response_relevancy", "context_precision", "context_recall")
THRESHOLDS = (0.0, 0.3, 0.5)
ORACLE = "oracle"

CaseKey: TypeAlias = tuple[str, str]
"""System and mutant id."""
SnapshotScores: TypeAlias = Mapping[CaseKey, Mapping[str, float | None]]
"""Scores 0 to 1 by case and metric; None where a metric has none."""

RelationGroup = Literal["all", "preserving", "altering"]


class MetaRow(Record):
    """How well one evaluator finds the true faults."""

    evaluator: str
    """`oracle`, or the name of a snapshot metric."""
    threshold: float | None = None
    """A metric reports a fault below it; None for the oracle."""
    relation: RelationGroup = "all"
    n: int
    """Cases with a truth and a decision of this evaluator."""
    undecided: int
    """Cases with a truth and without a decision."""
    true_positive: int
    false_positive: int
    false_negative: int
    true_negative: int
    precision: float | None
    recall: float | None
    f1: float | None


def meta_evaluation(outcomes: Sequence[RelationOutcome], snapshots: SnapshotScores | None = None) -> list[MetaRow]:
    """Precision, recall and F1 of the oracle and of each snapshot metric against ledger truth.

    The oracle reports a fault where the relation is violated, a metric where its score lies below the
    threshold (at threshold 0 where it is 0). Every row counts the cases that it could not decide.

    Args:
        outcomes: outcomes whose `truth` is known; others are left out.
        snapshots: the metrics' scores of the answers under the mutants.
    """
    known = [o for o in outcomes if o.truth in ("held", "violated")]
    rows: list[MetaRow] = []
    groups: tuple[RelationGroup, ...] = ("all", "preserving", "altering")
    for relation in groups:
        own = known if relation == "all" else [o for o in known if o.relation == relation]
        rows.append(_row(ORACLE, None, relation, own, [oracle_decision(o) for o in own]))
        for metric in metrics_of(snapshots):
            for threshold in THRESHOLDS:
                decided = [metric_decision(snapshots or {}, o, metric, threshold) for o in own]
                rows.append(_row(metric, threshold, relation, own, decided))
    return rows


def oracle_decision(outcome: RelationOutcome) -> bool | None:
    """Whether the oracle reports a fault; None where it is unmeasured."""
    return outcome.outcome == "violated" if outcome.outcome in ("held", "violated") else None


def metric_decision(snapshots: SnapshotScores, outcome: RelationOutcome, metric: str, threshold: float) -> bool | None:
    """Whether a snapshot metric reports a fault; None where it has no score."""
    score = snapshots.get((outcome.system, outcome.mutant), {}).get(metric)
    return None if score is None else (score < threshold or score <= 0.0)


def metrics_of(snapshots: SnapshotScores | None) -> list[str]:
    """The metrics that have a score, the paper's four first."""
    seen = {metric for scores in (snapshots or {}).values() for metric in scores}
    return [*(m for m in SNAPSHOT_METRICS if m in seen), *sorted(seen.difference(SNAPSHOT_METRICS))]


def disagreements(outcomes: Sequence[RelationOutcome]) -> list[RelationOutcome]:
    """Every outcome in which the oracle and the truth differ."""
    return [
        o
        for o in outcomes
        if o.truth in ("held", "violated") and o.outcome in ("held", "violated") and o.outcome != o.truth
    ]


def _row(
    evaluator: str,
    threshold: float | None,
    relation: RelationGroup,
    outcomes: Sequence[RelationOutcome],
    decided: Sequence[bool | None],
) -> MetaRow:
    pairs = [(o.truth == "violated", d) for o, d in zip(outcomes, decided, strict=True) if d is not None]
    confusion = Confusion.count([truth for truth, _ in pairs], [decision for _, decision in pairs])
    return MetaRow(
        evaluator=evaluator,
        threshold=threshold,
        relation=relation,
        n=len(pairs),
        undecided=len(outcomes) - len(pairs),
        true_positive=confusion.true_positive,
        false_positive=confusion.false_positive,
        false_negative=confusion.false_negative,
        true_negative=confusion.true_negative,
        precision=confusion.precision,
        recall=confusion.recall,
        f1=confusion.f1,
    )
