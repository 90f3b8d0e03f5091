"""A deleted document stays in the index."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.retired import deleted_documents
from ragtester.systems.reference import Stages


def _change(stages: Stages) -> Stages:
    return replace(stages, keep=lambda chunks: [*stages.keep(chunks), *deleted_documents(stages)])


FAULT = Fault(
    name="deleted_kept",
    stage="index",
    kind="excess",
    description="a document that was deleted can still be found",
    change=_change,
)
