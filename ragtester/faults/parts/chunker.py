"""A chunker with a fault behind or in place of the healthy one."""

from __future__ import annotations

from collections.abc import Callable

from ragtester.protocols import Chunker
from ragtester.records import Chunk, Document


class FaultyChunker:
    """Changes the chunks that the healthy chunker cuts.

    Args:
        inner: the healthy chunker.
        fault: the fault's name, part of the version.
        change: from a document and its healthy chunks to the faulty ones.
    """

    def __init__(self, inner: Chunker, fault: str, change: Callable[[Document, list[Chunk]], list[Chunk]]) -> None:
        self.name = inner.name
        self.version = f"{inner.version}+{fault}"
        self._inner = inner
        self._change = change

    def chunk(self, document: Document) -> list[Chunk]:
        """The faulty chunks."""
        return self._change(document, self._inner.chunk(document))
