"""What a pipeline holds before any question: where evidence can be lost without a trace in the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ragtester.protocols import Embedder, Vectors
from ragtester.records import Chunk, Document

_ALIKE = 0.999
"""Least cosine of a stored vector and the model's own; both are float32, a remote model may round."""
_LENGTH = 0.01
"""Most that a vector's length may differ from 1."""


@dataclass(frozen=True, kw_only=True)
class Observed:
    """What a pipeline holds; made once and asked for every failed case."""

    given: Sequence[Document]
    documents: Sequence[Document]
    chunks: Sequence[Chunk]
    indexed: Sequence[Chunk]
    embedded_right: Callable[[Chunk], bool] | None = None
    """Whether a chunk's vector is what the model gives; None where there are no vectors."""

    @cached_property
    def foreign(self) -> frozenset[str]:
        """Ids of chunks that are indexed and were not cut from a current document, or were changed on the way."""
        if list(self.indexed) == list(self.chunks):
            return frozenset()
        cut = set(self.chunks)
        return frozenset(chunk.id for chunk in self.indexed if chunk not in cut)

    @cached_property
    def by_id(self) -> dict[str, Chunk]:
        """Indexed chunks by their ids."""
        return {chunk.id: chunk for chunk in self.indexed}

    @cached_property
    def repeated(self) -> frozenset[str]:
        """Ids of chunks that were cut more than once from the same place."""
        places: dict[tuple[str, int, int, str], list[str]] = {}
        for chunk in self.chunks:
            places.setdefault((chunk.document, chunk.start, chunk.end, chunk.text), []).append(chunk.id)
        return frozenset(name for ids in places.values() if len(ids) > 1 for name in ids)

    def text_of(self, document: str, *, parsed: bool = True) -> Document | None:
        """The document as parsed, or as it was given."""
        listed = self.documents if parsed else self.given
        return next((one for one in listed if one.id == document), None)


async def vectors_right(indexed: Sequence[Chunk], vectors: Vectors, embedder: Embedder) -> Callable[[Chunk], bool]:
    """Whether the indexed vector of a chunk is what `embedder` gives for its text.

    Args:
        indexed: the chunks of the index.
        vectors: their rows in the index, shape (len(indexed), d).
        embedder: the model that the pipeline should use.

    Raises:
        EndpointError: a remote embedder did not answer.
    """
    if not len(indexed):
        return lambda _chunk: True
    own = await embedder.embed([chunk.text for chunk in indexed])
    if own.shape != vectors.shape:
        return lambda _chunk: False
    lengths = np.linalg.norm(vectors, axis=1)
    alike = np.einsum("ij,ij->i", own, vectors) >= _ALIKE * np.maximum(lengths, 1e-9)
    unit = np.abs(lengths - np.linalg.norm(own, axis=1)) <= _LENGTH
    wrong = {chunk.id for chunk, right in zip(indexed, alike & unit, strict=True) if not right}
    return lambda chunk: chunk.id not in wrong
