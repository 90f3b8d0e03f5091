"""Documents with parts of their text replaced: every offset moves along."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from ragtester.records import Document
from ragtester.systems.reference.stages import Parse

Edit = tuple[int, int, str]
"""Start and end of what is replaced, and the new text."""


def edited(document: Document, edits: Iterable[Edit]) -> Document:
    """The document with ranges of its text replaced; of ranges that meet, the first counts.

    Pages, headings and tables move with the text; a table or a heading that is gone is left out.
    """
    chosen: list[Edit] = []
    for start, end, new in sorted(edits):
        if not chosen or start >= chosen[-1][1]:
            chosen.append((start, end, new))
    if not chosen:
        return document
    parts: list[str] = []
    at = 0
    for start, end, new in chosen:
        parts += [document.text[at:start], new]
        at = end
    ends = [end for _, end, _ in chosen]
    shifts = list(accumulate(len(new) - (end - start) for start, end, new in chosen))

    def moved(offset: int) -> int:
        before = bisect_right(ends, offset)
        inside = before < len(chosen) and chosen[before][0] < offset
        return (chosen[before][0] if inside else offset) + (shifts[before - 1] if before else 0)

    pages = [page.model_copy(update={"start": moved(page.start), "end": moved(page.end)}) for page in document.pages]
    headings = [h.model_copy(update={"start": moved(h.start)}) for h in document.headings if not _gone(h.start, chosen)]
    tables = [
        table.model_copy(update={"start": moved(table.start), "end": moved(table.end)})
        for table in document.tables
        if not _gone(table.start, chosen)
    ]
    return document.model_copy(
        update={
            "text": "".join([*parts, document.text[at:]]),
            "pages": tuple(pages),
            "headings": tuple(headings),
            "tables": tuple(tables),
        }
    )


def _gone(offset: int, edits: Sequence[Edit]) -> bool:
    return any(start <= offset < end and not new for start, end, new in edits)


def each_document(healthy: Parse, change: Callable[[Document], Document]) -> Parse:
    """A parse stage that changes each document after the healthy one."""

    def parse(documents: Sequence[Document]) -> list[Document]:
        return [change(document) for document in healthy(documents)]

    return parse


def replacing(pattern: str, new: Callable[[re.Match[str]], str]) -> Callable[[Document], Document]:
    """From a document to one in which every match of a pattern is replaced."""
    compiled = re.compile(pattern)

    def change(document: Document) -> Document:
        return edited(document, [(m.start(), m.end(), new(m)) for m in compiled.finditer(document.text)])

    return change
