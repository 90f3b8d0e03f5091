"""Three sources of damage: each turns one letter (and its successor) of a word into something else."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from ragtester.metamorphic.typos.keyboard import neighbours

Slip = tuple[int, str]
"""How many letters are replaced, and by what."""
Channel = Callable[[str, int, random.Random], Slip | None]
"""(word, position, random) -> a slip at that position, or None where the channel has none there."""

_KINDS = ("dropped", "neighbour", "sound", "swapped", "doubled", "slipped_in")
_WEIGHTS = (0.28, 0.14, 0.16, 0.18, 0.12, 0.12)
"""Shares of single-letter slips: the four kinds of Damerau (1964), substitutions being of the hand (the key beside
the right one) and of the ear (a vowel or consonant that sounds alike), as Kukich (1992) tells them apart."""

_SOUND = {
    "a": "eo", "e": "ai", "i": "ey", "o": "au", "u": "oe", "y": "i", "c": "sk", "s": "cz", "k": "c", "z": "s",
    "m": "n", "n": "m", "b": "p", "p": "b", "d": "t", "t": "d", "f": "v", "v": "f", "g": "j", "j": "g",
}  # fmt: skip


def human(word: str, at: int, random_: random.Random) -> Slip | None:
    """What fingers do: drop, hit the neighbour, swap two, double, or add the neighbour. The first letter stays."""
    if at == 0:
        return None
    letter = word[at]
    kind = random_.choices(_KINDS, _WEIGHTS)[0]
    near = _SOUND.get(letter.lower(), "") if kind == "sound" else neighbours(letter.lower())
    if kind == "swapped" and at + 1 < len(word) and word[at + 1].lower() != letter.lower():
        return 2, word[at + 1] + letter
    if kind == "doubled":
        return 1, letter * 2
    if near and kind in ("neighbour", "sound", "slipped_in"):
        key = random_.choice(near)
        key = key.upper() if letter.isupper() else key
        return 1, letter + key if kind == "slipped_in" else key
    return 1, ""


_OCR: Mapping[str, Sequence[str]] = {
    "rn": ["m"], "m": ["rn"], "cl": ["d"], "d": ["cl"], "vv": ["w"], "w": ["vv"], "ri": ["n"], "li": ["h"],
    "l": ["1", "i", "I"], "I": ["l", "1"], "i": ["l", "j"], "O": ["0", "Q"], "o": ["c", "0"], "e": ["c"], "c": ["e"],
    "h": ["b"], "b": ["h"], "S": ["5"], "s": ["5"], "B": ["8"], "Z": ["2"], "g": ["q"], "q": ["g"], "u": ["ii"],
    "t": ["f"], "f": ["t"], "a": ["o"], "n": ["ri"], "y": ["v"], "v": ["y"], "G": ["C"], "E": ["F"], "T": ["7"],
    "0": ["O"], "1": ["l"], "5": ["S"], "8": ["B"], "6": ["b"], "2": ["Z"], "9": ["g"], "3": ["8"],
}  # fmt: skip


def mapped(confusions: Mapping[str, Sequence[str]]) -> Channel:
    """A channel from a map: what is read (one or two letters) to what it becomes."""

    def channel(word: str, at: int, random_: random.Random) -> Slip | None:
        for length in (2, 1):
            piece = word[at : at + length]
            if len(piece) == length and confusions.get(piece):
                return length, random_.choice(list(confusions[piece]))
        return None

    return channel


ocr = mapped(_OCR)
"""What a scanner does to letters that look alike."""

CHANNELS: Mapping[str, Channel] = {"human": human, "ocr": ocr}
