"""The last page of every document is not read."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.documents import each_document, edited
from ragtester.records import Document
from ragtester.systems.reference import Stages


def _without_last_page(document: Document) -> Document:
    end = len(document.text)
    start = document.pages[-1].start if len(document.pages) > 1 else 2 * end // 3
    return edited(document, [(start, end, "")])


def _change(stages: Stages) -> Stages:
    return replace(stages, parse=each_document(stages.parse, _without_last_page))


FAULT = Fault(
    name="lost_last_page",
    stage="parse",
    kind="loss",
    description="reading stops one page early; of a document without pages the last third is missing",
    change=_change,
)
