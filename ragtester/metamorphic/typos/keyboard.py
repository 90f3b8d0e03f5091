"""Which keys lie next to each other on the common Latin keyboards."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

Layout = Literal["qwerty", "qwertz", "azerty"]

_ROWS: dict[Layout, tuple[str, ...]] = {
    "qwerty": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "qwertz": ("qwertzuiop", "asdfghjkl", "yxcvbnm"),
    "azerty": ("azertyuiop", "qsdfghjklm", "wxcvbn"),
}
_SLANT = (0.0, 0.3, 0.8)
"""How far each row stands to the right of the first, in keys."""


@lru_cache(maxsize=8)
def _places(layout: Layout) -> dict[str, tuple[float, int]]:
    return {
        key: (column + _SLANT[row], row) for row, keys in enumerate(_ROWS[layout]) for column, key in enumerate(keys)
    }


@lru_cache(maxsize=256)
def neighbours(letter: str, layout: Layout = "qwerty") -> str:
    """The letters whose keys touch that of `letter` (lower case), sorted; empty for other scripts."""
    places = _places(layout)
    if letter not in places:
        return ""
    x, row = places[letter]
    return "".join(
        sorted(k for k, (kx, krow) in places.items() if k != letter and abs(krow - row) <= 1 and abs(kx - x) <= 1.0)
    )
