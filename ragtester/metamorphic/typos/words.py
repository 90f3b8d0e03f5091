"""Which words may be misspelt without changing what a text says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_WORD = re.compile(r"\S+")
_LETTERS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SHORTEST = 4

_MEANING = frozenset(
    # words whose misspelling may read as another value: numbers, months, negation, obligation
    "zero three four five seven eight nine eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen "
    "twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion half third quarter double "
    "january february march april june july august september october november december "
    "monday tuesday wednesday thursday friday saturday sunday "
    "never cannot without none neither nobody nothing must shall should may "
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig hundert tausend nicht kein keine ohne "
    "deux trois quatre cinq sept huit neuf onze douze vingt cent mille jamais sans aucun "
    "cuatro cinco seis siete ocho nueve diez once doce veinte cien nunca "
    "jeden dva tři čtyři pět šest sedm osm devět deset dvacet tisíc není bez".split()
)


def changes_meaning(word: str) -> bool:
    """Whether a word is one whose misspelling may read as another value: a number, a month, a weekday, a negation."""
    return word.lower() in _MEANING


@dataclass(frozen=True, slots=True)
class Word:
    """A word that may be misspelt, with its place in the text."""

    text: str
    start: int


def eligible_words(text: str, *, digits: bool = False, protected: Sequence[str] = ()) -> list[Word]:
    """The words of a text that a typo may touch, in order.

    The rule: a misspelling must not say something else. So digits are left alone, and with them every
    word that holds one (`12-B`, `v2`, `10mg`), web and mail addresses, words shorter than four letters,
    number words, months, weekdays and words of negation or obligation. With `digits` set, words with
    digits are eligible too, and a mutant of that kind may alter the meaning.

    Args:
        text: the text to be damaged.
        digits: whether digits, and words that hold them, may be touched.
        protected: words (lower case) that stay as they are.
    """
    kept = _MEANING.union(word.lower() for word in protected)
    found: list[Word] = []
    for run in _WORD.finditer(text):
        piece = run.group()
        has_digit = any(letter.isdigit() for letter in piece)
        if "://" in piece or "@" in piece or (has_digit and not digits):
            continue
        if has_digit:
            found.append(Word(piece, run.start()))
            continue
        found += [
            Word(match.group(), run.start() + match.start())
            for match in _LETTERS.finditer(piece)
            if len(match.group()) >= _SHORTEST and match.group().lower() not in kept
        ]
    return found
