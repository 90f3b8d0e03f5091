"""What the paired queries say as a whole: differences with intervals, corrected for their number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from ragtester.records import JsonValue
from ragtester.retrieval.contract import Contract, ContractQuery
from ragtester.retrieval.gate.resampling import Matrix, paired_matrix
from ragtester.retrieval.gate.scoring import Outcome
from ragtester.retrieval.margins import NO_MARGINS, margin_of
from ragtester.retrieval.power import more_pairs_needed
from ragtester.stats import (
    ComparisonVerdict,
    PairedComparison,
    comparison_verdict,
    holm,
)

COMPARED = ("precision_at_k", "recall_at_k", "rank_context_precision", "ndcg_at_k", "mrr")
"""Measures whose paired differences a gate tests."""


@dataclass(frozen=True, slots=True)
class MeasureComparison:
    """One measure, over all queries or one slice."""

    measure: str
    slice: str | None
    paired: PairedComparison
    adjusted_p: float
    verdict: ComparisonVerdict
    needed: int | None
    """More pairs that a difference of the observed size would take to be told; None where there is none."""
    margin: float = 0.0
    """Differences up to it count as the same."""

    def to_json(self) -> dict[str, JsonValue]:
        """As a report holds it."""
        interval = self.paired.interval
        return {
            "measure": self.measure,
            "slice": self.slice,
            "base": self.paired.base,
            "candidate": self.paired.candidate,
            "difference": self.paired.difference,
            "interval": [interval.low, interval.high] if interval else None,
            "p": self.paired.p,
            "adjusted_p": self.adjusted_p,
            "n": self.paired.n,
            "groups": self.paired.groups,
            "margin": self.margin,
            "verdict": self.verdict,
            "needed": self.needed,
            "message": message(self.verdict, self.needed),
        }


def message(verdict: ComparisonVerdict, needed: int | None) -> str:
    """The verdict for a reader."""
    if verdict != "cannot_tell":
        return verdict
    return f"cannot tell yet: {needed} more needed" if needed else "cannot tell"


def compare_outcomes(
    contract: Contract,
    baseline: Mapping[str, Outcome],
    candidate: Mapping[str, Outcome],
    *,
    seed: int,
    resamples: int,
    margins: Mapping[str, float] = NO_MARGINS,
) -> tuple[MeasureComparison, ...]:
    """Paired bootstrap and sign-flip test of every measure, overall and by slice, Holm over all of them.

    Queries without a value (unanswerable ones) are no pairs. Paraphrases of one group are drawn together.
    """
    queries = contract.queries
    slices = sorted({query.slice for query in queries})
    parts: list[tuple[str | None, list[ContractQuery]]] = []
    for name in [None, *(slices if len(slices) > 1 else ())]:
        paired = [query for query in queries if query.answerable and name in (None, query.slice)]
        if paired:
            parts.append((name, paired))

    def compare(part: tuple[str | None, list[ContractQuery]]) -> tuple[list[PairedComparison], Matrix]:
        _, paired = part
        before, after = _values(baseline, paired), _values(candidate, paired)
        groups = [contract.group_of(query) for query in paired]
        grouped = groups if len(set(groups)) < len(groups) else None
        return paired_matrix(before, after, groups=grouped, resamples=resamples, seed=seed), after - before

    with ThreadPoolExecutor(max_workers=2) as pool:
        compared = list(pool.map(compare, parts))
    cells = [
        (measure, name, paired[column], differences[:, column].tolist())
        for (name, _), (paired, differences) in zip(parts, compared, strict=True)
        for column, measure in enumerate(COMPARED)
    ]
    adjusted = holm([1.0 if paired.p is None else paired.p for _, _, paired, _ in cells])
    return tuple(
        _judged(measure, name, paired, p, differences, len(cells), margin_of(margins, measure))
        for (measure, name, paired, differences), p in zip(cells, adjusted, strict=True)
    )


def _judged(
    measure: str,
    name: str | None,
    paired: PairedComparison,
    adjusted_p: float,
    differences: Sequence[float],
    tests: int,
    margin: float,
) -> MeasureComparison:
    verdict = comparison_verdict(paired.interval, margin=margin, adjusted_p=adjusted_p)
    return MeasureComparison(
        measure=measure,
        slice=name,
        paired=paired,
        adjusted_p=adjusted_p,
        verdict=verdict,
        margin=margin,
        needed=more_pairs_needed(differences, tests=tests, margin=margin) if verdict == "cannot_tell" else None,
    )


def _values(outcomes: Mapping[str, Outcome], queries: Sequence[ContractQuery]) -> Matrix:
    """One row per query, one column per compared measure; every answerable query has them all."""
    rows = [[outcomes[query.id].values[measure] or 0.0 for measure in COMPARED] for query in queries]
    return np.asarray(rows, dtype=np.float64)
