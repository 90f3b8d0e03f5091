"""A table as text that can be retrieved and read row by row."""

from __future__ import annotations

from ragtester.records import Table

CELL_SEPARATOR = " | "


def row_text(header: tuple[str, ...], row: tuple[str, ...]) -> str:
    """One row as a line: `Label | Column: cell | Column: cell`, empty cells left out.

    Every line names its columns, so a row still says what its numbers are after a chunk boundary
    has cut the table above it.
    """
    cells: list[str] = []
    for name, cell in zip(header, row, strict=True):
        if cell:
            cells.append(f"{name}: {cell}" if name and name != cell else cell)
    return CELL_SEPARATOR.join(cells)


def table_text(table: Table) -> str:
    """The caption, then one line per row; a table without rows is its header line."""
    lines = [table.caption] if table.caption else []
    lines += [row_text(table.header, row) for row in table.rows] or [
        CELL_SEPARATOR.join(name for name in table.header if name)
    ]
    return "\n".join(line for line in lines if line)


def make_table(grid: list[list[str]], *, caption: str = "", page: int | None = None, headed: bool = True) -> Table:
    """A table from a grid of cells; ragged rows are filled up, and the first row names the columns if `headed`."""
    width = max((len(row) for row in grid), default=0)
    filled = [tuple(_flat(cell) for cell in row) + ("",) * (width - len(row)) for row in grid]
    header = filled[0] if headed and filled else ("",) * width
    rows = filled[1:] if headed else filled
    return Table(header=header, rows=tuple(row for row in rows if any(row)), caption=caption, page=page)


def _flat(cell: str) -> str:
    return " ".join(cell.split())
