"""What is left over at the end of a document is not cut."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.chunker import FaultyChunker
from ragtester.records import Chunk, Document
from ragtester.systems.reference import Stages


def _without_tail(_document: Document, chunks: list[Chunk]) -> list[Chunk]:
    return chunks[: -max(1, len(chunks) // 4)]


def _change(stages: Stages) -> Stages:
    return replace(stages, chunker=FaultyChunker(stages.chunker, "lost_tail", _without_tail))


FAULT = Fault(
    name="lost_tail",
    stage="chunk",
    kind="loss",
    description="the loop over a document ends too early: its last quarter is in no chunk",
    change=_change,
)
