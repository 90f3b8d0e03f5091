"""What a pipeline holds of the documents that matter to one case: a diagnosis need not look at the whole corpus."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence

from ragtester.protocols import Embedder, Index
from ragtester.records import Answer, Chunk, Document, Retrieved, Test
from ragtester.runner.evidence import EvidenceMap
from ragtester.systems.reference import Knowledge, Observed, vectors_right


class Observations:
    """`Observed` by case, cut down to the chunks that hold the test's evidence or stand where passages were shown.

    A diagnosis asks of chunks whether any holds the evidence, and whether those that were shown are among them, under
    their own or another id. The others change nothing about it, and looking at them takes a hundred times as long.

    Args:
        knowledge: documents, chunks and index of the pipeline.
        embedder: what the vectors should come from; None where there are none.
    """

    def __init__(self, knowledge: Knowledge, *, embedder: Embedder | None = None) -> None:
        self._knowledge = knowledge
        self._embedder = embedder
        self._embedded_right: Callable[[Chunk], bool] | None = None
        self._compared: Index | None = None
        self._lock = asyncio.Lock()
        self._seen: Sequence[Chunk] | None = None

    async def compare_vectors(self) -> None:
        """Compares the vectors of the index with the embedder's own, once for each index.

        Raises:
            EndpointError: a remote embedder did not answer.
        """
        if self._embedder is None:
            return
        index = await self._knowledge.build()
        async with self._lock:
            vectors = getattr(index, "vectors", None)
            if vectors is not None and index is not self._compared:
                self._embedded_right = await vectors_right(self._knowledge.indexed, vectors, self._embedder)
                self._compared = index

    def of(self, test: Test, answer: Answer) -> Observed:
        """What the pipeline holds, as far as it matters to this answer."""
        if self._seen is not self._knowledge.indexed:
            self._look()
        wanted = {span.document for span in test.evidence}
        shown = [passage for stage in (answer.candidates, answer.reranked, answer.context) for passage in stage or ()]
        cut = self._chunks.matter(test, shown)
        return Observed(
            given=[self._given[name] for name in wanted if name in self._given],
            documents=[self._documents[name] for name in wanted if name in self._documents],
            chunks=cut,
            indexed=cut if self._indexed is self._chunks else self._indexed.matter(test, shown),
            embedded_right=self._embedded_right,
        )

    def _look(self) -> None:
        knowledge = self._knowledge
        self._seen = knowledge.indexed
        self._given = _by_id(knowledge.given)
        self._documents = _by_id(knowledge.documents)
        self._chunks = _Chunks(knowledge.documents, knowledge.chunks)
        same = knowledge.indexed == knowledge.chunks
        self._indexed = self._chunks if same else _Chunks(knowledge.documents, knowledge.indexed)


class _Chunks:
    """Chunks by id, by place, and by the evidence that they hold."""

    def __init__(self, documents: Sequence[Document], chunks: Sequence[Chunk]) -> None:
        self._chunks = chunks
        self._evidence = EvidenceMap(documents, chunks)
        self._by_id: dict[str, list[int]] = {}
        self._by_place: dict[tuple[str, int, int], list[int]] = {}
        for position, chunk in enumerate(chunks):
            self._by_id.setdefault(chunk.id, []).append(position)
            self._by_place.setdefault((chunk.document, chunk.start, chunk.end), []).append(position)

    def matter(self, test: Test, shown: Iterable[Retrieved]) -> list[Chunk]:
        """The chunks that a diagnosis may ask about, in their order."""
        found: set[int] = set()
        for held in self._evidence.holders(test):
            for name in held:
                found.update(self._by_id.get(name, ()))
        for passage in shown:
            for position in self._by_id.get(passage.chunk, ()):
                chunk = self._chunks[position]
                found.update(self._by_place[chunk.document, chunk.start, chunk.end])
            found.update(self._by_id.get(passage.chunk, ()))
            found.update(self._by_place.get((passage.document, passage.start, passage.end), ()))
        return [self._chunks[position] for position in sorted(found)]


def _by_id(documents: Iterable[Document]) -> dict[str, Document]:
    return {document.id: document for document in documents}
