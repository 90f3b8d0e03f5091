"""A number, amount, duration or date written otherwise, or another one in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragtester.hallucination.grounding import Variant
from ragtester.hallucination.variants.edit import replaced
from ragtester.hallucination.verification.terms import Sentence
from ragtester.text.values import Value

NAME = "value"

_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
).split()
_NUMERAL = re.compile(r"\d+(?:[.,]\d+)*")
_MONTHS = "January February March April May June July August September October November December".split()


def make_same(claim: Sentence) -> Iterator[Variant]:
    """The same value in another form: digits for words, another order of a date."""
    for value in claim.values:
        other = _other_form(value)
        if other and other != value.text:
            yield replaced(claim.text, value.start, value.end, other, direction="same", operator=NAME)


def make_opposite(claim: Sentence) -> Iterator[Variant]:
    """Another value of the same kind."""
    for value in claim.values:
        if _LIMIT.search(claim.text[: value.start]):
            continue  # more than 600 does not exclude more than 100
        other = other_value(value)
        if other and other != value.text:
            yield replaced(claim.text, value.start, value.end, other, direction="opposite", operator=NAME)


def _other_form(value: Value) -> str | None:
    date = value.date
    if date is not None:
        if date.day and date.month and date.year and not date.swapped:
            written = f"{date.day} {_MONTHS[date.month - 1]} {date.year}"
            return written if written != value.text else f"{_MONTHS[date.month - 1]} {date.day}, {date.year}"
        return None
    numeral = _NUMERAL.search(value.text)
    if numeral and value.number is not None and value.high is None and value.unit != "ordinal":
        plain = 2 <= value.number <= 20 and numeral[0] == f"{value.number:g}"
        if plain and value.text.startswith(numeral[0]) and value.unit in (None, *_SPELT):
            return _WORDS[int(value.number)] + value.text[numeral.end() :]
        return None
    word = re.match(r"[A-Za-z]+\b", value.text)
    if word and word[0].lower() in _WORDS[2:] and value.number is not None:
        return f"{value.number:g}{value.text[word.end() :]}"
    return None


_LIMIT = re.compile(
    r"\b(?:than|least|most|over|under|about|around|nearly|almost|roughly|approximately)\s*\W?$", re.IGNORECASE
)
_SPELT = ("day", "week", "month", "year", "hour", "minute")


def other_value(value: Value) -> str | None:
    """A form with the first numeral raised, or the next number word; years move by seven."""
    date = value.date
    if date is not None and date.year is not None and str(date.year) in value.text:
        return value.text.replace(str(date.year), str(date.year + 7))
    numeral = _NUMERAL.search(value.text)
    if numeral:
        return value.text[: numeral.start()] + _raised(numeral[0]) + value.text[numeral.end() :]
    word = re.match(r"[A-Za-z]+\b", value.text)
    if word and word[0].lower() in _WORDS[:-3]:
        changed = _WORDS[_WORDS.index(word[0].lower()) + 3]
        return (changed.capitalize() if word[0][0].isupper() else changed) + value.text[word.end() :]
    return None


def _raised(numeral: str) -> str:
    """The numeral with its first digit changed, so that it keeps its form: 1,250 becomes 6,250."""
    first = int(numeral[0])
    changed = first + 5 if first <= 4 else first - 4
    return str(changed or 7) + numeral[1:]
