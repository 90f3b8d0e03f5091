"""A distance is taken for a similarity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.search import Hits, Masks, searching
from ragtester.protocols import Index
from ragtester.systems.reference import Stages


async def _worst(index: Index, size: int, queries: Sequence[str], k: int, allowed: Masks) -> Hits:
    ranked = await index.search(queries, k=size, allowed=allowed)
    return [[(position, -score) for position, score in reversed(hits)][:k] for hits in ranked]


def _change(stages: Stages) -> Stages:
    return replace(stages, make_retriever=searching(stages, "reversed_order", _worst))


FAULT = Fault(
    name="reversed_order",
    stage="retrieve",
    kind="order",
    description="a distance is sorted as if it were a similarity: the worst passages come first",
    change=_change,
)
