"""Chunks are indexed without saying whose they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.records import Chunk
from ragtester.systems.reference import Stages


def _change(stages: Stages) -> Stages:
    def keep(chunks: Sequence[Chunk]) -> list[Chunk]:
        return [
            chunk.model_copy(update={"tenant": None, "roles": ()}) if chunk.tenant or chunk.roles else chunk
            for chunk in stages.keep(chunks)
        ]

    return replace(stages, keep=keep)


FAULT = Fault(
    name="tenant_leak",
    stage="index",
    kind="setting",
    description="chunks lose their tenant and roles on the way into the index, so that everybody sees them",
    change=_change,
)
