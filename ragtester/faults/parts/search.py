"""A retriever whose index is asked, or answers, wrongly."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import numpy as np
import numpy.typing as npt

from ragtester.protocols import Embedder, Index, Retriever, Vectors
from ragtester.records import Chunk
from ragtester.systems.reference import Stages

Masks = Sequence[npt.NDArray[np.bool_] | None] | None
Hits = list[list[tuple[int, float]]]
Search = Callable[[Index, int, Sequence[str], int, Masks], Awaitable[Hits]]
"""From the healthy index, its size, queries, depth and masks to what is found."""


class FaultyIndex:
    """An index that searches with a fault; its vectors are the healthy ones."""

    def __init__(self, inner: Index, size: int, search: Search) -> None:
        self._inner = inner
        self._size = size
        self._search = search

    @property
    def vectors(self) -> Vectors | None:
        """The vectors of the index behind it; None for a lexical one."""
        return getattr(self._inner, "vectors", None)

    async def search(self, queries: Sequence[str], *, k: int, allowed: Masks = None) -> Hits:
        """What the faulty search finds."""
        return await self._search(self._inner, self._size, queries, k, allowed)


class FaultyRetriever:
    """Makes faulty indexes of the healthy retriever's."""

    def __init__(self, inner: Retriever, fault: str, search: Search) -> None:
        self.name = inner.name
        self.version = f"{inner.version}+{fault}"
        self._inner = inner
        self._search = search

    async def index(self, chunks: Sequence[Chunk]) -> FaultyIndex:
        """A healthy index behind a faulty search."""
        return FaultyIndex(await self._inner.index(chunks), len(chunks), self._search)


def searching(stages: Stages, fault: str, search: Search) -> Callable[[Embedder | None], Retriever]:
    """A retriever factory whose indexes search with a fault."""
    return lambda embedder: FaultyRetriever(stages.make_retriever(embedder), fault, search)
