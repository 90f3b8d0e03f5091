"""Measures of one ranked list against one reference.

Conventions, the same for all of them: only the first `k` positions count; a query without a relevant
reference has no value (None, "not applicable"); an empty or all-irrelevant list scores 0. A repeated
id counts as a position in precision, and only once wherever a reference is credited.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ragtester.retrieval.measures.reference import Reference


def precision_at_k(ranked: Sequence[str], reference: Reference, *, k: int) -> float | None:
    """Relevant positions within the first `k`, divided by `k`: a missing position counts against it."""
    if not reference.facts:
        return None
    gains = reference.gains
    return sum(1 for name in ranked[:k] if gains.get(name, 0) > 0) / k


def recall_at_k(ranked: Sequence[str], reference: Reference, *, k: int) -> float | None:
    """Distinct references found within the first `k`, divided by all references."""
    if not reference.facts:
        return None
    supported = reference.credits
    return len({fact for name in ranked[:k] if name in supported for fact in supported[name]}) / len(reference.facts)


def rank_context_precision(ranked: Sequence[str], reference: Reference, *, k: int) -> float | None:
    """Mean of precision@i over the positions i that hold a relevant result.

    The rank-sensitive context precision of Ragas. Its denominator is what was retrieved, so that it
    says nothing about completeness: read it beside recall.
    """
    if not reference.facts:
        return None
    gains = reference.gains
    relevant, total = 0, 0.0
    for position, name in enumerate(ranked[:k], start=1):
        if gains.get(name, 0) > 0:
            relevant += 1
            total += relevant / position
    return total / relevant if relevant else 0.0


def ndcg_at_k(ranked: Sequence[str], reference: Reference, *, k: int) -> float | None:
    """Discounted cumulative gain within the first `k`, divided by that of the ideal order.

    Linear gain and a discount of log2(rank + 1), as in trec_eval (Jarvelin and Kekalainen 2002). A
    fact is credited once, at the first id that supports it; the ideal order has one fact at each rank, and a
    list that does better because one text holds several facts scores 1.
    """
    if not reference.facts:
        return None
    supported = reference.credits
    seen: set[int] = set()
    found = 0.0
    for position, name in enumerate(ranked[:k], start=1):
        facts = supported.get(name)
        new = facts and [fact for fact in facts if fact not in seen]
        if new:
            seen.update(new)
            found += reference.worth(name, new) / math.log2(position + 1)
    ideal = sum(gain / math.log2(position + 1) for position, gain in enumerate(reference.ideal[:k], start=1))
    return min(1.0, found / ideal)


def reciprocal_rank(ranked: Sequence[str], reference: Reference, *, k: int) -> float | None:
    """1 / rank of the first relevant result within the first `k`, else 0; its mean is the MRR."""
    if not reference.facts:
        return None
    gains = reference.gains
    for position, name in enumerate(ranked[:k], start=1):
        if gains.get(name, 0) > 0:
            return 1 / position
    return 0.0


def hit_rate(ranked: Sequence[str], reference: Reference, *, k: int) -> float | None:
    """1 where any relevant result is within the first `k`, else 0."""
    value = reciprocal_rank(ranked, reference, k=k)
    return None if value is None else float(value > 0)


def duplicate_rate(ranked: Sequence[str]) -> float:
    """Share of results whose id was returned before; 0 for an empty list."""
    return (len(ranked) - len(set(ranked))) / len(ranked) if ranked else 0.0
