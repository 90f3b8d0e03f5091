"""Tables are left out."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.documents import each_document, edited
from ragtester.records import Document
from ragtester.systems.reference import Stages


def _without_tables(document: Document) -> Document:
    return edited(document, [(table.start, table.end, "") for table in document.tables if table.start < table.end])


def _change(stages: Stages) -> Stages:
    return replace(stages, parse=each_document(stages.parse, _without_tables))


FAULT = Fault(
    name="dropped_tables",
    stage="parse",
    kind="loss",
    description="the parser keeps running text alone: every table is missing",
    change=_change,
)
