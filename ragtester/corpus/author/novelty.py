"""Keeps prose from repeating itself: no six-word run and no sentence skeleton twice."""

from __future__ import annotations

import re
from collections.abc import Iterable

RUN = 6
"""Words that two sentences may not share in a row."""

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_NUMBER = re.compile(r"\d")


def masked_words(sentence: str, names: Iterable[str] = ()) -> tuple[str, ...]:
    """The sentence's words in lower case, with names and numbers as one sign each."""
    for name in sorted(names, key=len, reverse=True):
        sentence = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " _name_ ", sentence, flags=re.IGNORECASE)
    sentence = sentence.replace("_name_", "Xname")
    return tuple("#" if _NUMBER.search(word) else word.casefold() for word in _WORD.findall(sentence))


def runs(words: tuple[str, ...], length: int = RUN) -> frozenset[tuple[str, ...]]:
    """Every run of `length` words."""
    return frozenset(words[start : start + length] for start in range(len(words) - length + 1))


class Novelty:
    """What a document has said so far."""

    def __init__(self) -> None:
        self._runs: set[tuple[str, ...]] = set()
        self._skeletons: set[tuple[str, ...]] = set()

    def shared(self, words: tuple[str, ...]) -> int:
        """Six-word runs of a candidate that were said before; a repeated skeleton counts as all of them."""
        if words in self._skeletons:
            return max(1, len(words))
        return len(runs(words) & self._runs)

    def add(self, words: tuple[str, ...]) -> None:
        """Remembers a sentence that was taken."""
        self._runs |= runs(words)
        self._skeletons.add(words)
