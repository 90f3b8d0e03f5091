"""Every chunk comes several times."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.chunker import FaultyChunker
from ragtester.records import Chunk, Document
from ragtester.systems.reference import Stages

COPIES = 4


def _repeated(_document: Document, chunks: list[Chunk]) -> list[Chunk]:
    copies = [chunk for chunk in chunks for _ in range(COPIES)]
    return [
        chunk.model_copy(update={"id": f"{chunk.id}.{number % COPIES}", "index": number})
        for number, chunk in enumerate(copies)
    ]


def _change(stages: Stages) -> Stages:
    return replace(stages, chunker=FaultyChunker(stages.chunker, "duplicates", _repeated))


FAULT = Fault(
    name="duplicates",
    stage="chunk",
    kind="excess",
    description=f"every chunk is cut {COPIES} times, and the copies crowd out other passages",
    change=_change,
)
