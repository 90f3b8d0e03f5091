"""Figure 2: which true faults the oracle and each snapshot metric find, alone and together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ragtester.metamorphic.tables.meta_evaluation import (
    ORACLE,
    SnapshotScores,
    metric_decision,
    metrics_of,
    oracle_decision,
)
from ragtester.records import Record, RelationOutcome

PAPER_THRESHOLD = 0.3


class Region(Record):
    """One region of the Venn diagram: the true faults that exactly these evaluators find."""

    found_by: tuple[str, ...]
    """Empty for the faults that nobody finds."""
    faults: int


def fault_overlap(
    outcomes: Sequence[RelationOutcome], snapshots: SnapshotScores | None = None, *, threshold: float = PAPER_THRESHOLD
) -> list[Region]:
    """Every region that holds a true fault, the largest first; together they are all true faults."""
    metrics = metrics_of(snapshots)
    counts: Counter[tuple[str, ...]] = Counter()
    for outcome in outcomes:
        if outcome.truth != "violated":
            continue
        finders = [ORACLE] if oracle_decision(outcome) else []
        finders += [m for m in metrics if metric_decision(snapshots or {}, outcome, m, threshold)]
        counts[tuple(finders)] += 1
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [Region(found_by=names, faults=faults) for names, faults in ordered]


def found_in_all(regions: Sequence[Region], evaluator: str) -> int:
    """How many true faults one evaluator finds, alone or with others."""
    return sum(region.faults for region in regions if evaluator in region.found_by)
