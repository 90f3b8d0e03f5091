"""A table as text that can be retrieved and read row by row."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.records import Table

CELL_SEPARATOR = " | "


def row_text(header: Sequence[str], row: Sequence[str]) -> str:
    """One row as a line: `Label | Column: cell | Column: cell`, empty cells left out.

    Every line names its columns, so a row still says what its numbers are after a chunk boundary
    has cut the table above it.
    """
    cells: list[str] = []
    for name, cell in zip(header, row, strict=True):
        if cell:
            cells.append(f"{name.rstrip(':')}: {cell}" if name and name != cell else cell)
    return CELL_SEPARATOR.join(cells)


def table_lines(table: Table, *, labels: Sequence[str] = ()) -> tuple[list[str], list[str]]:
    """The lines above the rows (caption; the header where there are no rows), and one line per row.

    Args:
        table: the table.
        labels: what stands for the first cell of each row, where a row is read with its section.
    """
    above = [table.caption] if table.caption else []
    if not table.rows:
        above.append(CELL_SEPARATOR.join(name for name in table.header if name))
    rows = [row if not labels else (labels[number], *row[1:]) for number, row in enumerate(table.rows)]
    return [line for line in above if line], [row_text(table.header, row) for row in rows]


def table_text(table: Table, *, labels: Sequence[str] = ()) -> str:
    """The caption, then one line per row; a table without rows is its header line."""
    above, rows = table_lines(table, labels=labels)
    return "\n".join([*above, *rows])


def make_table(
    grid: Sequence[Sequence[str]], *, caption: str = "", page: int | None = None, headed: bool = True
) -> Table:
    """A table from a grid of cells; ragged rows are filled up, and the first row names the columns if `headed`."""
    width = max((len(row) for row in grid), default=0)
    filled = [tuple(_flat(cell) for cell in row) + ("",) * (width - len(row)) for row in grid]
    header = filled[0] if headed and filled else ("",) * width
    rows = filled[1:] if headed else filled
    return Table(header=header, rows=tuple(row for row in rows if any(row)), caption=caption, page=page)


def _flat(cell: str) -> str:
    return " ".join(cell.split())
