"""All tables of a page, and the words that are left for running text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.documents.pdf.aligned import aligned_grids
from ragtester.documents.pdf.banded import banded_grids
from ragtester.documents.pdf.cells import Grid
from ragtester.documents.pdf.ink import Sheet, Word
from ragtester.documents.pdf.kinds import is_number, is_year
from ragtester.documents.pdf.lattice import ruled_grid
from ragtester.documents.pdf.lines import Line
from ragtester.documents.pdf.ruled import frames


@dataclass(frozen=True, slots=True)
class Split:
    """Ruled tables of a page and the words outside them."""

    grids: tuple[Grid, ...]
    words: tuple[Word, ...]


def ruled_tables(sheet: Sheet) -> Split:
    """The tables that rules draw, the innermost first where frames lie in each other."""
    words = list(sheet.words)
    grids: list[Grid] = []
    for frame in sorted(
        frames(sheet), key=lambda frame: (frame.box.x1 - frame.box.x0) * (frame.box.bottom - frame.box.top)
    ):
        inside = [word for word in words if frame.box.holds(word)]
        grid = ruled_grid(sheet, frame, inside)
        if grid is not None and not _labelled_outside(grid, words):
            taken = {id(word) for word in inside}
            words = [word for word in words if id(word) not in taken]
            grids.append(grid)
    return Split(tuple(grids), tuple(words))


def _labelled_outside(grid: Grid, words: Sequence[Word]) -> bool:
    """Whether the rows' labels stand left of the frame: then the rules only underline the numbers of a larger table."""
    first = [cell for cell in grid.cells if cell.column == 0]
    numeric = sum(is_number(cell.text) and not is_year(cell.text) for cell in first) >= 0.6 * len(first)
    width = grid.box.x1 - grid.box.x0
    reach = width + 300 if numeric else 0.5 * width + 60
    left = [word.bottom for word in words if grid.box.x0 - reach <= word.x1 < grid.box.x0]
    beside = sum(any(abs(cell.lines[-1].base - bottom) <= 1.5 for bottom in left) for cell in first)
    return len(first) >= 2 and beside >= 0.7 * len(first)


def unruled_tables(sheet: Sheet, lines: Sequence[Line], *, space: float) -> list[tuple[Grid, tuple[Line, ...]]]:
    """The tables that only alignment shows, with the lines that they take."""
    wrapped = list(banded_grids(sheet, lines, space=space))
    taken = {id(line) for _, used in wrapped for line in used}
    rest = [line for line in lines if id(line) not in taken]
    return [*wrapped, *((found.grid, found.lines) for found in aligned_grids(sheet, rest, space=space))]
