"""The final table for a terminal: no wider than it is, readable without colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ragtester.reports.tabular import bounds, by_rate, percent

_MOST = 40
"""Systems in the table; the others are in the report."""


def final_table(summary: Mapping[str, Any], *, width: int = 100) -> str:
    """Systems by pass rate with interval, abstention, recall and failing stages."""
    head = ("system", "pass", "95 %", "n", "unmeas.", "negatives", "recall", "fails at")
    systems = by_rate(summary["systems"])
    rows = [
        (
            str(system["id"]),
            percent(system["pass_rate"]),
            bounds(system["interval"]),
            str(system["passed"] + system["failed"]),
            str(system["unmeasured"]),
            percent(system["negative"]["pass_rate"]),
            percent(system["retrieval"]["recall"]),
            ", ".join(f"{stage} {n}" for stage, n in list(system["stages"].items())[:3]) or "-",
        )
        for system in systems[:_MOST]
    ]
    lines = aligned([head, *rows], width=width)
    if len(systems) > _MOST:
        lines.append(f"... and {len(systems) - _MOST} more in the report")
    return "\n".join(lines)


def aligned(rows: Sequence[Sequence[str]], *, width: int) -> list[str]:
    """Columns side by side, figures to the right; the first and the last give way when there is no room."""
    sizes = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for column in (len(sizes) - 1, 0):
        spare = sum(sizes) + 2 * (len(sizes) - 1) - width
        sizes[column] = max(12, sizes[column] - max(0, spare)) if sizes[column] > 12 else sizes[column]
    last = len(sizes) - 1
    lines = []
    for row in rows:
        cells = [
            _fit(cell, size).ljust(size) if column in (0, last) else cell.rjust(size)
            for column, (cell, size) in enumerate(zip(row, sizes, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "-" * min(width, max(map(len, lines))))
    return lines


def _fit(text: str, size: int) -> str:
    return text if len(text) <= size else text[: size - 1] + "…"
