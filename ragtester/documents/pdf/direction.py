"""The order in which letters and words that stand side by side are read: right to left in Hebrew and Arabic."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_RIGHT = frozenset(("R", "AL"))


def is_right_to_left(text: str) -> bool:
    """Whether the text holds a letter of a right-to-left script."""
    return not text.isascii() and any(unicodedata.bidirectional(sign) in _RIGHT for sign in text)


def printed_to_read(glyphs: Sequence[str]) -> str:
    """A word whose glyphs are given from left to right as printed, in the order in which it is read.

    A glyph that stands for several letters holds them in reading order already; digits and Latin letters
    inside a right-to-left word keep their order.
    """
    rights = sum(is_right_to_left(glyph) for glyph in glyphs)
    if not rights:
        return "".join(glyphs)
    runs: list[tuple[bool, list[str]]] = []
    for glyph in glyphs:
        right = is_right_to_left(glyph)
        mark = bool(glyph) and all(unicodedata.combining(sign) for sign in glyph)
        if mark and runs and runs[-1][1]:
            runs[-1][1][-1] += glyph
        elif runs and runs[-1][0] == right:
            runs[-1][1].append(glyph)
        else:
            runs.append((right, [glyph]))
    read = ["".join(reversed(run) if right else run) for right, run in runs]
    return "".join(reversed(read) if rights * 2 > len(glyphs) else read)


def in_reading_order(words: Sequence[str]) -> str:
    """Joins the words of a line, given from left to right as printed.

    A line that is mostly of a right-to-left script is read from its right end; runs of other words in it
    (numbers, Latin names) keep their own order.
    """
    words = [part for word in words for part in word.split()]
    marks = [is_right_to_left(word) for word in words]
    if not any(marks) or sum(marks) * 2 < sum(any(sign.isalpha() for sign in word) for word in words):
        return " ".join(words)
    ordered: list[str] = []
    run: list[str] = []
    for word, right in zip(reversed(words), reversed(marks), strict=True):
        if right:
            ordered += reversed(run)
            run = []
            ordered.append(word)
        else:
            run.append(word)
    return " ".join([*ordered, *reversed(run)])
