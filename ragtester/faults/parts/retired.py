"""Chunks of documents that must not be in the index any more."""

from __future__ import annotations

from ragtester.records import Chunk
from ragtester.systems.reference import Stages


def earlier_editions(stages: Stages) -> list[Chunk]:
    """Chunks of earlier editions."""
    return _chunks(stages, "superseded")


def deleted_documents(stages: Stages) -> list[Chunk]:
    """Chunks of documents that were withdrawn."""
    return _chunks(stages, "withdrawn")


def _chunks(stages: Stages, status: str) -> list[Chunk]:
    documents = stages.parse([document for document in stages.retired if document.status == status])
    # An index that keeps what is old does not know that it is: nothing says when it ended.
    return [
        chunk.model_copy(update={"id": f"{chunk.id}@{status}", "effective_from": None, "effective_to": None})
        for document in documents
        for chunk in stages.chunker.chunk(document)
    ]
