"""Texts brought to one form for comparison, with the way back to the original offsets."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_SPECIAL = {
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i", "ħ": "h",
    "‘": "'", "’": "'", "‚": "'", "ʻ": "'", "ʼ": "'", "´": "'", "`": "'", "′": "'",
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "″": '"',
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-",
    "½": "½",
    "¼": "¼",
    "¾": "¾",
    "\u200b": "", "\u200c": "", "\u200d": "", "\ufeff": "", "\u00ad": "",
}  # fmt: skip
"""Letters that Unicode does not decompose, and the many quotes and dashes."""

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_NOT_WORD = re.compile(r"[^\w\s]|_")


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text; character i of it comes from character `origin[i]` of the original."""

    text: str
    origin: tuple[int, ...] | None
    """None where the offsets are the same."""
    length: int

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the original of `text[start:end]`."""
        if self.origin is None:
            return start, end
        last = (
            self.origin[end - 1] + 1 if end > start else self.origin[start] if start < len(self.origin) else self.length
        )
        return (self.origin[start] if start < len(self.origin) else self.length), last


@lru_cache(maxsize=4096)
def _fold_character(character: str) -> str:
    lowered = character.lower()
    if lowered in _SPECIAL:
        return _SPECIAL[lowered]
    parts = unicodedata.normalize("NFKD", character.casefold())
    return "".join(_SPECIAL.get(part, part) for part in parts if not unicodedata.combining(part))


def fold_with_offsets(text: str) -> Folded:
    """Lower case, no accents, plain quotes and dashes; offsets are kept."""
    if text.isascii():
        return Folded(text.lower(), None, len(text))
    out: list[str] = []
    origin: list[int] = []
    for index, character in enumerate(text):
        folded = _fold_character(character)
        out.append(folded)
        origin.extend([index] * len(folded))
    return Folded("".join(out), tuple(origin), len(text))


def fold(text: str) -> str:
    """Lower case, no accents, plain quotes and dashes."""
    return text.lower() if text.isascii() else "".join(map(_fold_character, text))


def normalise(text: str) -> str:
    """The form in which two short answers are compared: SQuAD's, made fit for all scripts.

    Lower case, no accents, no punctuation, no English articles, single spaces (Rajpurkar et al. 2016,
    evaluation script; the accents and the scripts are ours).
    """
    return " ".join(_ARTICLES.sub(" ", _NOT_WORD.sub(" ", fold(text))).split())
