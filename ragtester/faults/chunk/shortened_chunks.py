"""Chunks lose their ends at a length limit."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.chunker import FaultyChunker
from ragtester.records import Chunk, Document
from ragtester.systems.reference import Stages

KEPT = 0.4


def _shortened(_document: Document, chunks: list[Chunk]) -> list[Chunk]:
    kept: list[Chunk] = []
    for chunk in chunks:
        text = chunk.text[: max(1, int(KEPT * len(chunk.text)))]
        end = chunk.start + len(text) if chunk.start >= 0 else chunk.end
        kept.append(chunk.model_copy(update={"text": text, "end": end}))
    return kept


def _change(stages: Stages) -> Stages:
    return replace(stages, chunker=FaultyChunker(stages.chunker, "shortened_chunks", _shortened))


FAULT = Fault(
    name="shortened_chunks",
    stage="chunk",
    kind="loss",
    description="a column in the store is too narrow: of every chunk the first two fifths are kept",
    change=_change,
)
