"""Whether one answer has other words in the place of those of another: a name for a name, linen for leather."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from ragtester.metamorphic.oracle.wording import content, plain
from ragtester.metamorphic.typos import changes_meaning

_NAME = re.compile(r"\b[^\W\d_a-z][^\W\d_]+")
_ALIKE = 0.75
"""From here on two sentences are the same sentence with a word exchanged."""


def exchanged(base: str, answer: str, question: str) -> bool:
    """Whether the answer exchanges a name, or a word of an otherwise equal sentence, for another.

    Misspellings and synonyms are no exchange; neither is a name that the question has.
    """
    return _names_exchanged(base, answer, question) or _word_exchanged(base, answer)


_MARKS = ".,;:!?()\"'"
_LOOKS_LIKE = str.maketrans("01589", "olsbg")


def respelt(word: str, other: str) -> bool:
    """Whether two words differ in a letter or two at most, and in no digit but one that a scanner took for a letter.

    Sunday is no misspelt Monday: of two words that each name a day, month or number one is not the other.
    """
    from rapidfuzz.distance import OSA

    if word == other:
        return True
    if changes_meaning(word.strip(_MARKS)) and changes_meaning(other.strip(_MARKS)):
        return word.strip(_MARKS) == other.strip(_MARKS)
    digits = [any(c.isdigit() for c in one) for one in (word, other)]
    if all(digits) or (any(digits) and min(len(word), len(other)) < 4):
        return False
    if any(digits):
        word, other = word.translate(_LOOKS_LIKE), other.translate(_LOOKS_LIKE)
        if any(c.isdigit() for c in word + other):
            return False
    return OSA.distance(word, other) <= (1 if len(word) < 5 else 2)


def _names_exchanged(base: str, answer: str, question: str) -> bool:
    known = content(question)
    mine, given = _names(base), _names(answer)
    missing = [
        name for name in mine if not content(name) <= known and not any(respelt(name, g) for g in plain(answer).split())
    ]
    new = [
        name for name in given if not content(name) <= known and not any(respelt(name, m) for m in plain(base).split())
    ]
    return bool(missing) and bool(new)


def _names(text: str) -> list[str]:
    """Capitalised words, folded; the first of a longer sentence says nothing by its capital."""
    found = [match for match in _NAME.finditer(text) if match.start() > 0 or len(text.split()) <= 3]
    return [plain(match.group()) for match in found]


def _word_exchanged(base: str, answer: str) -> bool:
    mine, given = re.findall(r"\w[\w'-]*", plain(base)), re.findall(r"\w[\w'-]*", plain(answer))
    matcher = SequenceMatcher(None, mine, given, autojunk=False)
    if len(mine) < 6 or matcher.ratio() < _ALIKE:
        return False
    for what, a, b, c, d in matcher.get_opcodes():
        if what != "replace" or b - a > 3 or d - c > 3:
            continue
        old, new = content(" ".join(mine[a:b])), content(" ".join(given[c:d]))
        if old and new and not _akin(mine[a:b], given[c:d]):
            return True
    return False


def _akin(old: list[str], new: list[str]) -> bool:
    """Whether the replaced words are misspellings, synonyms or other forms of the new ones."""
    from ragtester.text.lexicon import synonyms

    def near(word: str) -> bool:
        same = {word, *synonyms(word)}
        return any(respelt(word, other) or other in same or word in synonyms(other) for other in new)

    if content(" ".join(old)) == content(" ".join(new)):
        return True
    if any(c.isdigit() for word in (*old, *new) for c in word):
        return True  # numbers are compared as values elsewhere
    return all(near(word) for word in old if content(word))
