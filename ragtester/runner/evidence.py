"""Which chunks hold a test's evidence: found once per corpus and chunker, then looked up for every case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ragtester.documents import locate, overlaps
from ragtester.records import Chunk, Document, Retrieved, Span, Test

HELD = 0.9
"""Share of a quote's characters that a chunk must hold."""


class EvidenceMap:
    """For every test, the ids of the chunks that hold each piece of its evidence."""

    def __init__(self, documents: Iterable[Document], chunks: Iterable[Chunk]) -> None:
        self._documents = {document.id: document for document in documents}
        self._chunks: dict[str, list[Chunk]] = {}
        for chunk in chunks:
            self._chunks.setdefault(chunk.document, []).append(chunk)
        self._held: dict[str, tuple[frozenset[str], ...]] = {}

    def holders(self, test: Test) -> tuple[frozenset[str], ...]:
        """One set of chunk ids for each span of evidence."""
        found = self._held.get(test.id)
        if found is None:
            found = tuple(frozenset(chunk.id for chunk in self._holding(span)) for span in test.evidence)
            self._held[test.id] = found
        return found

    def _holding(self, span: Span) -> Iterator[Chunk]:
        document = self._documents.get(span.document)
        place = locate(span, document) if document is not None else None
        for chunk in self._chunks.get(span.document, ()):
            if document is not None and _elsewhere(chunk, place, document):
                continue
            if overlaps(span, chunk, document) >= HELD:
                yield chunk

    def measures(self, test: Test, context: Sequence[Retrieved]) -> dict[str, float | None]:
        """Recall, precision, reciprocal rank and hit of the evidence in a final context.

        Recall is the share of the pieces of evidence that some passage holds; precision the share of
        the passages that hold any; an empty context has recall and precision 0. Empty for a test
        without evidence.
        """
        holders = self.holders(test)
        if not holders:
            return {}
        return _measures([[passage.chunk in held for held in holders] for passage in context], pieces=len(holders))


def shown_measures(test: Test, context: Sequence[Retrieved]) -> dict[str, float | None]:
    """The same of a system whose index is not known: its passages' own texts are searched for the evidence.

    Such a system names documents as it likes, so that the text alone decides.
    """
    if not test.evidence:
        return {}
    held = [[overlaps(span, _shown(passage, span), None) >= HELD for span in test.evidence] for passage in context]
    return _measures(held, pieces=len(test.evidence))


def _shown(passage: Retrieved, span: Span) -> Chunk:
    return Chunk(id=passage.chunk, document=span.document, text=passage.text, index=0, start=-1, end=-1)


def _measures(held: Sequence[Sequence[bool]], *, pieces: int) -> dict[str, float | None]:
    """From which passage holds which piece of evidence."""
    relevant = [any(row) for row in held]
    first = next((rank for rank, hit in enumerate(relevant, start=1) if hit), None)
    return {
        "recall": sum(any(row[piece] for row in held) for piece in range(pieces)) / pieces,
        "precision": sum(relevant) / len(held) if held else 0.0,
        "mrr": 1 / first if first else 0.0,
        "hit": 1.0 if first else 0.0,
    }


def _elsewhere(chunk: Chunk, place: tuple[int, int] | None, document: Document) -> bool:
    """Whether a chunk stands at its offsets, and the quote is not among them."""
    if chunk.start < 0 or document.text[chunk.start : chunk.end] != chunk.text:
        return False
    return place is None or chunk.end <= place[0] or place[1] <= chunk.start
