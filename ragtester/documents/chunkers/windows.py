"""Windows over units (words, tokens, sentences) that have ranges in a text."""

from __future__ import annotations

from collections.abc import Sequence


def windows(units: Sequence[tuple[int, int]], *, size: int, overlap: int = 0, offset: int = 0) -> list[tuple[int, int]]:
    """Ranges of `size` units each, `overlap` of them shared with the window before.

    With an `offset` the first window holds only that many units, and all later ones move by it.
    """
    if not units:
        return []
    ranges: list[tuple[int, int]] = []
    first = 0
    last = min(offset, len(units)) if offset else min(size, len(units))
    while True:
        ranges.append((units[first][0], units[last - 1][1]))
        if last >= len(units):
            return ranges
        first = max(last - overlap, first + 1)
        last = min(first + size, len(units))
