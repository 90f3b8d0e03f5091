"""Tables without a frame: lines whose parts stand under each other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from ragtester.documents.pdf.cells import Cell, Grid
from ragtester.documents.pdf.gutters import Gutter, find_gutters
from ragtester.documents.pdf.headlines import apart, columns_of, head_row, under
from ragtester.documents.pdf.ink import Box, Rule, Sheet, Word
from ragtester.documents.pdf.kinds import is_number, is_year
from ragtester.documents.pdf.lattice import spans
from ragtester.documents.pdf.lines import Line
from ragtester.documents.pdf.listing import is_list_line
from ragtester.documents.pdf.marks import LEADING, with_marks

_CAPTION = re.compile(r"(?:Table|Tabelle|Tableau|Tabla|Tabulka|Exhibit|Figure)\s+[A-Z]?[\d.]+", re.IGNORECASE)
_PITCH = 2.6
"""Of the letter size: a wider white band ends a table."""


@dataclass(frozen=True, slots=True)
class Found:
    """A table and the lines that it takes."""

    grid: Grid
    lines: tuple[Line, ...]


def aligned_grids(sheet: Sheet, lines: Sequence[Line], *, space: float) -> list[Found]:
    """The tables among the lines of one column of a page, from top to bottom."""
    found: list[Found] = []
    for start, block in _blocks(lines, space):
        grid = _grid(sheet, block, space, lines[max(0, start - 2) : start])
        if grid is not None:
            found.append(grid)
    return found


def parts_of(line: Line, space: float) -> list[Line]:
    """The parts of a line that a gap parts which is too wide for a space."""
    return line.segments(max(0.95 * line.size, 2.6 * space))


def _blocks(lines: Sequence[Line], space: float) -> list[tuple[int, list[Line]]]:
    """Runs of lines in several parts, with the single lines between them that may be labels or wrapped text."""
    several = [len(parts_of(line, space)) > 1 and not is_list_line(line, space) for line in lines]
    blocks: list[tuple[int, list[Line]]] = []
    index = 0
    while index < len(lines):
        if not several[index]:
            index += 1
            continue
        block = [lines[index]]
        after = index + 1
        while after < len(lines):
            ahead = next((n for n in range(after, min(after + 4, len(lines))) if several[n]), None)
            if ahead is None or not _follows(block, lines[after : ahead + 1]):
                break
            block += lines[after : ahead + 1]
            after = ahead + 1
        blocks.append((index, block))
        index = after
    return blocks


def _follows(block: Sequence[Line], following: Sequence[Line]) -> bool:
    both = [*block, following[-1]]
    width = max(line.x1 for line in both) - min(line.x0 for line in both)
    previous = block[-1]
    for line in following:
        if line.top - previous.bottom > _PITCH * max(previous.size, line.size):
            return False
        previous = line
    return all(line.x1 - line.x0 < 0.8 * width for line in following[:-1])


def _grid(sheet: Sheet, lines: Sequence[Line], space: float, before: Sequence[Line]) -> Found | None:
    block = [with_marks(line) for line in lines]
    voting = _voting(block, space)
    gutters = find_gutters(voting, space=space, beside=block)
    if not gutters:
        return None
    raw = [plain for plain, line in zip(lines, block, strict=True) if line in voting]
    ends = [0.0, *_edges(gutters, lines), max(line.x1 for line in block) + 1]
    ends[0] = min(line.x0 for line in block) - 1
    skipped = max(_above(block, voting, columns_of(raw, ends)), _form_lines(block, voting, sheet.across, space))
    over = _spanning(before, lines[0], ends) if not skipped else []
    block, lines = [*over, *block[skipped:]], [*over, *lines[skipped:]]
    if len(block) < 2:
        return None
    left, right = min(line.x0 for line in block), max(line.x1 for line in block)
    edges = [left - 1, *_edges(gutters, lines), right + 1]
    rules = [rule for rule in sheet.across if rule.low < right and rule.high > left]
    body = next((row for row, line in enumerate(block) if line in voting), 0)
    columns = columns_of(raw, edges)
    cells: list[Cell] = []
    for row, line in enumerate(block):
        if row and line.text.endswith(":") and len(parts_of(line, space)) == 1:
            cells.append(Cell(row, 0, 1, 1, list(line.words)))
        elif row < body:
            cells += head_row(row, line, columns, rules, space, last=row == body - 1)
        else:
            cells += _body_row(row, line, edges)
    grid = Grid(
        page=sheet.number,
        box=Box(left, block[0].top, right, block[-1].bottom),
        columns=len(edges) - 1,
        rows=len(block),
        cells=tuple(cells),
        edges=tuple(edges),
        ruled=False,
        below_head=_first_rule(block, rules, right - left),
    )
    return Found(grid, tuple(lines)) if _is_table(grid, rules) else None


def _voting(block: Sequence[Line], space: float) -> list[Line]:
    """The lines that decide about the columns: those of numbers, where there are some, else all in several parts."""
    several = [(line, parts_of(line, space)) for line in block]
    several = [(line, parts) for line, parts in several if len(parts) > 1]
    numeric = [
        line
        for line, parts in several
        if sum(is_number(part.text) and not is_year(part.text) for part in parts[1:]) >= 0.5 * len(parts[1:])
        or _mostly_numbers(line)
    ]
    return numeric if len(numeric) >= 3 or len(numeric) >= 0.4 * len(several) >= 0.8 else [line for line, _ in several]


def _mostly_numbers(line: Line) -> bool:
    numbers = sum(
        is_number(word.text) and not is_year(word.text) and not word.text.endswith(",") for word in line.words
    )
    return numbers >= 3 and numbers >= 0.5 * len(line.words)


def _above(block: Sequence[Line], voting: Sequence[Line], columns: Sequence[tuple[float, float]]) -> int:
    """How many lines at the top are no header: a caption, or text that runs over most of the columns."""
    body = next((row for row, line in enumerate(block) if line in voting), 0)
    skipped = _detached(block, body)
    for row in range(skipped, body):
        line = block[row]
        parts = line.segments(0.9 * line.size)
        over = sum(max(0, len(under(columns, part.x0, part.x1)) - 1) for part in parts)
        wide = len(columns) >= 3 and over >= max(2, 0.6 * (len(columns) - 1))
        lone = len(parts) == 1 and line.x1 - line.x0 > 0.5 * (columns[-1][1] - columns[0][0])
        follows = row > 0 and skipped == row and len(parts) == 1 and _hangs(line, block[row - 1])
        if wide or lone or follows or _CAPTION.match(line.text):
            skipped = row + 1
    return skipped


def _spanning(before: Sequence[Line], first: Line, ends: Sequence[float]) -> list[Line]:
    """The lines just above that stand over the columns right of the first one: names that span several of them."""
    over: list[Line] = []
    for line in reversed(before):
        close = first.base - line.base <= 2.1 * line.size
        if not close or line.x0 < ends[1] or line.x1 > ends[-1] + line.size:
            break
        over.insert(0, line)
        first = line
    return over


def _detached(block: Sequence[Line], body: int) -> int:
    """How many lines at the top a white band sets off from the header."""
    for row in range(body - 1, 0, -1):
        if block[row].base - block[row - 1].base > 2.1 * block[row].size:
            return row
    return 0


def _form_lines(block: Sequence[Line], voting: Sequence[Line], rules: Sequence[Rule], space: float) -> int:
    """How many lines at the top are the fields of a form ("Date: ...") that a rule sets off from the table below."""
    body = next((row for row, line in enumerate(block) if line in voting), 0)
    width = max(line.x1 for line in block) - min(line.x0 for line in block)
    for row in range(body - 1, 0, -1):
        over = [r for r in rules if block[row - 1].base - 2 <= r.at <= block[row].base and r.length >= 0.8 * width]
        fields = sum(":" in part.text for line in block[:row] for part in parts_of(line, space))
        if over and fields >= 2:
            return row
    return 0


def _hangs(line: Line, above: Line) -> bool:
    """Whether a line goes on with the caption above it, or is its remark in brackets."""
    return line.text[0] in "([" or any(abs(line.x0 - word.x0) <= 2.0 for word in above.words)


def _edges(gutters: Sequence[Gutter], lines: Sequence[Line]) -> list[float]:
    """Where the columns part: in the middle of the white between them, signs at a column's left end counted as ink."""
    edges: list[float] = []
    for gutter in gutters:
        signs = [w.x0 for line in lines for w in line.words if w.text in LEADING and gutter.x0 < w.x0 < gutter.x1]
        edges.append((gutter.x0 + min([*signs, gutter.x1])) / 2)
    return edges


def _body_row(row: int, line: Line, edges: Sequence[float]) -> list[Cell]:
    cells = [Cell(row, first, 1, last - first + 1, list(words)) for first, last, words in spans(line, edges)]
    if len(cells) > 1 and cells[0].column == 0:
        _complete_label(cells[0].words, cells[1].words)
    return apart([cell for cell in cells if cell.words])


def _complete_label(label: list[Word], beside: list[Word]) -> None:
    """Moves the end of a label that runs into the column of numbers beside it back to the label."""
    while beside and beside[0].x0 - label[-1].x1 < 0.45 * label[-1].size and not is_number(beside[0].text):
        label.append(beside.pop(0))


def _first_rule(block: Sequence[Line], rules: Sequence[Rule], width: float) -> int | None:
    """How many lines stand above the first rule below the first line that spans most of the table."""
    for row in range(1, min(8, len(block))):
        between = [
            rule for rule in rules if block[row - 1].base - 2 <= rule.at <= block[row].base - 0.5 * block[row].size
        ]
        if any(rule.length >= 0.8 * width for rule in between):
            return row
    return None


def _is_table(grid: Grid, rules: Sequence[Rule]) -> bool:
    """Whether aligned parts are a table and not a list, a form or two columns of prose."""
    beyond = [cell for cell in grid.cells if cell.column > 0]
    full = len({cell.row for cell in beyond})
    if full < 2 or not beyond:
        return False
    numeric = sum(is_number(cell.text) for cell in beyond) / len(beyond)
    words = median(len(cell.words) for cell in beyond)
    inside = [rule for rule in rules if grid.box.top - 12 <= rule.at <= grid.box.bottom + 12]
    spanning = sum(rule.length >= 0.6 * (grid.box.x1 - grid.box.x0) for rule in inside)
    rows = grid.rows
    if grid.columns == 2:
        return (numeric >= 0.6 and full >= 3 and words <= 3) or (spanning >= 2 and words <= 8 and rows >= 3)
    if numeric >= 0.3 and words <= 4:
        return rows >= 3 or spanning >= 2
    return words <= 5 and rows >= 3 and (spanning >= 2 or len(beyond) >= 0.5 * rows * (grid.columns - 1))
