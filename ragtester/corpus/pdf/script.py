"""Where lines may break, and right-to-left paragraphs, set line by line."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ragtester.corpus.pdf.bidi import shaped, visual
from ragtester.corpus.pdf.fonts import family_for, register

if TYPE_CHECKING:
    from reportlab.platypus import Flowable


def is_cjk(text: str) -> bool:
    """Whether lines may break between any two letters: a good part of them are ideographs or kana."""
    letters = [sign for sign in text if sign.isalpha()]
    wide = sum(1 for sign in letters if unicodedata.east_asian_width(sign) in ("W", "F"))
    return wide * 4 > len(letters) > 0


@lru_cache(maxsize=1)
def _flowable_class() -> type[Any]:
    from reportlab.pdfbase.pdfmetrics import stringWidth
    from reportlab.platypus import Flowable

    class RightToLeft(Flowable):  # type: ignore[misc]
        """A paragraph of a right-to-left script, set to the right."""

        def __init__(self, text: str, *, family: str, size: float, leading: float, ink: object, after: float) -> None:
            super().__init__()
            self.words = shaped(text).split()
            self.family, self.size, self.leading, self.ink = family, size, leading, ink
            self.spaceAfter = after
            self.lines: list[str] = []

        def getSpaceAfter(self) -> float:  # noqa: N802 - reportlab's name
            return float(self.spaceAfter)

        def wrap(self, width: float, _height: float) -> tuple[float, float]:
            self.width = width
            self.lines = _lines(self.words, width, self._measure)
            self.height = len(self.lines) * self.leading
            return width, self.height

        def split(self, width: float, height: float) -> list[Flowable]:
            self.wrap(width, height)
            fits = int(height // self.leading)
            if fits < 1 or fits >= len(self.lines):
                return [] if fits < 1 else [self]
            return [self._part(self.lines[:fits], 0.0), self._part(self.lines[fits:], self.spaceAfter)]

        def _part(self, lines: list[str], after: float) -> RightToLeft:
            part = RightToLeft("", family=self.family, size=self.size, leading=self.leading, ink=self.ink, after=after)
            part.words = [word for line in lines for word in line.split()]
            return part

        def _measure(self, text: str) -> float:
            return float(sum(stringWidth(run, family, self.size) for family, run in font_runs(text, self.family)))

        def draw(self) -> None:
            canvas = self.canv
            canvas.setFillColor(self.ink)
            for place, line in enumerate(self.lines):
                y = self.height - (place + 1) * self.leading + 0.25 * self.size
                shown = visual(line)
                text = canvas.beginText(self.width - self._measure(shown), y)
                for family, run in font_runs(shown, self.family):
                    text.setFont(family, self.size)
                    text.textOut(run)
                canvas.drawText(text)

    return RightToLeft


def _lines(words: list[str], width: float, measure: Callable[[str], float]) -> list[str]:
    """The words in lines, each as long as fits into `width`."""
    lines: list[str] = []
    line: list[str] = []
    space, used = measure("\u00a0"), 0.0
    for word in words:
        length = measure(word)
        if line and used + space + length > width:
            lines.append(" ".join(line))
            line, used = [], 0.0
        used += length + (space if line else 0.0)
        line.append(word)
    return [*lines, " ".join(line)] if line else lines


def right_to_left(text: str, *, family: str, size: float, leading: float, ink: object, after: float) -> Flowable:
    """A paragraph of Arabic, Hebrew and the like, with text of other scripts inside it in order."""
    made: Flowable = _flowable_class()(text, family=family, size=size, leading=leading, ink=ink, after=after)
    return made


def font_runs(text: str, family: str) -> list[tuple[str, str]]:
    """The text in runs of one font family each, in order."""
    found: list[tuple[str, str]] = []
    for sign in text:
        wanted = family_for(sign, family) if not sign.isspace() or not found else found[-1][0]
        if found and found[-1][0] == wanted:
            found[-1] = (wanted, found[-1][1] + sign)
        else:
            found.append((register(wanted), sign))
    return found
