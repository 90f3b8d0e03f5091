"""The page of two compared runs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from ragtester.reports.html.page import environment


def comparison_page(comparison: Mapping[str, Any], *, base: str, candidate: str) -> str:
    """The self-contained page of a comparison as `compare --json` prints it."""
    systems: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for one in comparison["measures"]:
        systems[one["system"]].append({**one, "plot": _plot(one)})
    page = environment()
    page.filters |= {"figure": _figure, "signed": _signed}
    return page.get_template("comparison.html.j2").render(
        found=comparison,
        systems=list(systems.items()),
        verdicts=Counter(one["verdict"] for one in comparison["measures"]),
        base=base,
        candidate=candidate,
    )


def _plot(one: Mapping[str, Any]) -> dict[str, str] | None:
    """Places in percent of a scale on which zero is in the middle."""
    if not one["interval"] or one["difference"] is None:
        return None
    low, high = one["interval"]
    reach = max(abs(low), abs(high), abs(one["difference"])) or 1.0
    place = {name: 50 + 48 * value / reach for name, value in (("low", low), ("high", high), ("at", one["difference"]))}
    return {
        "low": f"{place['low']:.1f}",
        "width": f"{place['high'] - place['low']:.1f}",
        "at": f"{place['at']:.1f}",
    }


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _signed(value: float | None) -> str:
    return "–" if value is None else f"{value:+.3f}"
