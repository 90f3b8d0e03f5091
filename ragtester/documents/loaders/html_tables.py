"""An HTML table as rows: spans filled in, header cells joined by column."""

from __future__ import annotations

import re

from bs4.element import Tag

from ragtester.documents.rows import make_table
from ragtester.records import Table

_MAX_SPAN = 200
"""A larger colspan or rowspan is a mistake or an attack."""
_MAX_CELLS = 200_000


def html_table(node: Tag) -> Table | None:
    """The table, or None for one that only lays out a page (nested tables, or a single cell)."""
    if node.find("table") is not None:
        return None
    rows = list(node.find_all("tr"))
    grid: list[list[str]] = []
    carried: dict[int, tuple[str, int]] = {}
    heads = 0
    cells = 0
    for row in rows:
        line: list[str] = []
        entries = list(row.find_all(("td", "th"), recursive=False))
        head = heads == len(grid) and bool(entries) and _is_head(row, entries)
        for cell in entries:
            _carry(line, carried)
            text = " ".join(cell.get_text(" ").split())
            wide, high = _span(cell, "colspan"), _span(cell, "rowspan")
            for place in range(wide):
                shown = text if place == 0 or head else ""
                if high > 1:
                    carried[len(line)] = (shown, high - 1)
                line.append(shown)
            cells += wide
        _carry(line, carried)
        if cells > _MAX_CELLS:
            break
        if head:
            heads += 1
        grid.append(line)
    caption = node.find("caption")
    width = max((len(line) for line in grid), default=0)
    if not grid or (width < 2 and len(grid) < 2):
        return None
    name = " ".join(caption.get_text(" ").split()) if caption else ""
    joined = _join_heads([line + [""] * (width - len(line)) for line in grid], heads)
    return make_table(joined, caption=name, headed=heads > 0)


def _is_head(row: Tag, entries: list[Tag]) -> bool:
    return (row.parent is not None and row.parent.name == "thead") or all(cell.name == "th" for cell in entries)


def _carry(line: list[str], carried: dict[int, tuple[str, int]]) -> None:
    """Fills in the cells that reach down from rows above."""
    while len(line) in carried:
        at = len(line)
        text, left = carried[at]
        if left > 1:
            carried[at] = (text, left - 1)
        else:
            del carried[at]
        line.append(text)


def _join_heads(grid: list[list[str]], heads: int) -> list[list[str]]:
    if heads < 2:
        return grid
    header: list[str] = []
    for column in zip(*grid[:heads], strict=True):
        parts = list(dict.fromkeys(part for part in column if part))
        header.append(" ".join(parts))
    return [header, *grid[heads:]]


def _span(cell: Tag, name: str) -> int:
    found = re.match(r"\s*(\d{1,6})", str(cell.get(name) or ""))
    return min(max(int(found[1]), 1), _MAX_SPAN) if found else 1
