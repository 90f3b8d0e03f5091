"""The value alone of a reference that says a little more: what it is by, what it is of, how many there are in all."""

from __future__ import annotations

import re
from functools import lru_cache

from ragtester.text.equivalence.rates import without_rate
from ragtester.text.values import Value, stated_values
from ragtester.text.values.number_words import read_numeral, read_words

_OF_A_WHOLE = re.compile(
    r"(?<=[%\w])\s+of (?:the |their |its |one's |your |an? )?[a-z]+(?:[ -][a-z]+)?\W*$", re.IGNORECASE
)
_OUT_OF = re.compile(r"(?<=\w)\s+(?:out )?of (?:the |a total of |all )?\d[\d.,]*(?: [a-z-]+)?\W*$", re.IGNORECASE)
_EVERY = re.compile(r"^\W*(?:every|each|alle|cada|tous les|toutes les|kazdych)\s+(?=\d)", re.IGNORECASE)


@lru_cache(maxsize=8192)
def core_of(reference: str) -> str:
    """The value of `20 cents per item`, `two thirds of the salary`, `60 out of 100`, `every 10,000 km`; other texts as they are."""
    alone = without_rate(reference)
    if alone != reference:
        return alone
    for pattern, kinds in ((_OF_A_WHOLE, ("percent",)), (_OUT_OF, ("number",))):
        found = pattern.search(reference)
        values = stated_values(reference[: found.start()]) if found else []
        if found and len(values) == 1 and values[0].kind in kinds:
            return reference[: found.start()]
    every = _EVERY.match(reference)
    if every:
        values = stated_values(reference[every.end() :])
        if len(values) == 1 and values[0].kind == "number" and values[0].unit:
            return reference[every.end() :]
    return reference


_COUNT = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|a hundred|\d+)"
_RATIO = re.compile(
    rf"\b(?P<part>{_COUNT}) (?:out of|in|of)(?: every)? (?P<whole>{_COUNT})\b(?! (?:days?|weeks?|months?|years?|hours?|minutes?)\b)",
    re.IGNORECASE,
)


def ratios(text: str) -> list[Value]:
    """Shares that a text gives as `nine out of ten beds`, as values of the unit `fraction`."""
    found: list[Value] = []
    for match in _RATIO.finditer(text):
        numbers = [_number(match[name]) for name in ("part", "whole")]
        part, whole = numbers
        if part and whole and part <= whole > 1:
            found.append(
                Value("percent", match[0], match.start(), match.end(), number=part / whole, unit="fraction", step=0.001)
            )
    return found


def is_ratio(reference: str, question: str) -> bool:
    """Whether a reference is such a share and nothing else, and it is not asked how many."""
    found = ratios(reference)
    rest = reference[found[0].end :].strip(" .").split() if len(found) == 1 else []
    alone = len(found) == 1 and not reference[: found[0].start].strip() and len(rest) <= 2
    return alone and not re.search(r"\bhow (?:many|much)\b|\bpoints?\b", question.lower())


def _number(word: str) -> float | None:
    return (
        1.0
        if word.lower() == "one"
        else 100.0
        if word.lower() == "a hundred"
        else read_words(word.lower()) or read_numeral(word)
    )
