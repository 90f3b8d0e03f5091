"""The content of one page in reading order: paragraphs, headings and tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.documents.pdf.cells import Grid
from ragtester.documents.pdf.columns import zones
from ragtester.documents.pdf.continuing import Part
from ragtester.documents.pdf.heads import parse
from ragtester.documents.pdf.ink import Sheet, Word
from ragtester.documents.pdf.lines import Line, group_lines, usual_space
from ragtester.documents.pdf.paragraphs import Piece, body_size, heading_sizes, pieces
from ragtester.documents.pdf.tables import ruled_tables, unruled_tables

_TABLE_HERE = "\x00"
"""Text of the word that holds a ruled table's place among the words of a page."""

Element = Piece | Part


@dataclass(frozen=True, slots=True)
class Sizes:
    """Letter sizes of the document: its running text's, and those of its headings, largest first."""

    body: float
    heads: tuple[float, ...]


def sizes_of(sheets: Sequence[Sheet]) -> Sizes:
    """The letter sizes of a document."""
    lines = [line for sheet in sheets for line in group_lines(sheet.words)]
    body = body_size(lines)
    return Sizes(body, tuple(heading_sizes(lines, body)))


def elements(sheet: Sheet, sizes: Sizes) -> list[Element]:
    """The paragraphs, headings and tables of a page as they are read."""
    split = ruled_tables(sheet)
    holders = [_holder(index, grid, sizes.body) for index, grid in enumerate(split.grids)]
    found: list[Piece | Grid] = []
    for zone in zones([*split.words, *holders]):
        found += _zone(sheet, zone, split.grids, sizes)
    if sheet.turned:
        found.append(Piece(sheet.turned, sheet.number, alone=True))
    made: list[Element] = []
    for index, item in enumerate(found):
        if isinstance(item, Grid):
            made.append(Part(item, parse(item), first=index == 0, last=index == len(found) - 1))
        else:
            made.append(item)
    return made


def _holder(index: int, grid: Grid, size: float) -> Word:
    box = grid.box
    return Word(f"{_TABLE_HERE}{index}", box.x0, box.x1, box.top, box.top + min(size, 6.0), size)


def _zone(sheet: Sheet, words: Sequence[Word], ruled: Sequence[Grid], sizes: Sizes) -> list[Piece | Grid]:
    lines = group_lines([word for word in words if not word.text.startswith(_TABLE_HERE)])
    placed = [ruled[int(word.text[1:])] for word in words if word.text.startswith(_TABLE_HERE)]
    taken: set[int] = set()
    for grid, used in unruled_tables(sheet, lines, space=usual_space(lines)):
        placed.append(grid)
        taken.update(id(line) for line in used)
    placed.sort(key=lambda grid: grid.box.top)
    rest = [line for line in lines if id(line) not in taken]
    found: list[Piece | Grid] = []
    for grid in placed:
        above = [line for line in rest if line.top < grid.box.top]
        found += _text(above, sheet.number, sizes)
        found.append(grid)
        rest = rest[len(above) :]
    return found + _text(rest, sheet.number, sizes)


def _text(lines: Sequence[Line], page: int, sizes: Sizes) -> list[Piece]:
    return pieces(lines, page, body=sizes.body, heads=sizes.heads)
