"""Retrieval measures with declared conventions; `MEASURES` lists what a gate reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ragtester.retrieval.measures.library import LIBRARY_NAMES, library_values
from ragtester.retrieval.measures.ranked import (
    duplicate_rate,
    hit_rate,
    ndcg_at_k,
    precision_at_k,
    rank_context_precision,
    recall_at_k,
    reciprocal_rank,
)
from ragtester.retrieval.measures.reference import Reference
from ragtester.retrieval.measures.stated import claim_coverage, comparable, states


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of one ranked list: name, function, and what it says."""

    name: str
    compute: Callable[..., float | None]
    """Called with the ranked ids, the reference and `k=`."""
    description: str
    source: str


MEASURES: dict[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure("precision_at_k", precision_at_k, "relevant positions of the first k, over k", "trec_eval P"),
        Measure("recall_at_k", recall_at_k, "references found in the first k, over all", "trec_eval recall"),
        Measure("rank_context_precision", rank_context_precision, "mean precision at relevant ranks", "Ragas"),
        Measure("ndcg_at_k", ndcg_at_k, "discounted gain over that of the ideal order", "trec_eval ndcg_cut"),
        Measure("mrr", reciprocal_rank, "1 / rank of the first relevant result", "trec_eval recip_rank"),
        Measure("hit_rate", hit_rate, "whether any relevant result is in the first k", "trec_eval success"),
    )
}
"""Measures of ids by name, in the order of a report."""

__all__ = [
    "LIBRARY_NAMES",
    "MEASURES",
    "Measure",
    "Reference",
    "claim_coverage",
    "comparable",
    "duplicate_rate",
    "hit_rate",
    "library_values",
    "ndcg_at_k",
    "precision_at_k",
    "rank_context_precision",
    "recall_at_k",
    "reciprocal_rank",
    "states",
]
