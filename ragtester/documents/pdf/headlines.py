"""The lines above the first row of a table without a frame: which columns each of their parts names."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ragtester.documents.pdf.cells import Cell
from ragtester.documents.pdf.ink import Rule
from ragtester.documents.pdf.lines import Line

_MOST_COLUMNS = 16
"""Columns of numbers above which groups of them are not tried out."""


def columns_of(voting: Sequence[Line], edges: Sequence[float]) -> list[tuple[float, float]]:
    """The left and right end of the ink of each column."""
    extents: list[tuple[float, float]] = []
    for low, high in itertools.pairwise(edges):
        inside = [word for line in voting for word in line.words if low <= word.centre <= high]
        extents.append((min((w.x0 for w in inside), default=low), max((w.x1 for w in inside), default=high)))
    return extents


def head_row(
    row: int, line: Line, columns: Sequence[tuple[float, float]], rules: Sequence[Rule], space: float, *, last: bool
) -> list[Cell]:
    """A line above the first row: its parts belong to the columns below them, or below the rule under them."""
    cells: list[Cell] = []
    parts = line.segments(max(0.7 * line.size, 2.2 * space))
    groups = None if last else _groups(parts, columns)
    for index, part in enumerate(parts):
        beneath = [
            rule
            for rule in rules
            if -2 <= rule.at - line.base <= 0.9 * line.size
            and rule.low <= part.x0 + 2
            and rule.high >= part.x1 - 2
            and rule.length < 0.93 * (columns[-1][1] - columns[0][0])
        ]
        if beneath:
            rule = min(beneath, key=lambda rule: rule.length)
            over = _over(columns, rule.low, rule.high)
        elif groups:
            over = groups[index]
        else:
            over = _over(columns, part.x0, part.x1)
            if not last and len(parts) < len(columns) - 1:
                left = parts[index - 1].x1 if index else columns[0][1]
                right = parts[index + 1].x0 if index + 1 < len(parts) else columns[-1][1] + 1
                over = _centred(columns, over, (part.x0 + part.x1) / 2, left, right)
        cells.append(Cell(row, over[0], 1, over[-1] - over[0] + 1, list(part.words)))
    return apart(cells)


def _groups(parts: Sequence[Line], columns: Sequence[tuple[float, float]]) -> list[list[int]] | None:
    """For each part the columns that it spans, where the parts stand in the middles of groups that take in every column.

    A part over three columns also stands in the middle of the second one, so that its own place does not say which
    it spans; that no column is left without a part does.
    """
    named, numbers = len(parts), len(columns) - 1
    if not 1 <= named < numbers or numbers > _MOST_COLUMNS or under(columns[:1], parts[0].x0, parts[0].x1):
        return None
    fitting: list[tuple[float, list[list[int]]]] = []
    for cuts in itertools.combinations(range(2, numbers + 1), named - 1):
        groups = [list(range(low, high)) for low, high in itertools.pairwise((1, *cuts, numbers + 1))]
        off = [
            abs((columns[group[0]][0] + columns[group[-1]][1]) / 2 - (part.x0 + part.x1) / 2)
            for group, part in zip(groups, parts, strict=True)
        ]
        if all(far <= 0.25 * part.size for far, part in zip(off, parts, strict=True)):
            fitting.append((sum(off), groups))
    return min(fitting)[1] if fitting else None


def _over(columns: Sequence[tuple[float, float]], low: float, high: float) -> list[int]:
    """The columns below a range: those that it overlaps well, else the nearest."""
    middle = (low + high) / 2
    return under(columns, low, high) or [
        min(range(len(columns)), key=lambda number: _distance(columns[number], middle))
    ]


def under(columns: Sequence[tuple[float, float]], low: float, high: float) -> list[int]:
    """The columns whose ink a range from `low` to `high` overlaps well."""
    return [
        number
        for number, (x0, x1) in enumerate(columns)
        if min(x1, high) - max(x0, low) > 0.4 * min(x1 - x0, high - low)
    ]


def _centred(
    columns: Sequence[tuple[float, float]], over: list[int], middle: float, left: float, right: float
) -> list[int]:
    """The neighbouring columns over whose common middle a part stands, if that fits much better than `over`.

    Only columns whose middle lies between the parts on both sides, at `left` and `right`, are taken.
    """
    if 0 in over:
        return over

    def off(first: int, final: int) -> float:
        return abs((columns[first][0] + columns[final][1]) / 2 - middle)

    free = [n for n, (x0, x1) in enumerate(columns) if n and left < (x0 + x1) / 2 < right]
    choices = [(a, b) for a in free for b in free if a <= over[0] and b >= over[-1]]
    if not choices:
        return over
    first, final = min(choices, key=lambda pair: (off(*pair), pair[0] - pair[1]))
    width = columns[over[-1]][1] - columns[over[0]][0]
    better = off(over[0], over[-1]) - off(first, final) > 0.2 * width
    return list(range(first, final + 1)) if better else over


def _distance(column: tuple[float, float], x: float) -> float:
    return max(column[0] - x, x - column[1], 0.0)


def apart(cells: list[Cell]) -> list[Cell]:
    """Spans that run into their neighbour are cut back."""
    for left, right in itertools.pairwise(cells):
        if left.column + left.columns > right.column:
            left.columns = max(1, right.column - left.column)
    taken: dict[int, Cell] = {}
    for cell in cells:
        if cell.column in taken:
            taken[cell.column].words.extend(cell.words)
        else:
            taken[cell.column] = cell
    return list(taken.values())
