"""The campaign for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragtester.reports.terminal import aligned

_IDLE = 8
"""Tests that catch nothing which are named; the others are in the report."""


def faults_table(summary: Mapping[str, Any], *, width: int = 100) -> str:
    """Faults by stage with what became of each, the scores, and the tests that catch nothing."""
    head = ("fault", "planted in", "outcome", "named", "tests", "by check")
    rows = [
        (
            str(fault["name"]),
            str(fault["stage"]),
            str(fault["outcome"]),
            _named(fault),
            str(len(fault["caught_by"])),
            ", ".join(f"{check} {n}" for check, n in list(fault["checks"].items())[:3]) or "-",
        )
        for fault in summary["faults"]
    ]
    lines = [*aligned([head, *rows], width=width), ""]
    healthy, counts = summary["healthy"], summary["counts"]
    lines.append(
        f"healthy: {healthy['passed']} of {summary['tests']} tests pass; {healthy['alarms']} alarms in "
        f"{healthy['runs']} runs with other seeds"
    )
    lines.append(
        f"mutation score {_share(summary['mutation_score'])}: {counts['detected']} of "
        f"{counts['detected'] + counts['missed']} faults detected, {counts['equivalent']} set aside as equivalent; "
        f"by answers alone {_share(summary['by_answers'])}; stage named rightly for {_share(summary['localisation'])}"
    )
    lines += [
        f"selection {row['selection']}: {row['tests']} tests, {_share(row['mutation_score'])} "
        f"({row['detected']} of {row['faults']}), by answers alone {_share(row['by_answers'])}; "
        f"{row['idle']} tests catch nothing, {row['idle_answers']} by their answers"
        for row in summary["selections"]
    ]
    idle = summary["idle_answers"]
    if idle:
        more = f" and {len(idle) - _IDLE} more" if len(idle) > _IDLE else ""
        lines.append(f"tests whose answers catch nothing: {', '.join(idle[:_IDLE])}{more}")
    return "\n".join(lines)


def _named(fault: Mapping[str, Any]) -> str:
    if fault["named"] is None:
        return "-"
    return str(fault["named"]) if fault["localised"] else f"{fault['named']} (wrong)"


def _share(value: float | None) -> str:
    return "not measured" if value is None else f"{100 * value:.1f} %"
