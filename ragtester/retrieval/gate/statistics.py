"""What the paired queries say as a whole: differences with intervals, corrected for their number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from ragtester.records import JsonValue
from ragtester.retrieval.contract import ContractQuery
from ragtester.retrieval.gate.scoring import Outcome
from ragtester.retrieval.power import more_pairs_needed
from ragtester.stats import (
    ComparisonVerdict,
    PairedComparison,
    comparison_verdict,
    holm,
    paired_bootstrap,
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
    queries: Sequence[ContractQuery],
    baseline: Mapping[str, Outcome],
    candidate: Mapping[str, Outcome],
    *,
    seed: int,
    resamples: int,
) -> tuple[MeasureComparison, ...]:
    """Paired bootstrap and sign-flip test of every measure, overall and by slice, Holm over all of them.

    Queries without a value (unanswerable ones) are no pairs. Paraphrases of one group are drawn together.
    """
    slices = sorted({query.slice for query in queries})
    cells: list[tuple[str, str | None, list[ContractQuery]]] = []
    for name in [None, *(slices if len(slices) > 1 else ())]:
        chosen = [query for query in queries if name is None or query.slice == name]
        for measure in COMPARED:
            paired = [query for query in chosen if baseline[query.id].values[measure] is not None]
            if paired:
                cells.append((measure, name, paired))

    def compare(cell: tuple[str, str | None, list[ContractQuery]]) -> PairedComparison:
        measure, _, paired = cell
        groups = [query.group or query.id for query in paired]
        return paired_bootstrap(
            _values(baseline, paired, measure),
            _values(candidate, paired, measure),
            groups=groups if len(set(groups)) < len(groups) else None,
            resamples=resamples,
            seed=seed,
        )

    with ThreadPoolExecutor(max_workers=2) as pool:
        compared = list(pool.map(compare, cells))
    adjusted = holm([one.p if one.p is not None else 1.0 for one in compared])
    return tuple(
        _judged(measure, name, one, p, _differences(baseline, candidate, paired, measure), len(cells))
        for (measure, name, paired), one, p in zip(cells, compared, adjusted, strict=True)
    )


def _judged(
    measure: str,
    name: str | None,
    paired: PairedComparison,
    adjusted_p: float,
    differences: Sequence[float],
    tests: int,
) -> MeasureComparison:
    verdict = comparison_verdict(paired.interval, adjusted_p=adjusted_p)
    return MeasureComparison(
        measure=measure,
        slice=name,
        paired=paired,
        adjusted_p=adjusted_p,
        verdict=verdict,
        needed=more_pairs_needed(differences, tests=tests) if verdict == "cannot_tell" else None,
    )


def _values(outcomes: Mapping[str, Outcome], queries: Sequence[ContractQuery], measure: str) -> list[float]:
    return [value for query in queries if (value := outcomes[query.id].values[measure]) is not None]


def _differences(
    baseline: Mapping[str, Outcome], candidate: Mapping[str, Outcome], queries: Sequence[ContractQuery], measure: str
) -> list[float]:
    before, after = _values(baseline, queries, measure), _values(candidate, queries, measure)
    return [b - a for a, b in zip(before, after, strict=True)]
