"""The corpus as passages that a retriever can search, for proofs of absence and for chunk coverage."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.protocols import Index, Retriever
from ragtester.records import Chunk, Corpus
from ragtester.suite.sections import cut

PASSAGE_WORDS = 120
DEPTH = 5
"""Best passages that are looked at for each question."""


class Passages:
    """Every document in passages of about 120 words, indexed once."""

    def __init__(self, chunks: Sequence[Chunk], index: Index) -> None:
        self.chunks = tuple(chunks)
        self._index = index

    @classmethod
    async def of(cls, corpus: Corpus, retriever: Retriever) -> Passages:
        """The passages of `corpus` under `retriever`'s index."""
        chunks = [
            Chunk(id=f"{s.document}:{s.start}", document=s.document, text=s.text, start=s.start, end=s.end, index=i)
            for document in corpus.documents
            for i, s in enumerate(cut(document, 1, max_words=PASSAGE_WORDS))
        ]
        return cls(chunks, await retriever.index(chunks))

    async def best(self, queries: Sequence[str], *, k: int = DEPTH) -> list[list[Chunk]]:
        """The `k` best passages of each query, best first."""
        if not queries or not self.chunks:
            return [[] for _ in queries]
        found = await self._index.search(list(queries), k=min(k, len(self.chunks)))
        return [[self.chunks[position] for position, _ in hits] for hits in found]
