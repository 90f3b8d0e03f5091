"""The table of contents of a long document: headings with leaders and the pages that an earlier pass found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ragtester.corpus.pdf.bidi import in_line
from ragtester.corpus.pdf.script import font_runs
from ragtester.corpus.pdf.styles import Styles

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

LEVELS = 2
"""Levels of headings that are listed."""
_INDENT = 14.0


@dataclass(frozen=True, slots=True)
class Entry:
    """A heading: its level from 0, its text, and its key among the bookmarks."""

    level: int
    text: str
    key: str


def contents(entries: Sequence[Entry], pages: Mapping[str, int], styles: Styles, title: str) -> list[Flowable]:
    """The list as flowables, its own heading first; a page that is not known yet takes the same room."""
    from reportlab.platypus import Paragraph, Spacer

    made: list[Flowable] = [Paragraph(title, styles.headings[0])]
    line = _line_class()
    made += [line(entry, pages.get(entry.key, 0), styles) for entry in entries if entry.level < LEVELS]
    return [*made, Spacer(1, styles.face.leading)]


@lru_cache(maxsize=1)
def _line_class() -> type[Any]:
    from reportlab.pdfbase.pdfmetrics import getRegisteredFontNames, stringWidth
    from reportlab.platypus import Flowable

    class Line(Flowable):  # type: ignore[misc]
        """A heading, dots, and its page; the whole line leads there."""

        def __init__(self, entry: Entry, page: int, styles: Styles) -> None:
            super().__init__()
            self.entry, self.page, self.styles = entry, page, styles
            self.size = styles.body.fontSize
            self.before = self.size * 0.55 if entry.level == 0 else 0.0

        def wrap(self, width: float, height: float) -> tuple[float, float]:
            del height
            self.width = width
            return width, self.styles.face.leading * 0.98 + self.before

        def draw(self) -> None:
            canvas, face = self.canv, self.styles.face
            start = _INDENT * self.entry.level
            number = str(self.page) if self.page else ""
            room = self.width - start - 50
            place, text = start, self.entry.text
            while text and _width(text, face.body, self.size) > room:
                text = text[:-2].rstrip() + "…" if text.endswith("…") else text[:-1].rstrip() + "…"
            canvas.setFillColor(self.styles.ink)
            bold = "-Bold" if self.entry.level == 0 else ""
            for family, run in font_runs(in_line(text), face.body):
                name = f"{family}{bold}" if f"{family}{bold}" in getRegisteredFontNames() else family
                canvas.setFont(name, self.size)
                canvas.drawString(place, 2, run)
                place += stringWidth(run, name, self.size)
            canvas.setFont(face.body, self.size)
            end = self.width - stringWidth(number, face.body, self.size) - 5
            dots = int((end - place - 5) / stringWidth(" .", face.body, self.size))
            canvas.setFillColor(self.styles.rule)
            canvas.drawRightString(end, 2, " ." * max(0, dots))
            canvas.setFillColor(self.styles.ink)
            canvas.drawRightString(self.width, 2, number)
            canvas.linkRect("", self.entry.key, (start, 0, self.width, self.size + 2), relative=1, thickness=0)

    def _width(text: str, family: str, size: float) -> float:
        return float(sum(stringWidth(run, name, size) for name, run in font_runs(in_line(text), family)))

    return Line
