"""Other forms in which a quote may stand in a text: cut by something between its sentences, or as cells of a row."""

from __future__ import annotations

import re

from ragtester.documents.rows import CELL_SEPARATOR

_BREAK = re.compile(r"(?<=[.!?:;。])\s+|\n+")
_LEAST = 12


def sentences_of(quote: str) -> list[str]:
    """The sentences or lines of a quote; very short ones stay with the one before."""
    parts: list[str] = []
    for part in _BREAK.split(quote):
        if parts and len(part.strip()) < _LEAST:
            parts[-1] += " " + part
        elif part.strip():
            parts.append(part.strip())
    return parts


def cells_of(line: str) -> str:
    """A row's cells without the names of their columns: what another parser makes of the same row."""
    cells = line.split(CELL_SEPARATOR)
    return " ".join(cell.split(": ", 1)[-1] for cell in cells)


def is_row(quote: str) -> bool:
    """Whether the quote is a row of a table in this package's form."""
    return CELL_SEPARATOR in quote
