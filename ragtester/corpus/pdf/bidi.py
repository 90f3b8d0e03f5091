"""Right-to-left text: its direction, the joined forms of Arabic letters, and the order on a line."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arabic_reshaper import ArabicReshaper

_RIGHT = ("R", "AL")


def is_right_to_left(text: str) -> bool:
    """Whether the first strong letter is of a right-to-left script."""
    for sign in text:
        direction = unicodedata.bidirectional(sign)
        if direction in _RIGHT:
            return True
        if direction == "L":
            return False
    return False


def shaped(text: str) -> str:
    """Arabic letters as the joined forms that a font draws; in logical order still."""
    return str(_reshaper().reshape(text))


def visual(line: str, *, right_to_left: bool = True) -> str:
    """A line in the order in which it is drawn from the left."""
    from bidi import get_display

    return str(get_display(line, base_dir="R" if right_to_left else "L"))


def in_line(text: str) -> str:
    """A text of one line ready to be drawn: shaped and ordered where it holds right-to-left letters."""
    if not any(unicodedata.bidirectional(sign) in _RIGHT for sign in text):
        return text
    return visual(shaped(text), right_to_left=is_right_to_left(text))


@cache
def _reshaper() -> ArabicReshaper:
    from arabic_reshaper import ArabicReshaper

    return ArabicReshaper(configuration={"delete_harakat": False, "support_ligatures": True})
