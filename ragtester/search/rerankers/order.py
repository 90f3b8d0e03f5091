"""Candidates in a new order, with ranks and scores set anew."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.records import Retrieved


def reranked(candidates: Sequence[Retrieved], scores: Sequence[float], *, k: int) -> list[Retrieved]:
    """The `k` candidates with the highest scores, best first; equal scores keep the order they had."""
    order = sorted(range(len(candidates)), key=lambda place: (-scores[place], place))[: max(0, k)]
    return [
        candidates[place].model_copy(update={"rank": rank, "score": scores[place]})
        for rank, place in enumerate(order, start=1)
    ]
