"""The value alone of a reference that says a little more: what it is by, what it is of, how many there are in all."""

from __future__ import annotations

import re
from functools import lru_cache

from ragtester.text.equivalence.rates import without_rate
from ragtester.text.values import stated_values

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
