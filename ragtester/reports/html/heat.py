"""The heat map: a table of generators by embedders for each remaining setting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ragtester.records import Record


class HeatCell(Record):
    """One system: its rate, interval and n; `shade` is 0 (light) to 8 (dark)."""

    system: str
    rate: str
    interval: str
    n: int
    unmeasured: int
    shade: int


class HeatMap(Record):
    """Rows are generators, columns embedders; None where there is no such system."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[HeatCell | None, ...]], ...]


def heat_maps(systems: Sequence[Mapping[str, Any]]) -> list[HeatMap]:
    """One map for each combination of chunker, top-k and reranker; external systems are one more."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for system in systems:
        groups.setdefault(_setting(system), []).append(system)
    return [_map(title, members) for title, members in groups.items()]


def _setting(system: Mapping[str, Any]) -> str:
    if system.get("target"):
        return "External systems"
    parts = [str(system["chunker"]), f"top {system['top_k']}"]
    if system["reranker"] != "none":
        parts.append(f"reranked by {system['reranker']}")
    return ", ".join(parts)


def _map(title: str, systems: Sequence[Mapping[str, Any]]) -> HeatMap:
    rows = list(dict.fromkeys(str(system["generator"] or system["id"]) for system in systems))
    columns = list(dict.fromkeys(str(system["embedder"] or "answers") for system in systems))
    cells = {
        (str(system["generator"] or system["id"]), str(system["embedder"] or "answers")): _cell(system)
        for system in systems
    }
    return HeatMap(
        title=title,
        columns=tuple(columns),
        rows=tuple((row, tuple(cells.get((row, column)) for column in columns)) for row in rows),
    )


def _cell(system: Mapping[str, Any]) -> HeatCell:
    rate, interval = system["pass_rate"], system["interval"]
    return HeatCell(
        system=str(system["id"]),
        rate="–" if rate is None else f"{100 * rate:.0f} %",
        interval="not measured" if interval is None else f"{100 * interval[0]:.0f}–{100 * interval[1]:.0f}",
        n=system["passed"] + system["failed"],
        unmeasured=system["unmeasured"],
        shade=0 if rate is None else round(8 * rate),
    )
