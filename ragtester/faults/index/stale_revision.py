"""A new edition was never indexed: the old one is still there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.retired import earlier_editions
from ragtester.records import Chunk
from ragtester.systems.reference import Stages


def _change(stages: Stages) -> Stages:
    def keep(chunks: Sequence[Chunk]) -> list[Chunk]:
        old = earlier_editions(stages)
        stale = {chunk.document for chunk in old}
        return [*(chunk for chunk in stages.keep(chunks) if chunk.document not in stale), *old]

    return replace(stages, keep=keep)


FAULT = Fault(
    name="stale_revision",
    stage="index",
    kind="setting",
    description="the index still holds the earlier edition of a document in place of the current one",
    change=_change,
)
