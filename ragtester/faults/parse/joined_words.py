"""Gaps between words are not seen as spaces."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.documents import each_document, edited
from ragtester.records import Document
from ragtester.systems.reference import Stages


def _joined(document: Document) -> Document:
    edits: list[tuple[int, int, str]] = []
    at = 0
    for number, line in enumerate(document.text.splitlines(keepends=True)):
        if number % 2:
            edits += [(at + n, at + n + 1, "") for n, sign in enumerate(line.rstrip("\n")) if sign == " "]
        at += len(line)
    return edited(document, edits)


def _change(stages: Stages) -> Stages:
    return replace(stages, parse=each_document(stages.parse, _joined))


FAULT = Fault(
    name="joined_words",
    stage="parse",
    kind="damage",
    description="in every second line the words run together, because narrow gaps are not read as spaces",
    change=_change,
)
