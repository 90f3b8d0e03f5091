"""Builds the report from results lines and a summary with a template that escapes everything."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from ragtester.reports.html.heat import heat_maps
from ragtester.reports.html.marking import flagged, marked
from ragtester.reports.html.tallies import Tallies
from ragtester.reports.lines import read_lines
from ragtester.reports.tabular import bounds, by_rate, percent

UNFOLDED = 200
"""Failures up to which the lists of all systems are open."""


def write_html(lines: Path, file: Path, *, summary: Mapping[str, Any]) -> None:
    """Writes the self-contained report of a results file.

    Raises:
        InputError: the results file cannot be read.
    """
    tallies = Tallies.sized(len(summary["systems"]))
    for line in read_lines(lines):
        tallies.add(line)
    write_page(tallies, file, summary=summary)


def write_page(tallies: Tallies, file: Path, *, summary: Mapping[str, Any]) -> None:
    """Writes the self-contained report of results that are counted already."""
    text = _template().render(
        summary=summary,
        systems=by_rate(summary["systems"]),
        maps=heat_maps(summary["systems"]),
        tallies=tallies,
        anchors={system["id"]: f"failures-{number}" for number, system in enumerate(summary["systems"], start=1)},
        unfolded=summary["totals"]["failed"] <= UNFOLDED,
    )
    partial = file.with_suffix(file.suffix + ".partial")
    partial.write_text(text, encoding="utf-8")
    partial.replace(file)


@lru_cache(maxsize=1)
def _template() -> Template:
    return environment().get_template("report.html.j2")


def environment() -> Environment:
    """Templates of this folder, with what they show figures by; everything is escaped."""
    made = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    made.filters |= {
        "percent": percent,
        "bounds": bounds,
        "flagged": flagged,
        "marked": marked,
        "seconds": _seconds,
        "money": _money,
    }
    return made


def _seconds(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.2f} s" if value < 10 else f"{value:.0f} s" if value < 120 else f"{value / 60:.1f} min"


def _money(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.4f} USD" if value < 1 else f"{value:,.2f} USD"
