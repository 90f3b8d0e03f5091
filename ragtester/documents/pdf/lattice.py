"""The grid of a ruled table: merged cells, and columns and rows that no rule parts."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from ragtester.documents.pdf.banded import wrapped_rows
from ragtester.documents.pdf.cells import Cell, Grid, cluster
from ragtester.documents.pdf.gutters import Gutter, find_gutters
from ragtester.documents.pdf.ink import Box, Sheet, Word
from ragtester.documents.pdf.kinds import is_number
from ragtester.documents.pdf.lines import Line, usual_space
from ragtester.documents.pdf.ruled import Frame, borders, drawn

_LEAST_FILLED = 0.25
"""Share of cells with text below which rules are a drawing."""


def ruled_grid(sheet: Sheet, frame: Frame, words: Sequence[Word]) -> Grid | None:
    """The grid, or None where the rules are a box, a chart or the lines of a form.

    Args:
        sheet: the page.
        frame: the connected rules.
        words: the words inside the frame.
    """
    xs, ys = borders(frame)
    if len(words) < 2 or len(xs) < 2 or len(ys) < 2:
        return None
    hard = _hard_cells(frame, xs, ys)
    _fill(hard, xs, ys, words)
    hard = [part for cell in hard for part in _by_bands(cell, hard, ys)]
    return _refined(sheet, frame, hard, xs, ys)


def _hard_cells(frame: Frame, xs: Sequence[float], ys: Sequence[float]) -> list[Cell]:
    """Cells between rules; neighbours without a rule between them are one cell."""
    columns, rows = len(xs) - 1, len(ys) - 1
    parent = list(range(columns * rows))

    def root(node: int) -> int:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for row in range(rows):
        for column in range(columns):
            node = row * columns + column
            if column + 1 < columns and not drawn(frame.down, xs[column + 1], ys[row], ys[row + 1]):
                parent[root(node + 1)] = root(node)
            if row + 1 < rows and not drawn(frame.across, ys[row + 1], xs[column], xs[column + 1]):
                parent[root(node + columns)] = root(node)
    groups: dict[int, list[int]] = {}
    for node in range(columns * rows):
        groups.setdefault(root(node), []).append(node)
    cells: list[Cell] = []
    for nodes in groups.values():
        across = [node % columns for node in nodes]
        along = [node // columns for node in nodes]
        high, wide = max(along) - min(along) + 1, max(across) - min(across) + 1
        if high * wide == len(nodes):
            cells.append(Cell(min(along), min(across), high, wide))
        else:  # not a rectangle: some rules are missing, so each place is a cell of its own
            cells += [Cell(node // columns, node % columns) for node in nodes]
    return cells


def _fill(cells: Sequence[Cell], xs: Sequence[float], ys: Sequence[float], words: Sequence[Word]) -> None:
    """Puts words into cells; text that runs out of its cell stays in the cell where it began."""
    place = {
        (row, column): cell
        for cell in cells
        for row in range(cell.row, cell.row + cell.rows)
        for column in range(cell.column, cell.column + cell.columns)
    }
    spaces = any(word.spaced for word in words)
    previous: Word | None = None
    held: Cell | None = None
    for word in sorted(words, key=lambda word: word.order):
        row = _band(ys, word.middle)
        column = _band(xs, word.x0 + min((word.x1 - word.x0) / 2, 0.5 * word.size))
        cell = place[row, column]
        runs_on = (
            previous is not None
            and abs(previous.middle - word.middle) < 0.3 * word.size
            and -0.2 * word.size < word.x0 - previous.x1 < 0.6 * word.size
            and (word.spaced or not spaces)
        )
        if runs_on and held is not None:
            cell = held
        border = xs[min(cell.column + cell.columns, len(xs) - 1)]
        held = cell if word.x1 > border + 1.0 else None
        cell.words.append(word)
        previous = word


def _by_bands(cell: Cell, hard: Sequence[Cell], ys: Sequence[float]) -> list[Cell]:
    """A cell over several row bands, cut at them where it is a stack of rows and not one merged text.

    A rule that only one column has (above a total, say) parts the stacks of all columns.
    """
    if cell.rows == 1 or len(cell.lines) < 4:
        return [cell]
    beside = [other for other in hard if other.row == cell.row and other.rows == cell.rows and len(other.lines) >= 4]
    if not any(all(is_number(line.words[-1].text) for line in other.lines) for other in beside):
        return [cell]
    parts = [Cell(row, cell.column, 1, cell.columns) for row in range(cell.row, cell.row + cell.rows)]
    for word in cell.words:
        parts[min(max(_band(ys, word.middle) - cell.row, 0), cell.rows - 1)].words.append(word)
    return parts


def _band(borders_: Sequence[float], value: float) -> int:
    return min(max(bisect_right(borders_, value) - 1, 0), len(borders_) - 2)


def _refined(sheet: Sheet, frame: Frame, hard: Sequence[Cell], xs: Sequence[float], ys: Sequence[float]) -> Grid | None:
    all_lines = [line for cell in hard for line in cell.lines]
    space = usual_space(all_lines)
    new_xs = {column: _soft_columns(hard, column, space) for column in range(len(xs) - 1)}
    fine_x = sorted([*xs, *(x for extra in new_xs.values() for x in extra)])
    new_ys = {row: _soft_rows(hard, row, fine_x) or _below_spanning(hard, row, fine_x) for row in range(len(ys) - 1)}
    fine_y = sorted([*ys, *(y for extra in new_ys.values() for y in extra)])
    cells: list[Cell] = []
    for cell in hard:
        cells += _divided(cell, xs, ys, fine_x, fine_y)
    return _compact(sheet, frame, cells, fine_x, fine_y)


def _soft_columns(hard: Sequence[Cell], column: int, space: float) -> list[float]:
    """Borders inside a column that no rule draws, but that white strips through at least three lines show."""
    lines = [line for cell in hard if cell.column == column and cell.columns == 1 for line in cell.lines]
    if len(lines) < 3:
        return []
    wide = [line for line in lines if len(line.segments(max(0.9 * line.size, 2.5 * space))) > 1]
    if len(wide) < 3 or len(wide) < 0.3 * len(lines):
        return []
    return [_clear(gutter, lines) for gutter in find_gutters(wide, space=space)]


def _clear(gutter: Gutter, lines: Sequence[Line]) -> float:
    """The middle of a gutter, and right of the wrapped lines that reach into it."""
    low, high = gutter.x0, gutter.x1
    for line in lines:
        for part in line.segments(0.6 * line.size):
            if part.x0 < gutter.x0 < part.x1 < gutter.x1:
                low = max(low, part.x1)
            elif gutter.x0 < part.x0 < gutter.x1 < part.x1:
                high = min(high, part.x0)
    return (low + high) / 2 if low < high else gutter.middle


def _soft_rows(hard: Sequence[Cell], row: int, fine_x: Sequence[float]) -> list[float]:
    """Borders between the lines of a row that holds several rows of the table without rules between them.

    Such rows have one line of text in the first column for each line of numbers; a wrapped text has not.
    """
    stacks: dict[int, list[Line]] = {}
    for cell in hard:
        if cell.row == row and cell.rows == 1:
            for line in cell.lines:
                for first, _, words in spans(line, fine_x):
                    stacks.setdefault(first, []).append(Line(tuple(words)))
    if len(stacks) < 2:
        return []
    white = wrapped_rows([[word for line in stacks[column] for word in line.words] for column in sorted(stacks)])
    if white:
        return white
    most = max(len(stack) for stack in stacks.values())
    bases = cluster([line.base for stack in stacks.values() for line in stack], apart=2.5)
    if most < 2:
        return []
    numeric = [s for s in stacks.values() if len(s) >= 2 and all(is_number(line.text) for line in s)]
    full = [stack for stack in stacks.values() if len(stack) == most == len(bases)]
    labels = stacks[min(stacks)]
    several = any(len(s) >= 0.6 * len(bases) for s in numeric) and len(labels) >= 0.8 * len(bases)
    stacked = most >= 4 and len(full) >= max(2, 0.7 * len(stacks))
    if not several and not stacked:
        return []
    middles: list[float] = []
    for upper, lower in itertools.pairwise(bases):
        tops = [line.top for stack in stacks.values() for line in stack if abs(line.base - lower) <= 2.5]
        middles.append((upper + min(tops)) / 2)
    return middles


def _below_spanning(hard: Sequence[Cell], row: int, fine_x: Sequence[float]) -> list[float]:
    """The border below a line that lies over several unruled columns whose names stand under it."""
    for cell in hard:
        if cell.row != row or cell.rows != 1 or len(cell.lines) < 2:
            continue
        first, *others = cell.lines
        over = spans(first, fine_x)
        if len(over) == 1 and over[0][1] > over[0][0] and any(len(spans(line, fine_x)) > 1 for line in others):
            return [(first.bottom + min(line.top for line in others)) / 2]
    return []


def _divided(
    cell: Cell, xs: Sequence[float], ys: Sequence[float], fine_x: Sequence[float], fine_y: Sequence[float]
) -> Iterable[Cell]:
    """The cell on the finer grid; its lines go to rows and columns of their own where they fit there."""
    left, right = xs[cell.column], xs[cell.column + cell.columns]
    top, bottom = ys[cell.row], ys[cell.row + cell.rows]
    columns = [i for i in range(len(fine_x) - 1) if left - 0.1 <= fine_x[i] < right - 0.1]
    rows = [j for j in range(len(fine_y) - 1) if top - 0.1 <= fine_y[j] < bottom - 0.1]
    split_rows = cell.rows == 1 and len(rows) > 1
    split_columns = cell.columns == 1 and len(columns) > 1
    if not split_rows and not split_columns:
        return [Cell(rows[0], columns[0], len(rows), len(columns), cell.words)]
    made: dict[tuple[int, int], Cell] = {}
    for line in cell.lines:
        row = _band(fine_y, (line.top + line.bottom) / 2) if split_rows else rows[0]
        high = 1 if split_rows else len(rows)
        if not split_columns:
            made.setdefault((row, columns[0]), Cell(row, columns[0], high, len(columns))).words.extend(line.words)
            continue
        for first, last, words in spans(line, fine_x):
            key = (row, first)
            if key in made:
                made[key].words.extend(words)
            else:
                made[key] = Cell(row, first, high, last - first + 1, list(words))
    return made.values()


def spans(line: Line, edges: Sequence[float], *, gap: float = 0.6) -> list[tuple[int, int, list[Word]]]:
    """The parts of a line as (first column, last column, words): a part that runs over a border spans columns."""
    parts: list[tuple[int, int, list[Word]]] = []
    for word in line.words:
        reach = min((word.x1 - word.x0) / 2, 0.25 * word.size)
        first, last = _band(edges, word.x0 + reach), _band(edges, word.x1 - reach)
        if (parts and first == parts[-1][1]) or (
            parts and (first < parts[-1][1] or _joined(parts[-1][2][-1], word, edges[first], gap))
        ):
            parts[-1] = (parts[-1][0], max(last, parts[-1][1]), [*parts[-1][2], word])
        else:
            parts.append((first, last, [word]))
    return parts


def _joined(left: Word, right: Word, edge: float, gap: float) -> bool:
    """Whether two words on both sides of a border belong to one run of text that lies over it."""
    distance = right.x0 - left.x1
    return distance < 0.45 * gap * right.size and left.x1 < edge + 0.2 * right.size


def _compact(
    sheet: Sheet, frame: Frame, cells: Sequence[Cell], fine_x: Sequence[float], fine_y: Sequence[float]
) -> Grid | None:
    """Leaves out rows and columns without text, and refuses what is no table."""
    filled = [cell for cell in cells if cell.words]
    columns = sorted({cell.column for cell in filled if cell.columns == 1} | {cell.column for cell in filled})
    rows = sorted({cell.row for cell in filled})
    if len(columns) < 2 or len(rows) < 2:
        return None
    kept: list[Cell] = []
    for cell in filled:
        wide = sum(cell.column <= column < cell.column + cell.columns for column in columns)
        high = sum(cell.row <= row < cell.row + cell.rows for row in rows)
        kept.append(Cell(rows.index(cell.row), columns.index(cell.column), high, wide, cell.words))
    area = sum(cell.rows * cell.columns for cell in kept)
    if area < _LEAST_FILLED * len(rows) * len(columns):
        return None
    edges = (*(fine_x[column] for column in columns), fine_x[-1])
    return Grid(
        page=sheet.number,
        box=Box(frame.box.x0, frame.box.top, frame.box.x1, frame.box.bottom),
        columns=len(columns),
        rows=len(rows),
        cells=tuple(kept),
        edges=edges,
        ruled=True,
        below_head=_first_rule(frame, fine_y, rows),
    )


def _first_rule(frame: Frame, fine_y: Sequence[float], rows: Sequence[int]) -> int | None:
    """How many rows stand above the first inner rule that runs across nearly the whole table."""
    wide = 0.9 * (frame.box.x1 - frame.box.x0)
    for rule in frame.across:
        if rule.length >= wide and rule.at > frame.box.top + 3:
            above = sum(fine_y[row + 1] <= rule.at + 3 for row in rows)
            if 0 < above < len(rows):
                return above
    return None
