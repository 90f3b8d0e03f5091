"""Ingestion was replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.records import Chunk
from ragtester.systems.reference import Stages


def _change(stages: Stages) -> Stages:
    def keep(chunks: Sequence[Chunk]) -> list[Chunk]:
        kept = stages.keep(chunks)
        return [*kept, *(chunk.model_copy(update={"id": f"{chunk.id}@again"}) for chunk in kept)]

    return replace(stages, keep=keep)


FAULT = Fault(
    name="indexed_twice",
    stage="index",
    kind="excess",
    description="a replayed ingestion put every chunk into the index a second time",
    change=_change,
)
