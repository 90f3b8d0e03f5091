"""Lines of running text into paragraphs, headings and list items."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from ragtester.documents.pdf.lines import Line
from ragtester.documents.pdf.listing import BULLETS
from ragtester.documents.pdf.mending import joined_lines

_ITEM = re.compile(r"(?:[•●▪■◦‣⁃∙○❖➢✓✔\uf0b7\uf0a7–-]\s|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)]\s)")
_NUMBERED = re.compile(
    r"(?:(?:\d{1,2}\.){1,4}\d{0,2}|\d{1,2}|[A-Z]\.|[IVX]{1,5}\.|Appendix|Annex|Chapter|Section|Part)\s+\S"
)
_CAPTION = re.compile(
    r"(?:table|figure|fig\.|chart|tabelle|abbildung|abb\.|tableau|tabla|figura|graphique|tabulka|obrázek|πίνακας|σχήμα|exhibit|图|表|شكل|جدول)"
    r"\s*[A-Z]?[\dIVX]+(?:[.-]\d+)*(?:[.:]\s*\S|\s*[–—]|\s+\S.*|$)",
    re.IGNORECASE,
)
"""What names a table or a drawing, and is no heading."""
_ENDS = (".", "!", "?", ":", ";", "。", "”", '"', ")")
_LONGEST_HEADING = 140


@dataclass(frozen=True, slots=True)
class Piece:
    """A paragraph, or a heading where `level` is above 0, and the page on which it begins."""

    text: str
    page: int
    level: int = 0
    open_end: bool = False
    """Whether its last line is full and ends no sentence, so that it may go on in the next column or page."""
    alone: bool = False
    """Whether it belongs to no running text, such as the label of a figure."""


def body_size(lines: Sequence[Line]) -> float:
    """The letter size of most of the text."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size * 2) / 2] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0


def pieces(lines: Sequence[Line], page: int, *, body: float, heads: Sequence[float]) -> list[Piece]:
    """The paragraphs and headings of one zone.

    Args:
        lines: its lines from top to bottom.
        page: the page's number.
        body: letter size of the document's running text.
        heads: letter sizes of headings in the document, largest first.
    """
    if not lines:
        return []
    right = max(line.x1 for line in lines)
    left = min(line.x0 for line in lines)
    pitch = line_pitch(lines)
    made: list[Piece] = []
    group: list[Line] = []
    for line in lines:
        if group and _parts(group, line, left=left, right=right, body=body, pitch=pitch):
            made.append(_piece(group, page, right=right, left=left, body=body, heads=heads))
            group = []
        group.append(line)
    made.append(_piece(group, page, right=right, left=left, body=body, heads=heads))
    return [piece for piece in made if piece.text]


def _parts(group: Sequence[Line], line: Line, *, left: float, right: float, body: float, pitch: float) -> bool:
    """Whether a new paragraph begins with `line`."""
    last = group[-1]
    if abs(line.size - last.size) > 0.12 * last.size and min(len(line.text), len(last.text)) > 3:
        return True
    if line.bold != last.bold and (last.bold or len(line.text) < _LONGEST_HEADING):
        return last.bold or line.x0 <= left + 2 or _is_short(last, left, right)
    if _fields(last, line):
        return True
    gap = line.base - last.base
    inside = min((b.base - a.base for a, b in itertools.pairwise(group)), default=pitch * max(last.size / body, 1.0))
    if gap > max(1.27 * inside, inside + 0.3 * last.size):
        return True
    if _ITEM.match(line.text) and (line.x0 <= group[0].x0 + 2 or _ITEM.match(group[0].text)):
        return True
    indented = line.x0 - last.x0 > 0.8 * line.size and len(group) > 1 and abs(last.x0 - left) < 2
    if indented and line.x0 - left < 5 * line.size and last.text.endswith(_ENDS):
        return True
    return last.text.endswith(_ENDS) and not line.text[:1].islower() and _had_room(last, line, right)


def _fields(last: Line, line: Line) -> bool:
    """Whether two lines are fields of a form: a label and, behind a wide gap, a value that stands under the last."""
    above, here = last.segments(1.5 * last.size), line.segments(1.5 * line.size)
    return len(above) == len(here) == 2 and abs(above[1].x0 - here[1].x0) <= 3 and abs(above[0].x0 - here[0].x0) <= 3


def _had_room(last: Line, line: Line, right: float) -> bool:
    """Whether the first word of `line` would have fitted behind `last`: then the line end is a paragraph's end."""
    word = line.words[0]
    return last.x1 + 0.4 * last.size + (word.x1 - word.x0) < right - 0.5 * last.size


def line_pitch(lines: Sequence[Line]) -> float:
    """The usual distance between the base lines of a paragraph: a low one of those that occur."""
    size = median(line.size for line in lines)
    gaps = sorted(
        gap for above, below in itertools.pairwise(lines) if 0.9 * size < (gap := below.base - above.base) < 2.4 * size
    )
    return gaps[len(gaps) // 4] if len(gaps) >= 3 else 1.25 * size


def _is_short(line: Line, left: float, right: float) -> bool:
    return line.x1 < right - 0.18 * (right - left)


def _piece(
    group: Sequence[Line], page: int, *, right: float, left: float, body: float, heads: Sequence[float]
) -> Piece:
    text = joined_lines([line.text for line in group])
    text = BULLETS.sub("- ", text).strip()
    if text == "-":
        text = ""
    level = _level(group, text, body=body, heads=heads)
    full = not _is_short(group[-1], left, right)
    open_end = not level and not text.endswith(_ENDS) and (full or text.endswith("-"))
    return Piece(text, page, level, open_end)


def _level(group: Sequence[Line], text: str, *, body: float, heads: Sequence[float]) -> int:
    """The level of a heading, 0 for a paragraph: larger letters, or a short bold line."""
    if (
        _CAPTION.match(text)
        or len(text) > _LONGEST_HEADING
        or len(group) > 3
        or not any(sign.isalpha() for sign in text)
    ):
        return 0
    size = round(group[0].size * 2) / 2
    if size >= body * 1.12 and not text.endswith((".", ";", ",")):
        return min(heads.index(size) + 1, 6) if size in heads else 1
    bold = all(line.bold for line in group)
    if bold and not text.endswith((".", ";", ",")) and len(text) <= 100 and not text.startswith("- "):
        return min(len(heads) + 1, 6)
    if _NUMBERED.match(text) and bold:
        return min(len(heads) + 1, 6)
    return 0


def heading_sizes(lines: Sequence[Line], body: float) -> list[float]:
    """Letter sizes above the running text's, largest first, at most five."""
    sizes = {round(line.size * 2) / 2 for line in lines if line.size >= body * 1.12 and len(line.text) > 2}
    return sorted(sizes, reverse=True)[:5]
