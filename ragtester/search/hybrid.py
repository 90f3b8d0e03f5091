"""Hybrid search: two rankings made into one by their ranks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ragtester.protocols import Index, Vectors
from ragtester.records import Chunk
from ragtester.search.bm25 import Bm25Index, Bm25Retriever
from ragtester.search.changes import Change, Layout
from ragtester.search.dense import DenseIndex, DenseRetriever
from ragtester.search.exact import Hits, Mask


class ChangeableIndex(Index, Protocol):
    """An index from which a mutant's index can be made at the cost of what is new."""

    @property
    def layout(self) -> Layout:
        """Where the documents stand; changes are made from it."""
        ...

    async def store(self, queries: Sequence[str], *, k: int = 5) -> None:
        """Ranks these queries for the changed indexes that come from this one."""
        ...

    async def changed(self, change: Change) -> Index:
        """The index that `change` leads to; it ranks as one built anew would."""
        ...


class HybridRetriever:
    """Reciprocal rank fusion of BM25 and a dense retriever.

    Cormack, Clarke and Buettcher 2009, "Reciprocal Rank Fusion outperforms Condorcet": a chunk's score is the sum of
    `1 / (constant + rank)` over the rankings that hold it; each is read to a depth.

    Args:
        lexical: the BM25 retriever.
        dense: the retriever by vectors.
        name: name in the configuration.
        constant: the larger, the less the first ranks stand out.
        depth: ranks that are read of each.
    """

    def __init__(
        self,
        lexical: Bm25Retriever,
        dense: DenseRetriever,
        *,
        name: str | None = None,
        constant: int = 60,
        depth: int = 50,
    ) -> None:
        self.lexical = lexical
        self.dense = dense
        self.constant = constant
        self.depth = depth
        self.name = name or f"hybrid-{dense.name}"
        self.version = f"rrf-1-{constant}-{depth}:{lexical.version}:{dense.version}"

    async def index(self, chunks: Sequence[Chunk]) -> HybridIndex:
        """An index over `chunks` by both.

        Raises:
            EndpointError: a remote embedder did not answer.
        """
        lexical, dense = await self.lexical.index(chunks), await self.dense.index(chunks)
        return HybridIndex(lexical, dense, constant=self.constant, depth=self.depth)


class FusedIndex:
    """Two indexes over the same chunks, asked as one.

    Args:
        lexical: the first ranking.
        dense: the second.
        constant: as in the retriever.
        depth: as in the retriever.
    """

    def __init__(self, lexical: Index, dense: Index, *, constant: int, depth: int) -> None:
        self._parts = (lexical, dense)
        self._constant = constant
        self._depth = depth

    async def search(
        self, queries: Sequence[str], *, k: int, allowed: Sequence[Mask | None] | None = None
    ) -> list[Hits]:
        """For each query the `k` best chunks, ties by position."""
        depth = max(k, self._depth)
        rankings = [await part.search(queries, k=depth, allowed=allowed) for part in self._parts]
        return [self._fused(hits, k) for hits in zip(*rankings, strict=True)]

    def _fused(self, rankings: Sequence[Hits], k: int) -> Hits:
        scores: dict[int, float] = {}
        for hits in rankings:
            for rank, (position, _score) in enumerate(hits, start=1):
                scores[position] = scores.get(position, 0.0) + 1.0 / (self._constant + rank)
        return sorted(scores.items(), key=lambda hit: (-hit[1], hit[0]))[:k]


class HybridIndex(FusedIndex):
    """A fused index that changes with its parts."""

    def __init__(self, lexical: Bm25Index, dense: DenseIndex, *, constant: int, depth: int) -> None:
        super().__init__(lexical, dense, constant=constant, depth=depth)
        self._lexical = lexical
        self._dense = dense

    @property
    def vectors(self) -> Vectors:
        """The vectors of the dense part, a row per chunk."""
        return self._dense.vectors

    @property
    def layout(self) -> Layout:
        """Where the documents stand; changes are made from it."""
        return self._dense.layout

    async def store(self, queries: Sequence[str], *, k: int = 5) -> None:
        """Ranks these queries by vectors, deep enough for the fusion."""
        await self._dense.store(queries, k=max(k, self._depth))

    async def changed(self, change: Change) -> FusedIndex:
        """The index that `change` leads to."""
        lexical, dense = await self._lexical.changed(change), await self._dense.changed(change)
        return FusedIndex(lexical, dense, constant=self._constant, depth=self._depth)
