"""The gate's report as a self-contained page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragtester.reports.gate.sections import (
    SHOWN,
    averages,
    differences,
    failing,
    figure,
    headline,
    signed,
    to_inspect,
)
from ragtester.reports.html.page import environment


def gate_page(report: Mapping[str, Any]) -> str:
    """The report as `gate --json` prints it, as HTML that needs no other file."""
    page = environment()
    page.filters |= {"figure": figure, "signed": signed, "inspect": to_inspect}
    measures, rows = averages(report)
    return page.get_template("gate.html.j2").render(
        found=report,
        headline=headline(report),
        failing=failing(report),
        measures=measures,
        averages=rows,
        differences=list(differences(report)),
        shown=SHOWN,
    )
