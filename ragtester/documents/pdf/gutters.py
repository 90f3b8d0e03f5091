"""White strips that run down through lines and part the columns of a table."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from ragtester.documents.pdf.lines import Line


@dataclass(frozen=True, slots=True)
class Gutter:
    """A white strip from `x0` to `x1`; `crossing` lines run over it."""

    x0: float
    x1: float
    crossing: int = 0

    @property
    def middle(self) -> float:
        """Where the columns part."""
        return (self.x0 + self.x1) / 2


def find_gutters(
    lines: Sequence[Line], *, space: float, beside: Sequence[Line] = (), tolerance: float = 0.12
) -> list[Gutter]:
    """The gutters of lines of one table, from left to right.

    A strip counts where at most the share `tolerance` of the lines cross it, at least two lines have text
    on both of its sides, and the usual gap there is wider than the gap between words. So the aligned
    blanks of "6 years", "7 years" part nothing, and columns that one bold row nearly joins stay apart.
    Lines `beside` those (headers, labels) do not vote on the strips, but count as text on their sides.
    """
    if len(lines) < 2:
        return []
    allowed = int(len(lines) * tolerance) if len(lines) >= 5 else 0
    size = median(line.size for line in lines)
    found: list[Gutter] = []
    for x0, x1, crossing in _strips(lines, allowed):
        middle = (x0 + x1) / 2
        gaps = [gap for line in lines if (gap := _gap(line, middle)) is not None]
        if len(gaps) < 2:
            gaps = [gap for line in beside or lines if (gap := _gap(line, middle)) is not None]
        least = max(1.7 * space, 0.45 * size) if len(lines) >= 5 else max(2.2 * space, 0.75 * size)
        if len(gaps) >= 2 and median(gaps) >= least:
            found.append(Gutter(x0, x1, crossing))
    wide = max(0.95 * size, 2.6 * space) if len(lines) < 5 else max(0.5 * size, 1.7 * space)
    return _populated(found, lines, beside, wide)


def _strips(lines: Sequence[Line], allowed: int) -> list[tuple[float, float, int]]:
    """Maximal strips between the left and right ends that at most `allowed` lines cover."""
    events: list[tuple[float, int]] = []
    for line in lines:
        end = None
        start = 0.0
        for word in line.words:
            if end is None or word.x0 > end + 0.5:
                if end is not None:
                    events += [(start, 1), (end, -1)]
                start, end = word.x0, word.x1
            else:
                end = max(end, word.x1)
        if end is not None:
            events += [(start, 1), (end, -1)]
    events.sort()
    low, high = min(line.x0 for line in lines), max(line.x1 for line in lines)
    strips: list[tuple[float, float, int]] = []
    covered = 0
    begin: float | None = None
    floor = 0
    narrowest: tuple[float, float] = (0.0, 0.0)
    for index, (x, step) in enumerate(events):
        covered += step
        following = events[index + 1][0] if index + 1 < len(events) else high
        if covered <= allowed and following > x and x >= low and following <= high:
            if begin is None or covered < floor:
                floor = covered
                narrowest = (x, following)
            elif covered == floor and abs(narrowest[1] - x) < 0.01:
                narrowest = (narrowest[0], following)
            begin = x if begin is None else begin
        elif covered > allowed and begin is not None:
            if narrowest[1] - narrowest[0] >= 0.8:
                strips.append((*narrowest, floor))
            begin = None
    return strips


def _gap(line: Line, x: float) -> float | None:
    """The white gap of the line around `x`; None where a word covers it or one side is empty."""
    starts = [word.x0 for word in line.words]
    at = bisect_right(starts, x)
    if at == 0 or at == len(starts):
        return None
    left = max(word.x1 for word in line.words[:at])
    return starts[at] - left if left <= x else None


def _populated(gutters: list[Gutter], lines: Sequence[Line], beside: Sequence[Line], wide: float) -> list[Gutter]:
    """Drops gutters on whose right hardly any part of a line begins: long labels run over those."""
    starts = [part.x0 for line in beside or lines for part in line.segments(wide)]
    least = max(2, int(0.12 * len(lines)))
    kept = list(gutters)
    index = len(kept) - 1
    while index >= 0:
        low = kept[index].x0
        high = kept[index + 1].x0 if index + 1 < len(kept) else float("inf")
        if sum(low <= start < high for start in starts) < least:
            del kept[index]
        index -= 1
    return kept
