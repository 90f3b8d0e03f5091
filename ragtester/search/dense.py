"""Search by vectors: an index over an embedder, and the same index with a mutant's changes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ragtester.protocols import Embedder, Vectors
from ragtester.records import Chunk
from ragtester.search.changes import Change, Layout
from ragtester.search.exact import Hits, Mask, top_k

_DEPTH = 64


class DenseRetriever:
    """Ranks chunks by the cosine of their vectors to the query's.

    Args:
        embedder: gives the vectors.
        name: name in the configuration; the embedder's by default.
    """

    def __init__(self, embedder: Embedder, *, name: str | None = None) -> None:
        self.embedder = embedder
        self.name = name or embedder.name
        self.version = f"dense-1:{embedder.version}"

    async def index(self, chunks: Sequence[Chunk]) -> DenseIndex:
        """An index over `chunks`; their texts are embedded in one call.

        Raises:
            EndpointError: a remote embedder did not answer.
        """
        vectors = await self.embedder.embed([chunk.text for chunk in chunks])
        return DenseIndex(self.embedder, chunks, vectors)


class DenseIndex:
    """Vectors of chunks, with the rankings of the queries that were asked.

    Args:
        embedder: embeds the queries, and the chunks that a change adds.
        chunks: what is indexed.
        vectors: a row per chunk.
    """

    def __init__(self, embedder: Embedder, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        self.embedder = embedder
        self.vectors = np.ascontiguousarray(vectors, dtype=np.float32)
        self._chunks = tuple(chunks)
        self._layout: Layout | None = None
        self._stored: dict[str, Hits] = {}
        self._queries: dict[str, Vectors] = {}

    @property
    def layout(self) -> Layout:
        """Where the documents stand; changes are made from it."""
        if self._layout is None:
            self._layout = Layout(self._chunks)
        return self._layout

    async def search(
        self, queries: Sequence[str], *, k: int, allowed: Sequence[Mask | None] | None = None
    ) -> list[Hits]:
        """For each query the `k` best chunks, ties by position."""
        if not len(self.vectors) or not queries:
            return [[] for _ in queries]
        return top_k(await self.query_vectors(queries), self.vectors, k, allowed=allowed)

    async def query_vectors(self, queries: Sequence[str]) -> Vectors:
        """The vectors of stored queries as they were kept, of others as the embedder gives them now."""
        missing = [query for query in dict.fromkeys(queries) if query not in self._queries]
        found = await self.embedder.embed(missing, purpose="query") if missing else ()
        now = dict(zip(missing, found, strict=True))
        return np.stack([now[query] if query in now else self._queries[query] for query in queries])

    async def store(self, queries: Sequence[str], *, k: int = 5) -> None:
        """Ranks these queries, in one pass, for the changed indexes that come from this one."""
        missing = [query for query in dict.fromkeys(queries) if query not in self._stored]
        if missing:
            self._queries.update(zip(missing, await self.query_vectors(missing), strict=True))
            found = await self.search(missing, k=k + _DEPTH)
            self._stored.update(zip(missing, found, strict=True))

    async def stored(self, queries: Sequence[str], *, k: int) -> list[Hits]:
        """The base rankings of these queries, ranked now where they were not before."""
        await self.store(queries, k=k)
        return [self._stored[query] for query in queries]

    async def changed(self, change: Change) -> ChangedDenseIndex:
        """The index that `change` leads to; only what it adds is embedded and scored."""
        added = await self.embedder.embed([chunk.text for chunk in change.added]) if change.added else None
        return ChangedDenseIndex(self, change, added)


class ChangedDenseIndex:
    """A base index with a change: ranks as an index built anew would, ties included.

    Args:
        base: the index before.
        change: what is taken out and put in.
        added: vectors of what is put in.
    """

    def __init__(self, base: DenseIndex, change: Change, added: Vectors | None) -> None:
        self._base = base
        self._change = change
        self._added = added

    async def search(
        self, queries: Sequence[str], *, k: int, allowed: Sequence[Mask | None] | None = None
    ) -> list[Hits]:
        """For each query the `k` best chunks by their positions after the change."""
        masks: Sequence[Mask | None] = allowed if allowed is not None else [None] * len(queries)
        base = await self._base.stored(queries, k=k)
        kept = [self._kept(hits, mask, k) for hits, mask in zip(base, masks, strict=True)]
        short = [
            place
            for place, (hits, stored) in enumerate(zip(kept, base, strict=True))
            if len(hits) < k and len(stored) < len(self._base.vectors)
        ]
        if short:
            for place, hits in zip(short, await self._again([queries[i] for i in short], masks, short, k), strict=True):
                kept[place] = hits
        new = await self._new(queries, masks, k)
        return [
            sorted([*old, *fresh], key=lambda hit: (-hit[1], hit[0]))[:k] for old, fresh in zip(kept, new, strict=True)
        ]

    def _kept(self, hits: Hits, mask: Mask | None, k: int) -> Hits:
        places = self._change.kept
        moved = [(int(places[position]), score) for position, score in hits]
        return [hit for hit in moved if hit[0] >= 0 and (mask is None or mask[hit[0]])][:k]

    async def _again(
        self, queries: Sequence[str], masks: Sequence[Mask | None], short: Sequence[int], k: int
    ) -> list[Hits]:
        """Whole searches of the base, for queries whose stored ranking is too short for the change."""
        places = self._change.kept
        staying = places >= 0
        wanted = [staying if (mask := masks[i]) is None else staying & mask[np.maximum(places, 0)] for i in short]
        found = await self._base.search(queries, k=k, allowed=wanted)
        return [[(int(places[position]), score) for position, score in hits] for hits in found]

    async def _new(self, queries: Sequence[str], masks: Sequence[Mask | None], k: int) -> list[Hits]:
        if self._added is None or not len(self._added):
            return [[] for _ in queries]
        at = self._change.added_at
        vectors = await self._base.query_vectors(queries)
        found = top_k(vectors, self._added, k, allowed=[None if mask is None else mask[at] for mask in masks])
        return [[(int(at[position]), score) for position, score in hits] for hits in found]
