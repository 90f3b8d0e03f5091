"""Chunks of a fixed number of characters, without overlap."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.chunker import FaultyChunker
from ragtester.records import Chunk, Document
from ragtester.systems.reference import Stages

CHARACTERS = 60


def _cut(document: Document, chunks: list[Chunk]) -> list[Chunk]:
    if not chunks:
        return []
    pieces: list[Chunk] = []
    for start in range(0, len(document.text), CHARACTERS):
        text = document.text[start : start + CHARACTERS]
        if text.strip():
            update = {
                "id": f"{document.id}:{start}",
                "text": text,
                "start": start,
                "end": start + len(text),
                "index": len(pieces),
            }
            pieces.append(chunks[0].model_copy(update=update))
    return pieces


def _change(stages: Stages) -> Stages:
    return replace(stages, chunker=FaultyChunker(stages.chunker, "cut_mid_sentence", _cut))


FAULT = Fault(
    name="cut_mid_sentence",
    stage="chunk",
    kind="damage",
    description=f"text is cut every {CHARACTERS} characters, in the middle of sentences and words",
    change=_change,
)
