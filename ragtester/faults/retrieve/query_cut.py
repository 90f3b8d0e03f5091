"""The query is cut before the search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.search import Hits, Masks, searching
from ragtester.protocols import Index
from ragtester.systems.reference import Stages

WORDS = 2


async def _first_words(index: Index, _size: int, queries: Sequence[str], k: int, allowed: Masks) -> Hits:
    return await index.search([" ".join(query.split()[:WORDS]) for query in queries], k=k, allowed=allowed)


def _change(stages: Stages) -> Stages:
    return replace(stages, make_retriever=searching(stages, "query_cut", _first_words))


FAULT = Fault(
    name="query_cut",
    stage="retrieve",
    kind="loss",
    description=f"only the first {WORDS} words of a question are searched for",
    change=_change,
)
