"""A document is not indexed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.records import Chunk
from ragtester.systems.reference import Stages


def _change(stages: Stages) -> Stages:
    def keep(chunks: Sequence[Chunk]) -> list[Chunk]:
        kept = stages.keep(chunks)
        missing = min((chunk.document for chunk in kept), default="")
        return [chunk for chunk in kept if chunk.document != missing]

    return replace(stages, keep=keep)


FAULT = Fault(
    name="missing_document",
    stage="index",
    kind="loss",
    description="one document was read and cut, and is not in the index",
    change=_change,
)
