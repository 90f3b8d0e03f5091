"""BM25: search by shared words, weighted by how rare they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ragtester.records import Chunk
from ragtester.search.changes import Change, Layout
from ragtester.search.exact import Hits, Mask
from ragtester.search.postings import Posting, Postings
from ragtester.search.words import search_words

_Floats = npt.NDArray[np.float64]


class Bm25Retriever:
    """Ranks chunks by BM25; chunks that share no word with the query are not returned.

    Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework", with the inverse document frequency of
    Lucene, which is never negative: `log(1 + (N - df + 0.5) / (df + 0.5))`.

    Args:
        name: name in the configuration.
        k1: how soon further occurrences of a word stop to count.
        b: how much a long chunk is held against it, 0 to 1.
    """

    def __init__(self, *, name: str = "bm25", k1: float = 1.2, b: float = 0.75) -> None:
        self.name = name
        self.k1 = k1
        self.b = b
        self.version = f"bm25-1-{k1:g}-{b:g}"

    async def index(self, chunks: Sequence[Chunk]) -> Bm25Index:
        """An index over `chunks`."""
        return Bm25Index(Postings([search_words(chunk.text) for chunk in chunks]), chunks, k1=self.k1, b=self.b)


class Bm25Index:
    """Word counts of chunks; with a change, those of the chunks that it leads to.

    Args:
        postings: which words stand in which chunk.
        chunks: what is indexed.
        k1: as in the retriever.
        b: as in the retriever.
    """

    def __init__(self, postings: Postings, chunks: Sequence[Chunk], *, k1: float, b: float) -> None:
        self._postings = postings
        self._chunks = tuple(chunks)
        self._k1 = k1
        self._b = b
        self._layout: Layout | None = None

    @property
    def layout(self) -> Layout:
        """Where the documents stand; changes are made from it."""
        if self._layout is None:
            self._layout = Layout(self._chunks)
        return self._layout

    async def search(
        self, queries: Sequence[str], *, k: int, allowed: Sequence[Mask | None] | None = None
    ) -> list[Hits]:
        """For each query the `k` best chunks that share a word with it, ties by position."""
        masks: Sequence[Mask | None] = allowed if allowed is not None else [None] * len(queries)
        return [self._ranked(query, k, mask) for query, mask in zip(queries, masks, strict=True)]

    async def store(self, queries: Sequence[str], *, k: int = 5) -> None:
        """Nothing to do: every query is scored from the postings of its own words."""

    async def changed(self, change: Change) -> Bm25Index:
        """The index that `change` leads to: only what it adds is read, and all ranks are as if built anew."""
        added = [search_words(chunk.text) for chunk in change.added]
        return Bm25Index(self._postings.changed(change, added), (), k1=self._k1, b=self._b)

    def _ranked(self, query: str, k: int, mask: Mask | None) -> Hits:
        postings = self._postings
        scores: _Floats = np.zeros(postings.size, dtype=np.float64)
        for word, times in Counter(search_words(query)).items():
            posting = postings.of(word)
            if posting is not None:
                scores[posting.chunks] += times * self._weights(posting)
        if mask is not None:
            scores[~mask] = 0.0
        return _best(scores, k)

    def _weights(self, posting: Posting) -> _Floats:
        postings = self._postings
        found = len(posting.chunks)
        rarity = np.log(1.0 + (postings.size - found + 0.5) / (found + 0.5))
        counts = posting.counts.astype(np.float64)
        lengths = postings.lengths[posting.chunks] / postings.mean_length
        weights: _Floats = rarity * counts * (self._k1 + 1) / (counts + self._k1 * (1 - self._b + self._b * lengths))
        return weights


def _best(scores: _Floats, k: int) -> Hits:
    matched = np.flatnonzero(scores > 0)
    if len(matched) > k:
        values = scores[matched]
        least = np.partition(values, len(values) - k)[len(values) - k]
        matched = matched[values >= least]
    order = np.lexsort((matched, -scores[matched]))[:k]
    return [(int(position), float(scores[position])) for position in matched[order]]
