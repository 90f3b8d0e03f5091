"""Charts as SVG pictures, drawn on the server by Vega-Lite: no script, light or dark as the reader has it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import escape

from ragtester.stats import wilson

_INK, _QUIET, _LINE, _BAR, _BAND = "#1b1f24", "#5b6570", "#d9dee3", "#6b9ccc", "#cbddf0"
_COLOURS = {_INK: "--ink", _QUIET: "--quiet", _LINE: "--line", _BAR: "--s5", _BAND: "--s2"}
_SERIES = ("#1f5fa8", "#a3480c", "#1b6e53", "#7a4fa3", "#8a6d00", "#5b6571")
_COLOURS |= {colour: f"--c{number}" for number, colour in enumerate(_SERIES)}
_DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4], [1, 3])


_LIGHT = {"ink": _INK, "quiet": _QUIET, "line": _LINE, "s5": _BAR, "s2": _BAND}
_LIGHT |= {f"c{number}": colour for number, colour in enumerate(_SERIES)}
_DARK = {"ink": "#e3e7eb", "quiet": "#98a3ae", "line": "#323a43", "s5": "#2f7ab8", "s2": "#1f3449", "c0": "#7fb2ea",
         "c1": "#f0975a", "c2": "#5cc3a0", "c3": "#c3a2ea", "c4": "#d8bd5a", "c5": "#a7b2bd"}  # fmt: skip
_STYLE = (
    "<style>svg{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;"
    "font-variant-numeric:tabular-nums;" + ";".join(f"--{name}:{colour}" for name, colour in _LIGHT.items()) + "}"
    "text{font-family:inherit}@media(prefers-color-scheme:dark){svg{"
    + ";".join(f"--{name}:{colour}" for name, colour in _DARK.items())
    + "}}</style>"
)


def bars(title: str, counts: Sequence[tuple[str, int, int]]) -> str:
    """Shares with their 95 % intervals, one bar each from zero: (label, hits, n)."""
    values = []
    for label, hits, n in counts:
        interval = wilson(hits, n)
        values.append(
            {"label": label, "value": hits / n, "low": interval.low, "high": interval.high, "said": f"{hits} of {n}"}
        )
    extent = min(190, 8 + max((7.2 * len(label) for label, *_ in counts), default=0))
    axis = {"title": None, "format": ".0%", "tickCount": 5, "grid": True}
    spec: dict[str, Any] = {
        "width": 300,
        "height": {"step": 24},
        "data": {"values": values},
        "encoding": {
            "y": {"field": "label", "type": "nominal", "sort": None,
                  "axis": {"title": None, "labelLimit": 190, "minExtent": extent, "ticks": False, "domain": False}},
        },
        "layer": [
            {"mark": {"type": "bar", "color": _BAR, "height": 13},
             "encoding": {"x": {"field": "value", "type": "quantitative", "scale": {"domain": [0, 1]}, "axis": axis}}},
            {"mark": {"type": "rule", "color": _INK, "strokeWidth": 1.4},
             "encoding": {"x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}}},
            {"mark": {"type": "text", "align": "left", "x": 308, "color": _QUIET}, "encoding": {"text": {"field": "said"}}},
        ],
    }  # fmt: skip
    return draw(title, spec) if values else ""


def trend(title: str, points: Sequence[Mapping[str, Any]]) -> str:
    """Pass rates over runs with their intervals: points of system, when (text), order, value, low, high.

    Of many systems the best ones of the newest run are shown, as many as can be told apart.
    """
    if not points:
        return ""
    newest_first = sorted(points, key=lambda point: (-point["order"], -point["value"]))
    systems = list(dict.fromkeys(str(point["system"]) for point in newest_first))[: len(_SERIES)]
    shown = [point for point in points if point["system"] in systems]
    colour = {"field": "system", "type": "nominal", "legend": None, "sort": systems,
              "scale": {"domain": systems, "range": list(_SERIES[: len(systems)])}}  # fmt: skip
    dash = {"field": "system", "type": "nominal", "legend": None,
            "scale": {"domain": systems, "range": [list(dash) for dash in _DASHES[: len(systems)]]}}  # fmt: skip
    last = max(point["order"] for point in shown)
    newest = [point for point in shown if point["order"] == last]
    ticks = {point["order"]: point["when"] for point in shown}
    label = f"{json.dumps({str(order): when for order, when in ticks.items()})}[datum.value]"
    x = {"field": "order", "type": "quantitative", "scale": {"domain": [min(ticks), max(last, min(ticks) + 1)]},
         "axis": {"title": None, "grid": False, "values": sorted(ticks)[:: max(1, len(ticks) // 8)],
                  "labelExpr": label, "labelAngle": 0}}  # fmt: skip
    y = {"scale": {"domain": [0, 1]}, "axis": {"title": None, "format": ".0%", "tickCount": 5}}
    spec: dict[str, Any] = {
        "width": 620,
        "height": 220,
        "data": {"values": list(shown)},
        "encoding": {"x": x},
        "layer": [
            {"mark": {"type": "area", "opacity": 0.13},
             "encoding": {"y": {"field": "low", "type": "quantitative"} | y, "y2": {"field": "high"}, "color": colour}},
            {"mark": {"type": "line", "strokeWidth": 1.8},
             "encoding": {"y": {"field": "value", "type": "quantitative"}, "color": colour, "strokeDash": dash}},
            {"mark": {"type": "point", "filled": True, "size": 28, "opacity": 1},
             "encoding": {"y": {"field": "value", "type": "quantitative"}, "color": colour}},
            {"data": {"values": _apart(newest)},
             "mark": {"type": "text", "align": "left", "dx": 8, "fontWeight": 600},
             "encoding": {"y": {"field": "at", "type": "quantitative"}, "text": {"field": "system"}, "color": colour}},
        ],
    }  # fmt: skip
    return draw(title, spec)


def reliability(title: str, points: Sequence[tuple[float, float, float, float, int]]) -> str:
    """Agreement by stated confidence: (mean confidence, agreement, low, high, n)."""
    values = [{"x": x, "y": y, "low": low, "high": high, "said": f"n {n}"} for x, y, low, high, n in points]
    if not values:
        return ""
    domain = {"domain": [0, 1]}
    spec: dict[str, Any] = {
        "width": 300,
        "height": 240,
        "layer": [
            {"data": {"values": [{"x": 0, "y": 0}, {"x": 1, "y": 1}]},
             "mark": {"type": "line", "color": _QUIET, "strokeDash": [4, 4], "strokeWidth": 1},
             "encoding": {"x": {"field": "x", "type": "quantitative"}, "y": {"field": "y", "type": "quantitative"}}},
            {"data": {"values": values}, "mark": {"type": "rule", "color": _INK},
             "encoding": {"x": {"field": "x", "type": "quantitative", "scale": domain,
                                "axis": {"title": "the judge's confidence", "format": ".0%", "tickCount": 5}},
                          "y": {"field": "low", "type": "quantitative", "scale": domain,
                                "axis": {"title": "agrees with people", "format": ".0%", "tickCount": 5}},
                          "y2": {"field": "high"}}},
            {"data": {"values": values}, "mark": {"type": "point", "filled": True, "size": 55, "color": _SERIES[0]},
             "encoding": {"x": {"field": "x", "type": "quantitative"}, "y": {"field": "y", "type": "quantitative"}}},
            {"data": {"values": values}, "mark": {"type": "text", "dy": -12, "color": _QUIET},
             "encoding": {"x": {"field": "x", "type": "quantitative"}, "y": {"field": "high", "type": "quantitative"},
                          "text": {"field": "said"}}},
        ],
    }  # fmt: skip
    return draw(title, spec)


def warm() -> None:
    """Loads the renderer, which takes a second, before somebody waits for it."""
    bars("", [("", 1, 2)])


def draw(title: str, spec: Mapping[str, Any]) -> str:
    """A Vega-Lite specification as an SVG document; the title is its name for screen readers."""
    return _svg(title, json.dumps(spec, sort_keys=True))


def nothing(title: str, text: str) -> str:
    """The picture of a chart that has nothing to show, and says so."""
    said = f'<text y="16" font-size="13" fill="var(--quiet)">{escape(text)}</text>'
    return f'<svg role="img" aria-label="{escape(title)}" xmlns="http://www.w3.org/2000/svg" width="520" height="24">{_STYLE}{said}</svg>'


@lru_cache(maxsize=256)
def _svg(title: str, text: str) -> str:
    import vl_convert

    font = {"labelFont": "inherit", "titleFont": "inherit", "labelFontSize": 12, "titleFontSize": 12}
    given = json.loads(text)
    spec = given | {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "background": None,
        # The browser's letters may be wider than those that the renderer measures.
        "padding": {"left": 12, "top": 4, "bottom": 4, "right": 120 if given["width"] > 500 else 24},
        "config": {
            "font": "sans-serif",
            "view": {"stroke": None},
            "text": {"fontSize": 12},
            "axis": {"labelColor": _QUIET, "titleColor": _QUIET, "gridColor": _LINE, "domainColor": _LINE,
                     "tickColor": _LINE, "titleFontWeight": 400} | {k: v for k, v in font.items() if "Font" not in k or "Size" in k},
        },
    }  # fmt: skip
    svg: str = vl_convert.vegalite_to_svg(json.dumps(spec))
    for colour, name in _COLOURS.items():
        svg = svg.replace(f'"{colour}"', f'"var({name})"')
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg)
    name = escape(title)
    head = f'<svg role="img" aria-label="{name}" '
    svg = re.sub(r'\saria-(?!hidden|label="' + re.escape(str(name)) + r')[a-z]+="[^"]*"', "", svg)
    svg = re.sub(r'\srole="graphics[^"]*"', "", svg)
    svg = svg.replace("<svg ", head, 1) if size else svg
    return svg.replace(">", f">{_STYLE}", 1)


def _apart(newest: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Places of the direct labels, moved so that they do not lie on each other."""
    placed: list[dict[str, Any]] = []
    for point in sorted(newest, key=lambda point: -float(point["value"])):
        at = min(float(point["value"]), (placed[-1]["at"] if placed else 2.0) - 0.08)
        placed.append(dict(point) | {"at": at})
    return placed
