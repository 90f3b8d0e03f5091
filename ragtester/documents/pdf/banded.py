"""Rows that white space parts: a row whose cells wrap is a band of lines, set off from the next by a wider gap."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragtester.documents.pdf.cells import Cell, Grid
from ragtester.documents.pdf.ink import Box, Sheet, Word
from ragtester.documents.pdf.kinds import is_number, is_year
from ragtester.documents.pdf.lines import Line, group_lines
from ragtester.documents.pdf.marks import LEADING

_WIDER = 1.8
"""Points by which the white between rows is at least wider than that between the lines of one row."""
_MOST = 2.6
"""Of the letter size: more white than this ends a table."""
_LONGEST = 14
"""Words of a cell in the median at most: more is prose in columns."""


@dataclass(frozen=True, slots=True)
class Band:
    """Words that no white strip parts, from side to side."""

    words: tuple[Word, ...]
    top: float
    bottom: float


def bands_of(words: Sequence[Word], *, gap: float) -> list[Band]:
    """The bands of words that white strips higher than `gap` points part, from top to bottom."""
    made: list[list[Word]] = []
    bottom = 0.0
    for word in sorted(words, key=lambda word: word.top):
        if made and word.top - bottom <= gap:
            made[-1].append(word)
            bottom = max(bottom, word.bottom)
        else:
            made.append([word])
            bottom = word.bottom
    return [Band(tuple(band), min(w.top for w in band), max(w.bottom for w in band)) for band in made]


def row_gap(words: Sequence[Word]) -> float | None:
    """The height of white between the narrow gaps inside rows and the wider ones between them; None where all are alike."""
    gaps = sorted(below.top - above.bottom for above, below in itertools.pairwise(bands_of(words, gap=0.05)))
    gaps = [gap for gap in gaps if gap > 0.05]
    steps = [(wide - tight, tight, wide) for tight, wide in itertools.pairwise(gaps)]
    size = max((word.size for word in words), default=10.0)
    steps = [step for step in steps if step[0] >= _WIDER and step[2] >= 1.5 * step[1] and step[1] < 0.6 * size]
    if steps:
        return (steps[0][1] + steps[0][2]) / 2
    overlapping = any(len(group_lines(band.words)) > 1 for band in bands_of(words, gap=0.05))
    return gaps[0] / 2 if overlapping and gaps and gaps[0] >= _WIDER else None


def wrapped_rows(cells: Sequence[Sequence[Word]]) -> list[float]:
    """The borders between rows that only white space parts, for the words of each column; none where that is unsure."""
    filled = [cell for cell in cells if cell]
    words = [word for cell in filled for word in cell]
    gap = row_gap(words) if len(filled) >= 2 else None
    if gap is None:
        return []
    bands = bands_of(words, gap=gap)
    owner = {id(word): column for column, cell in enumerate(filled) for word in cell}
    rows = [_by_column(band, owner, len(filled)) for band in bands]
    if len(bands) < 3 or not _are_rows(rows):
        return []
    return [(above.bottom + below.top) / 2 for above, below in itertools.pairwise(bands)]


def _by_column(band: Band, owner: dict[int, int], columns: int) -> list[list[Word]]:
    row: list[list[Word]] = [[] for _ in range(columns)]
    for word in band.words:
        row[owner[id(word)]].append(word)
    return row


def _are_rows(rows: Sequence[Sequence[Sequence[Word]]]) -> bool:
    """Whether bands are rows of a table: each has its label, few cells are open, and no cell is a stack of numbers."""
    places = [cell for row in rows for cell in row]
    if not all(row[0] for row in rows) or sum(bool(cell) for cell in places) < 0.75 * len(places):
        return False
    stacked = wrapped = False
    for cell in places:
        lines = group_lines(cell)
        wrapped = wrapped or len(lines) > 1
        stacked = stacked or (len(lines) > 1 and sum(_only_numbers(line) for line in lines) >= 0.5 * len(lines))
    lengths = sorted(len(cell) for cell in places)
    return wrapped and not stacked and lengths[len(lengths) // 2] <= _LONGEST


def _only_numbers(line: Line) -> bool:
    """Whether a line is nothing but numbers with their signs; years alone name a column."""
    texts = [word.text for word in line.words if word.text not in LEADING]
    return all(is_number(text) for text in texts) and not all(is_year(text) for text in texts)


def banded_grids(sheet: Sheet, lines: Sequence[Line], *, space: float) -> Iterator[tuple[Grid, tuple[Line, ...]]]:
    """Tables without a frame whose cells wrap, with the lines that they take."""
    words = [word for line in lines for word in line.words]
    gap = row_gap(words)
    if gap is None:
        return
    run: list[Band] = []
    for band in [*bands_of(words, gap=gap), None]:
        fits = band is not None and len(_columns([band], space)) >= 3
        if fits and band is not None and (not run or _near(run, band, space)):
            run.append(band)
            continue
        grid = _grid(sheet, run, space)
        if grid is not None:
            taken = {id(word) for band_ in run for word in band_.words}
            yield grid, tuple(line for line in lines if id(line.words[0]) in taken)
        run = [band] if fits and band is not None else []


def _near(run: Sequence[Band], band: Band, space: float) -> bool:
    size = max(word.size for word in band.words)
    return band.top - run[-1].bottom <= _MOST * size and len(_columns([*run, band], space)) >= 3


def _columns(bands: Sequence[Band], space: float) -> list[tuple[float, float]]:
    """The columns of ink that white strips through all bands leave."""
    found: list[list[float]] = []
    words = [word for band in bands for word in band.words]
    size = max(word.size for word in words)
    for word in sorted(words, key=lambda word: word.x0):
        if found and word.x0 - found[-1][1] <= max(0.7 * size, 2.2 * space):
            found[-1][1] = max(found[-1][1], word.x1)
        else:
            found.append([word.x0, word.x1])
    return [(low, high) for low, high in found]


def _grid(sheet: Sheet, run: Sequence[Band], space: float) -> Grid | None:
    if len(run) < 3:
        return None
    columns = _columns(run, space)
    edges = [columns[0][0] - 1, *((a[1] + b[0]) / 2 for a, b in itertools.pairwise(columns)), columns[-1][1] + 1]
    rows: list[list[list[Word]]] = []
    for band in run:
        row: list[list[Word]] = [[] for _ in columns]
        for word in band.words:
            row[next(i for i, (low, high) in enumerate(columns) if low <= word.x0 <= high)].append(word)
        rows.append(row)
    if not _are_rows(rows):
        return None
    cells = [Cell(r, c, 1, 1, list(words)) for r, row in enumerate(rows) for c, words in enumerate(row) if words]
    box = Box(edges[0], run[0].top, edges[-1], run[-1].bottom)
    wide = [rule for rule in sheet.across if rule.length >= 0.8 * (box.x1 - box.x0)]
    ruled = any(run[0].bottom - 2 <= rule.at <= run[1].top + 2 for rule in wide)
    return Grid(
        page=sheet.number, box=box, columns=len(columns), rows=len(run), cells=tuple(cells), edges=tuple(edges),
        ruled=False, below_head=1 if ruled or all(word.bold for word in run[0].words) else None,
    )  # fmt: skip
