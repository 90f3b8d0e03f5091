"""Running headers, footers and page numbers: what repeats at the edge of pages is not the document's text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median

from ragtester.documents.pdf.ink import Sheet, Word
from ragtester.documents.pdf.lines import Line, group_lines
from ragtester.documents.pdf.ruled import frames

_DEPTH = 4
"""Lines from the upper and lower end of a page that may be furniture."""
_EDGE = 0.18
"""Share of the page's height within which they stand."""
_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"[-–—\s]*[ivxlc]+[-–—\s]*", re.IGNORECASE)
_AROUND = 6
"""Pages on both sides that are compared."""
_PAGE_NUMBER = re.compile(
    r"[-–—\s]*(?:(?:page|seite|pagina|página|strana|σελίδα|p\.)\s*)?(?:\d{1,4}|[ivxlc]{1,7})"
    r"(?:\s*(?:of|/|von|de|di|z|από|-)\s*\d{1,4})?[-–—\s]*|第?\s*\d+\s*页.*|\d+\s*[-–]\s*\d+",
    re.IGNORECASE,
)


def without_furniture(sheets: Sequence[Sheet]) -> list[tuple[Word, ...]]:
    """The words of each page without what repeats at its edge and without its number.

    A block of centred or large lines above the first page stays there: it is the document's title, which
    the other pages repeat.
    """
    edges = [_edge_lines(sheet) for sheet in sheets]
    cleaned: list[tuple[Word, ...]] = []
    for number, (sheet, page) in enumerate(zip(sheets, edges, strict=True)):
        dropped: list[Line] = []
        for place in ("top", "bottom"):
            found: list[Line] = []
            for order, (_, line) in enumerate([entry for entry in page if entry[0] == place]):
                margin = _in_margin(sheet, line, place)
                lone = order == 0 and margin and _is_page_number(sheet, line, place)
                if lone or _repeats(place, line, edges, number, margin=margin):
                    found.append(line)
                elif order > 0 or not _short(line):
                    break
            if not (number == 0 and place == "top" and _is_title(sheet, found)):
                dropped += found
        gone = {id(word) for line in dropped for word in line.words}
        cleaned.append(tuple(word for word in sheet.words if id(word) not in gone))
    return cleaned


def _edge_lines(sheet: Sheet) -> list[tuple[str, Line]]:
    """The outermost lines, from the edge inwards; rows of tables are none of them."""
    boxes = [frame.box for frame in frames(sheet) if len(frame.down) > 2]
    every = group_lines(sheet.words)
    padded = [None, *every, None]
    lines = [
        line
        for line, above, below in zip(every, padded, padded[2:], strict=False)
        if not any(box.holds(line.words[0]) for box in boxes)
        and not any(other is not None and _rows_alike(line, other) for other in (above, below))
    ]
    middle = sheet.height / 2
    top = [line for line in lines[:_DEPTH] if line.bottom <= middle]
    bottom = [line for line in reversed(lines[-_DEPTH:]) if line.top >= middle]
    return [("top", line) for line in top] + [("bottom", line) for line in bottom]


def _rows_alike(line: Line, other: Line) -> bool:
    """Whether two lines are rows of one table: close, in equally many parts, which stand under each other."""
    if abs(line.base - other.base) > 2.6 * max(line.size, other.size):
        return False
    ours, theirs = line.segments(line.size), other.segments(other.size)
    if len(ours) < 2 or len(ours) != len(theirs):
        return False
    under = [min(abs(one.x0 - two.x0), abs(one.x1 - two.x1)) <= 3 for one, two in zip(ours, theirs, strict=True)]
    return sum(under) >= max(2, len(ours) - 1)


def _in_margin(sheet: Sheet, line: Line, place: str) -> bool:
    return line.bottom <= _EDGE * sheet.height if place == "top" else line.top >= (1 - _EDGE) * sheet.height


def _is_page_number(sheet: Sheet, line: Line, place: str) -> bool:
    return bool(_PAGE_NUMBER.fullmatch(line.text.strip())) and _apart(sheet, line, place)


def _is_title(sheet: Sheet, lines: Sequence[Line]) -> bool:
    """Whether repeated lines at the top of the first page are its title: several centred ones, or large letters."""
    if not lines:
        return False
    size = median(word.size for word in sheet.words)
    left, right = min(word.x0 for word in sheet.words), max(word.x1 for word in sheet.words)
    centred = all(
        min(abs((line.x0 - left) - (right - line.x1)), abs(line.x0 - (sheet.width - line.x1))) < 0.06 * sheet.width
        for line in lines
    )
    return (len(lines) >= 2 and centred) or all(line.size > 1.15 * size for line in lines)


def _repeats(place: str, line: Line, edges: Sequence[list[tuple[str, Line]]], number: int, *, margin: bool) -> bool:
    """Whether the pages around have the line at the same end: equal, but for numbers that count the pages."""
    around = [
        page for page in range(number - _AROUND, number + _AROUND + 1) if 0 <= page < len(edges) and page != number
    ]
    hits = sum(
        any(end == place and _alike(line.text, other.text, number - page) for end, other in edges[page])
        for page in around
    )
    least = max(1, 0.3 * len(around)) if margin else max(2, 0.5 * len(around))
    return hits >= least


def _alike(one: str, other: str, pages_apart: int) -> bool:
    """Whether two lines are equal but for numbers that differ as the pages' numbers do."""
    if one == other:
        return True
    if _DIGITS.sub("#", one) != _DIGITS.sub("#", other):
        return _is_roman(one) and _is_roman(other)
    numbers = zip(_DIGITS.findall(one), _DIGITS.findall(other), strict=True)
    return all(left == right or int(left[-9:]) - int(right[-9:]) == pages_apart for left, right in numbers)


def _is_roman(text: str) -> bool:
    return bool(_ROMAN.fullmatch(text.strip()))


def _apart(sheet: Sheet, line: Line, place: str) -> bool:
    """Whether white parts the line from the text."""
    others = [other for other in group_lines(sheet.words) if other.words != line.words]
    if not others:
        return False
    if place == "top":
        return min(other.top for other in others) - line.bottom > 0.8 * line.size
    return line.top - max(other.bottom for other in others) > 0.8 * line.size


def _short(line: Line) -> bool:
    return len(line.text) <= 60
