"""Drawn charts: horizontal bars that start at zero, each labelled with its value."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ragtester.corpus.pdf.fonts import register
from ragtester.corpus.pdf.styles import Styles

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

_BAR, _GAP = 11.0, 7.0


def parse_chart(text: str) -> dict[str, Any] | None:
    """The chart that a fenced block describes, or None where it describes none."""
    try:
        drawing = json.loads(text)
    except json.JSONDecodeError:
        return None
    if not isinstance(drawing, dict) or not isinstance(drawing.get("bars"), list):
        return None
    bars = [bar for bar in drawing["bars"] if isinstance(bar, list) and len(bar) == 2 and _number(bar[1])]
    return {**drawing, "bars": bars} if bars else None


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0


def chart_flowable(drawing: dict[str, Any], styles: Styles, width: float) -> Flowable:
    """A bar chart of the drawing's bars, `width` points wide."""
    from reportlab.graphics.shapes import Drawing, Line, Rect, String
    from reportlab.pdfbase.pdfmetrics import stringWidth

    family, size = register(styles.face.body), styles.cell.fontSize - 0.5
    bars = [(str(label), float(value)) for label, value in drawing["bars"]]
    unit = str(drawing.get("unit") or "")
    labels = min(width * 0.4, max(stringWidth(label, family, size) for label, _ in bars) + 10)
    shown = [_shown(value, unit) for _, value in bars]
    room = width - labels - max(stringWidth(text, family, size) for text in shown) - 12
    top = max(value for _, value in bars) or 1.0
    height = len(bars) * (_BAR + _GAP) + 8
    picture = Drawing(width, height)
    for place, ((label, value), text) in enumerate(zip(bars, shown, strict=True)):
        y = height - (place + 1) * (_BAR + _GAP) + 4
        length = room * value / top
        picture.add(String(labels - 8, y + 2.4, label, fontName=family, fontSize=size, fillColor=styles.ink,
                           textAnchor="end"))  # fmt: skip
        picture.add(Rect(labels, y, max(length, 0.5), _BAR, fillColor=styles.accent, strokeColor=None))
        picture.add(String(labels + length + 4, y + 2.4, text, fontName=family, fontSize=size, fillColor=styles.ink))
    picture.add(Line(labels, 2, labels, height - 2, strokeColor=styles.rule, strokeWidth=0.7))
    picture.hAlign = "LEFT"
    made: Flowable = picture
    return made


def _shown(value: float, unit: str) -> str:
    digits = f"{value:,.10g}" if value != int(value) else f"{int(value):,}"
    if unit == "%":
        return f"{digits}%"
    return f"{unit} {digits}" if unit.isupper() else f"{digits} {unit}".strip()
