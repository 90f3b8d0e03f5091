"""A table as a grid of cells, some of which span several columns or rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ragtester.documents.pdf.ink import Box, Word
from ragtester.documents.pdf.lines import Line, group_lines
from ragtester.documents.pdf.mending import joined_lines


@dataclass(slots=True)
class Cell:
    """A cell at a row and a column; `words` in any order."""

    row: int
    column: int
    rows: int = 1
    columns: int = 1
    words: list[Word] = field(default_factory=list)

    @property
    def lines(self) -> list[Line]:
        """Its text lines."""
        return group_lines(self.words)

    @property
    def text(self) -> str:
        """Its text on one line, hyphenation rejoined."""
        return joined_lines([line.text for line in self.lines])

    @property
    def bold(self) -> bool:
        """Whether all of it is bold."""
        return bool(self.words) and all(word.bold for word in self.words)

    @property
    def indent(self) -> float:
        """The left end of its first line."""
        return self.lines[0].x0 if self.words else 0.0


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of one table on one page."""

    page: int
    box: Box
    columns: int
    rows: int
    cells: tuple[Cell, ...]
    edges: tuple[float, ...]
    """The x of the column borders, `columns` + 1 of them."""
    ruled: bool
    """Whether rules part its rows."""
    below_head: int | None = None
    """Number of rows above the first rule that runs across the table, where that rule sets off a header."""

    def at(self, row: int) -> list[Cell]:
        """The cells that begin in a row, from left to right."""
        return sorted((cell for cell in self.cells if cell.row == row), key=lambda cell: cell.column)


def cluster(values: Sequence[float], *, apart: float) -> list[float]:
    """Means of the groups of values that lie within `apart` of their neighbour."""
    groups: list[list[float]] = []
    for value in sorted(values):
        if groups and value - groups[-1][-1] <= apart:
            groups[-1].append(value)
        else:
            groups.append([value])
    return [sum(group) / len(group) for group in groups]
