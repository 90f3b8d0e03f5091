"""Ingestion stopped half-way through each document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.records import Chunk
from ragtester.systems.reference import Stages


def _change(stages: Stages) -> Stages:
    def keep(chunks: Sequence[Chunk]) -> list[Chunk]:
        kept = stages.keep(chunks)
        lengths: dict[str, int] = {}
        for chunk in kept:
            lengths[chunk.document] = lengths.get(chunk.document, 0) + 1
        return [chunk for chunk in kept if 2 * chunk.index < lengths[chunk.document]]

    return replace(stages, keep=keep)


FAULT = Fault(
    name="partial_ingestion",
    stage="index",
    kind="loss",
    description="of every document only the first half of its chunks reached the index",
    change=_change,
)
