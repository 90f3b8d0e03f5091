"""The step between chunks is larger than a chunk."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.chunker import FaultyChunker
from ragtester.records import Chunk, Document
from ragtester.systems.reference import Stages


def _with_gaps(_document: Document, chunks: list[Chunk]) -> list[Chunk]:
    return [chunk for number, chunk in enumerate(chunks) if number % 3 != 1]


def _change(stages: Stages) -> Stages:
    return replace(stages, chunker=FaultyChunker(stages.chunker, "gaps", _with_gaps))


FAULT = Fault(
    name="gaps",
    stage="chunk",
    kind="loss",
    description="chunks leave gaps between them: every third one is missing",
    change=_change,
)
