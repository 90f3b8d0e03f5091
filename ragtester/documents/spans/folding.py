"""A text reduced to what no parser changes, with the way back to the offsets in the original."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"), "-")
_QUOTES = {**dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032\u00b4`"), "'")} | dict.fromkeys(
    map(ord, "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033"), '"'
)
_SIGNS = _DASHES | _QUOTES
_MARKUP = frozenset("|*_#`\u00ad\u200b\u200c\u200d\ufeff\u200e\u200f\u2060\u2022\u25cf\u25aa")


@dataclass(frozen=True, slots=True)
class Folded:
    """Letters, digits and signs of a text, lower case, without white space."""

    text: str
    places: tuple[int, ...]
    """For each character its offset in the original."""

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The range of the original that holds `text[start:end]`."""
        return self.places[start], self.places[end - 1] + 1


@lru_cache(maxsize=64)
def fold(text: str) -> Folded:
    """Folds case, compatibility forms (ligatures, full width), dashes, quotes, hyphenation and white space."""
    kept: list[str] = []
    places: list[int] = []
    for at, sign in enumerate(text):
        if sign.isspace() or sign in _MARKUP:
            continue
        plain = sign if sign.isascii() else unicodedata.normalize("NFKC", sign).translate(_SIGNS)
        for character in plain.casefold():
            if character == "-" and not _meaningful(text, at):
                continue
            if not character.isspace():
                kept.append(character)
                places.append(at)
    return Folded("".join(kept), tuple(places))


def _meaningful(text: str, at: int) -> bool:
    """Whether the dash at `at` may be part of a number, so that leaving it out could change a value."""
    return at + 1 < len(text) and text[at + 1].isdigit()
