"""Putting a table together again that was cut by a page break."""

from __future__ import annotations

import re
from collections.abc import Sequence

_CELLS = re.compile(r"\s*(?:\||\t)\s*")


def join_tables(pages: Sequence[str]) -> list[str]:
    """Passages of a document's pages, with tables that run over a page break kept whole.

    Pages are joined only where a table really goes on: the last line of a page and the first of the next
    are rows of cells, or the last row lacks the cell that the next page begins with. Prose stays with its
    page. A header that is printed again on the next page is dropped.

    Args:
        pages: texts of the pages in order; cells are divided by `|` or tabs.

    Returns:
        One passage per page without its share of such tables, and one per table, in reading order.
    """
    passages: list[str] = []
    pending: list[str] = []
    for number, page in enumerate(pages):
        lines = [line.rstrip() for line in page.strip("\n").splitlines()]
        if pending:
            head = _leading(lines, pending)
            pending = _merge(pending, lines[:head])
            lines = lines[head:]
            if any(line.strip() for line in lines):
                passages.append("\n".join(pending))
                pending = []
        following = pages[number + 1] if number + 1 < len(pages) else ""
        tail = len(lines) if pending else _trailing(lines)
        cut = lines[tail:]
        if cut and not pending and _goes_on(cut, following):
            pending = [*_caption(lines[:tail]), *cut]
            lines = lines[:tail]
        if any(line.strip() for line in lines):
            passages.append("\n".join(lines).strip("\n"))
    if pending:
        passages.append("\n".join(pending))
    return passages


def is_row(line: str) -> bool:
    """Whether a line looks like a row of a table."""
    return bool(line.strip()) and ("|" in line or "\t" in line.strip("\n"))


def _trailing(lines: Sequence[str]) -> int:
    """Where the table that ends the page begins; the number of lines where there is none."""
    start = len(lines)
    while start and (is_row(lines[start - 1]) or not lines[start - 1].strip()):
        start -= 1
    return start if any(is_row(line) for line in lines[start:]) else len(lines)


def _goes_on(table: Sequence[str], following: str) -> bool:
    first = next((line for line in following.splitlines() if line.strip()), "")
    last = next(line for line in reversed(table) if line.strip())
    return is_row(first) or (bool(first) and _lacks(last, table))


def _lacks(row: str, table: Sequence[str]) -> bool:
    """Whether the row ends before its last cell: it has a divider with nothing after it, or too few cells."""
    wanted = max(len(_filled(line)) for line in table)
    ends_open = row.rstrip().endswith("|") and not row.lstrip().startswith("|")
    return ends_open or len(_filled(row)) < wanted


def _leading(lines: Sequence[str], table: Sequence[str]) -> int:
    """How many lines of the page belong to the table before it."""
    count, open_row = (
        0,
        _lacks(next(line for line in reversed(table) if line.strip()), [x for x in table if is_row(x)] or table),
    )
    for line in lines:
        if not line.strip() or is_row(line) or (open_row and _count_filled(lines[:count]) == 0):
            count += 1
        else:
            break
    return count


def _count_filled(lines: Sequence[str]) -> int:
    """Lines that hold anything."""
    return sum(bool(line.strip()) for line in lines)


def _merge(table: Sequence[str], more: Sequence[str]) -> list[str]:
    rows = [line for line in table if line.strip()]
    added = [line for line in more if line.strip()]
    header = next((line for line in rows if is_row(line)), "")
    if added and _cells(added[0]) == _cells(header) and len(_cells(header)) > 1:
        added = added[1:]
        if added and set("".join(_cells(added[0]))) <= set("-: "):
            added = added[1:]
    width = len(_filled(header))
    if added and len(_filled(rows[-1])) < width and len(_filled(rows[-1])) + len(_filled(added[0])) <= width:
        rows[-1] = f"{rows[-1].rstrip().rstrip('|').rstrip()} | {added[0].strip().lstrip('|').strip()}"
        added = added[1:]
    return rows + added


def _caption(lines: Sequence[str]) -> list[str]:
    """The line right above a table names it, and stays readable in both passages."""
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return [last] if last and len(last) <= 120 else []


def _cells(row: str) -> list[str]:
    return [cell.strip().casefold() for cell in _CELLS.split(row.strip().strip("|"))]


def _filled(row: str) -> list[str]:
    return [cell for cell in _cells(row) if cell]
