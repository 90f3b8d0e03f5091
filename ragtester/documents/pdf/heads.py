"""Which rows of a grid name its columns, and the table that follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.documents.pdf.cells import Cell, Grid
from ragtester.documents.pdf.kinds import is_number, is_year
from ragtester.documents.pdf.mending import join

_MOST = 8
"""Rows of a header at most."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A table's header and rows, its title row if it has one, and how far each row's label is indented."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    indents: tuple[float, ...]
    title: str = ""
    head_rows: int = 0


def parse(grid: Grid) -> Parsed:
    """Header, rows and title of a grid."""
    rows = [grid.at(row) for row in range(grid.rows)]
    title: list[str] = []
    first = 0
    while first < grid.rows - 2 and _is_title(rows[first], grid.columns):
        title.append(rows[first][0].text)
        first += 1
    count = _head_rows(grid, rows, first)
    header = _header(grid, rows[first : first + count])
    body, indents = _body(grid, rows[first + count :])
    return Parsed(header, body, indents, " ".join(title), first + count)


def _is_title(row: Sequence[Cell], columns: int) -> bool:
    """Whether a row is one cell over all columns."""
    return len(row) == 1 and row[0].columns >= max(2, columns) and bool(row[0].text)


def _head_rows(grid: Grid, rows: Sequence[Sequence[Cell]], first: int) -> int:
    """How many rows from `first` on name the columns."""
    left = grid.rows - first
    if left < 2:
        return 0
    count = 0
    while count < min(_MOST, left - 1) and _names_columns(rows[first + count]):
        count += 1
    numeric_below = any(_has_numbers(row) for row in rows[first + max(count, 1) :])
    ruled = grid.below_head - first if grid.below_head is not None else None
    if ruled is not None and 0 < ruled < min(_MOST, left) and (not grid.ruled or ruled <= max(count, 1)):
        if ruled <= max(count, 1) or not any(_has_numbers(row) for row in rows[first : first + ruled]):
            count = ruled if not grid.ruled else max(ruled, _reach(rows[first], count))
    elif not numeric_below and count > 1:
        count = 1
    if grid.ruled and count >= 1:
        count = max(min(count, _reach(rows[first], count) if _spans_any(rows[first]) else 1), 1)
    return count


def _reach(row: Sequence[Cell], count: int) -> int:
    """How far down the cells of the first header row and those under a spanning one reach."""
    deepest = max((cell.rows for cell in row), default=1)
    return max(deepest, 2 if _spans_any(row) and count >= 2 else 1)


def _spans_any(row: Sequence[Cell]) -> bool:
    return any(cell.columns > 1 or cell.rows > 1 for cell in row)


def _names_columns(row: Sequence[Cell]) -> bool:
    """Whether a row can be part of a header: it says something beyond its label, and no plain number."""
    beyond = [cell for cell in row if cell.column > 0 and cell.text]
    return bool(beyond) and not any(is_number(cell.text) and not is_year(cell.text) for cell in beyond)


def _has_numbers(row: Sequence[Cell]) -> bool:
    """Whether a row holds a number; a dash for a missing value is none."""
    texts = [cell.text for cell in row if cell.column > 0]
    return any(is_number(text) and not is_year(text) and any(map(str.isdigit, text)) for text in texts)


def _header(grid: Grid, rows: Sequence[Sequence[Cell]]) -> tuple[str, ...]:
    """The names of the columns: header cells joined from top to bottom, spanning ones over all their columns."""
    names = [""] * grid.columns
    last = [""] * grid.columns
    for row in rows:
        for cell in row:
            text = cell.text
            for column in range(cell.column, min(cell.column + cell.columns, grid.columns)):
                if text and text != last[column]:
                    names[column] = join(names[column], text)
                    last[column] = text
    return tuple(names)


def _body(grid: Grid, rows: Sequence[Sequence[Cell]]) -> tuple[tuple[tuple[str, ...], ...], tuple[float, ...]]:
    """The rows below the header; lines that go on with the row above are joined with it."""
    made: list[list[str]] = []
    indents: list[float] = []
    waiting = False
    carried: dict[int, tuple[str, int]] = {}
    for row in rows:
        texts = [""] * grid.columns
        for cell in row:
            texts[cell.column] = cell.text
        if grid.ruled:
            _carry(carried, row, texts)
        if not any(texts):
            continue
        label = [cell for cell in row if cell.column == 0]
        indent = label[0].indent if label else 0.0
        if not grid.ruled and made and _goes_on(made[-1], texts, waiting=waiting):
            made[-1] = [join(above, below) for above, below in zip(made[-1], texts, strict=True)]
        else:
            made.append(texts)
            indents.append(indent)
        waiting = bool(texts[0]) and not any(texts[1:])
    return tuple(tuple(row) for row in made), tuple(indents)


def _carry(carried: dict[int, tuple[str, int]], row: Sequence[Cell], texts: list[str]) -> None:
    """A cell that spans rows says its text in each of them."""
    for column in list(carried):
        text, left = carried[column]
        if not texts[column]:
            texts[column] = text
        if left <= 1:
            del carried[column]
        else:
            carried[column] = (text, left - 1)
    for cell in row:
        if cell.rows > 1 and cell.text:
            carried[cell.column] = (cell.text, cell.rows - 1)


def _goes_on(above: Sequence[str], texts: Sequence[str], *, waiting: bool) -> bool:
    """Whether a line continues the row above: a wrapped label, or text under text with no label of its own."""
    if waiting and texts[0][:1].islower() and not above[0].endswith((":", ".")):
        return True
    if texts[0]:
        return False
    return all(not text or (above[column] and not is_number(text)) for column, text in enumerate(texts))
