"""The columns of a page's running text, and the order in which they are read."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from ragtester.documents.pdf.ink import Word
from ragtester.documents.pdf.lines import Line, group_lines

_LEAST_LINES = 5
"""Lines on both sides of a gutter between two columns of text."""
_LEAST_LETTERS = 18
"""Median letters of a column's lines; shorter ones are the cells of a table."""
_MOST_DEPTH = 4


def zones(words: Sequence[Word], *, depth: int = 0) -> list[list[Word]]:
    """Words by zone in reading order: what stands above two columns, the left one, the right one, what is below.

    A gutter counts where running text stands on both of its sides for several lines; the lines that run
    over it divide the page into layers that are read one after the other.
    """
    lines = group_lines(words)
    x = _gutter(lines) if depth < _MOST_DEPTH else None
    if x is None:
        return [list(words)]
    ordered: list[list[Word]] = []
    layer: list[Word] = []
    full: list[Word] = []

    def close_layer() -> None:
        if layer:
            left = [word for word in layer if word.centre < x]
            right = [word for word in layer if word.centre >= x]
            for side in (left, right):
                if side:
                    ordered.extend(zones(side, depth=depth + 1))
            layer.clear()

    def close_full() -> None:
        if full:
            ordered.append(list(full))
            full.clear()

    for line in lines:
        if _crosses(line, x):
            close_layer()
            full.extend(line.words)
        else:
            close_full()
            layer.extend(line.words)
    close_layer()
    close_full()
    return ordered


def _crosses(line: Line, x: float) -> bool:
    """Whether the line runs over the gutter: a word over it, or no more than a space around it."""
    if any(word.x0 < x - 1 and word.x1 > x + 1 for word in line.words):
        return True
    left = [word.x1 for word in line.words if word.centre < x]
    right = [word.x0 for word in line.words if word.centre >= x]
    return bool(left and right) and min(right) - max(left) < 0.55 * line.size


def _gutter(lines: Sequence[Line]) -> float | None:
    """The x of a gutter between two columns of running text, or None."""
    if len(lines) < _LEAST_LINES:
        return None
    low, high = min(line.x0 for line in lines), max(line.x1 for line in lines)
    width = high - low
    best: tuple[int, float] | None = None
    step = max(width / 160, 1.0)
    free = _free(lines, low, step, int(width / step) + 2)
    x = low + 0.2 * width
    while x < high - 0.2 * width:
        enough = free[int((x - low) / step)] >= max(_LEAST_LINES, 0.4 * len(lines))
        count = _both_sides(lines, x) if enough else None
        if count is not None and (best is None or count > best[0]):
            best = (count, x)
        x += step
    if best is None:
        return None
    count, first = best
    last = first
    while last + step < high and _both_sides(lines, last + step) == count:
        last += step
    return (first + last) / 2


def _free(lines: Sequence[Line], low: float, step: float, steps: int) -> list[int]:
    """For each place across the page, how many lines have no ink there; a quick upper bound."""
    covered = [0] * (steps + 1)
    for line in lines:
        places = {
            place
            for word in line.words
            for place in range(int((word.x0 - low) / step) + 2, int((word.x1 - low) / step) - 1)
        }
        for place in places:
            covered[place] += 1
    return [len(lines) - count for count in covered]


def _both_sides(lines: Sequence[Line], x: float) -> int | None:
    """How many lines leave `x` free, if they hold two columns of running text; else None."""
    left: list[str] = []
    right: list[str] = []
    left_ends: list[float] = []
    right_ends: list[float] = []
    free = 0
    for line in lines:
        if _crosses(line, x):
            continue
        free += 1
        before = [word for word in line.words if word.centre < x]
        after = [word for word in line.words if word.centre >= x]
        if before:
            left.append(" ".join(word.text for word in before))
            left_ends.append(before[-1].x1 - before[0].x0)
        if after:
            right.append(" ".join(word.text for word in after))
            right_ends.append(after[-1].x1 - after[0].x0)
    if len(left) < _LEAST_LINES or len(right) < _LEAST_LINES or free < 0.4 * len(lines):
        return None
    for texts, widths in ((left, left_ends), (right, right_ends)):
        letters = [sum(sign.isalpha() for sign in text) for text in texts]
        if median(letters) < _LEAST_LETTERS or median(widths) < 0.6 * max(widths):
            return None
    return free
