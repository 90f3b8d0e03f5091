"""Whether an answer is of the kind that its question asks for: a quantity, a time, a person, a place.

English only, and only where the question's words leave no doubt; everything else passes.
"""

from __future__ import annotations

import re

from ragtester.records import Test
from ragtester.text import extract_values, tokens

_QUANTITY = re.compile(
    r"\bhow (?:much|many|old|large|big|tall|high|far)\b"
    r"|\bwhat (?:percentage|percent|proportion|fraction|number|amount) "
    r"|\b(?:what|which) (?:is|was|are|were) (?:the |its |their )?(?:\w+[ -]){0,3}?"
    r"(?:number|amount|percentage|total|sum|size) (?:of|for|in|at)\b",
    re.IGNORECASE,
)
_AMOUNT_WORDS = frozenset(
    "no none nothing zero half quarter third twice double triple unlimited all both dozen nil once thrice full"
    " a an one single several few many most some only".split()
)
_WHEN = re.compile(
    r"^(?:[^,?]{1,60}, )?(?:when|what (?:date|year|month|day)|on (?:what|which) (?:date|day)|in (?:what|which) (?:year|month))\b",
    re.IGNORECASE,
)
_TIME_WORDS = re.compile(
    r"\b(?:days?|weeks?|months?|years?|hours?|minutes?|quarters?|quarterly|date|dates|before|after|following|until|end|start|beginning|"
    r"upon|within|once|during|every|each|annual|annually|daily|weekly|monthly|yearly|always|never|immediately|now|when|if|"
    r"at|as soon|morning|afternoon|evening|noon|midnight|night|today|tomorrow|yesterday|century|decade|spring|summer|autumn|"
    r"fall|winter|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|january|february|march|april|may|"
    r"june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)
_ASKS_ELSEWHERE = re.compile(r"\b(?:what|which|who|whom|whose|how|why|where)\b", re.IGNORECASE)
"""The question proper, where `when` only begins a clause."""
_PERIOD = re.compile(
    r"\b(?:(?:first|second|third|fourth|last|\d|three|six|nine|twelve)[ -](?:fiscal )?(?:quarters?|half|months?|weeks?|years?)|quarter|"
    r"(?:months|weeks|quarter|year|period) end(?:ed|ing))\b",
    re.IGNORECASE,
)
"""A stretch of time of which accounts are given."""
_YEAR = re.compile(r"(?:in )?(?P<year>[12]\d{3})\.?", re.IGNORECASE)
_ASKS_YEAR = re.compile(r"\byears?\b", re.IGNORECASE)
_WHO = re.compile(r"^(?:[^,?]{1,60}, )?(?:who|whom|whose)\b", re.IGNORECASE)
_WHERE = re.compile(r"^(?:[^,?]{1,60}, )?where\b", re.IGNORECASE)
_MEASURED = frozenset({"number", "money", "percent", "duration"})


def answer_fits(test: Test) -> str:
    """Empty where the answer may be what the question asks for."""
    if test.kind == "negative" or test.language.split("-")[0] != "en" or test.wording in ("keyword", "misspelt"):
        return ""
    query, answer = test.query.strip(), test.expected_answer
    if answer.rstrip().endswith((":", "...", "…", ",")):
        return f"the answer {_short(answer)} breaks off"
    if _QUANTITY.search(query) and not _holds_amount(answer):
        return f"asks for a quantity, and the answer {_short(answer)} holds none"
    begins = _WHEN.match(query)
    if (
        begins
        and not _ASKS_ELSEWHERE.search(query, begins.end())
        and not (re.search(r"\d", answer) or _TIME_WORDS.search(answer))
    ):
        return f"asks when, and the answer {_short(answer)} names no time"
    if begins and _PERIOD.search(query, begins.end()) and _PERIOD.search(answer):
        return f"asks when, and names a period itself; the answer {_short(answer)} is a period"
    year = _YEAR.fullmatch(answer.strip())
    if begins and year and not _ASKS_YEAR.search(query) and (day := _day_in(test, year["year"])):
        return f"asks when, and the answer is the year of {day!r}"
    for pattern, what in ((_WHO, "who"), (_WHERE, "where")):
        if pattern.match(query) and not re.search(r"[^\W\d_]{2}", _without_values(answer)):
            return f"asks {what}, and the answer {_short(answer)} is a value"
    return ""


def _day_in(test: Test, year: str) -> str:
    """The first date of the evidence that names a month of that year."""
    for span in test.evidence:
        for value in extract_values(span.quote):
            if value.kind == "date" and year in value.text and len(value.text) > len(year):
                return value.text
    return ""


def _holds_amount(answer: str) -> bool:
    return bool(
        re.search(r"\d", answer)
        or _AMOUNT_WORDS & set(tokens(answer))
        or any(value.kind in _MEASURED for value in extract_values(answer))
    )


def _without_values(answer: str) -> str:
    for value in extract_values(answer):
        if value.kind in (*_MEASURED, "date"):
            answer = answer.replace(value.text, " ")
    return answer


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return repr(flat if len(flat) <= 60 else f"{flat[:57]}...")
