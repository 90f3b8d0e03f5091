"""Tables that go on over a page end become one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ragtester.documents.pdf.cells import Grid
from ragtester.documents.pdf.heads import Parsed
from ragtester.documents.pdf.kinds import is_number
from ragtester.documents.pdf.mending import join

_SHIFT = 6.0
"""Points by which the borders of the two parts may differ."""


@dataclass(frozen=True, slots=True)
class Part:
    """A table on one page: its grid, what it says, and whether text stands above or below it there."""

    grid: Grid
    parsed: Parsed
    first: bool
    """Nothing stands above it on its page."""
    last: bool
    """Nothing stands below it on its page."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A table with the page of each of its rows."""

    parsed: Parsed
    pages: tuple[int, ...]


def goes_on(above: Part, below: Part) -> bool:
    """Whether `below` is the rest of `above`, the table that ends the page before.

    It is, where both touch the page break and have the same columns, and the second repeats the header of
    the first or has none of its own.
    """
    if not (above.last and below.first) or above.grid.columns != below.grid.columns:
        return False
    if below.grid.page - above.grid.page != 1:
        return False
    same_header = bool(any(below.parsed.header)) and _plain(below.parsed.header) == _plain(above.parsed.header)
    if same_header:
        return True
    if not _same_borders(above.grid, below.grid):
        return False
    if below.parsed.title and below.parsed.title != above.parsed.title:
        return False
    return not any(below.parsed.header) or _looks_like_row(below.parsed.header, above.parsed)


def joined(parts: Sequence[Part]) -> Joined:
    """The parts of one table as one; a repeated header is left out, a row cut by the page end is made whole."""
    head = parts[0].parsed
    rows = [list(row) for row in head.rows]
    indents = list(head.indents)
    pages = [parts[0].grid.page] * len(rows)
    for part in parts[1:]:
        more = [list(row) for row in part.parsed.rows]
        marks = list(part.parsed.indents)
        repeated = _plain(part.parsed.header) == _plain(head.header)
        if any(part.parsed.header) and not repeated:
            more.insert(0, list(part.parsed.header))
            marks.insert(0, marks[0] if marks else 0.0)
        if more and rows and _cut(rows[-1], more[0], ruled=part.grid.ruled):
            rows[-1] = [join(above, below) for above, below in zip(rows[-1], more[0], strict=True)]
            more, marks = more[1:], marks[1:]
        rows += more
        indents += marks
        pages += [part.grid.page] * len(more)
    parsed = replace(head, rows=tuple(tuple(row) for row in rows), indents=tuple(indents))
    return Joined(parsed, tuple(pages))


def _plain(header: Sequence[str]) -> tuple[str, ...]:
    """A header without what marks a continuation."""
    return tuple(
        "".join(name.casefold().replace("continued", "").replace("cont.", "").split()).strip("-–—()") for name in header
    )


def _same_borders(above: Grid, below: Grid) -> bool:
    return all(abs(a - b) <= _SHIFT for a, b in zip(above.edges, below.edges, strict=True))


def _looks_like_row(header: Sequence[str], above: Parsed) -> bool:
    """Whether a supposed header is a row like those of the table above: numbers where it has numbers."""
    numeric = [
        column
        for column in range(len(header))
        if sum(is_number(row[column]) for row in above.rows) > 0.6 * len(above.rows)
    ]
    if numeric:
        return all(is_number(header[column]) or not header[column] for column in numeric)
    return bool(any(above.header))


def _cut(last: Sequence[str], first: Sequence[str], *, ruled: bool) -> bool:
    """Whether a page end cut a row in two: the rest has no label and some text of its own."""
    filled = [column for column, text in enumerate(first) if text]
    if not ruled or first[0] or not filled or len(filled) > max(1, len(first) // 2):
        return False
    return all(last[column] and not is_number(first[column]) for column in filled)
