"""The campaign as one self-contained page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragtester.records import STAGES

if TYPE_CHECKING:
    from jinja2 import Template


def faults_page(summary: Mapping[str, Any]) -> str:
    """The page as HTML: faults by stage with the trail of one test, tests by what they catch, selections."""
    faults = summary["faults"]
    stages = [
        {"name": stage, "faults": [fault for fault in faults if fault["stage"] == stage]}
        for stage in STAGES
        if any(fault["stage"] == stage for fault in faults)
    ]
    return _template().render(s=summary, stages=stages)


@lru_cache(maxsize=1)
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["share"] = lambda value: "–" if value is None else f"{100 * value:.1f} %"
    return made.get_template("page.html.j2")
