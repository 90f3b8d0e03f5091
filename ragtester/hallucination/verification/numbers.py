"""Whether the evidence bears out the values that a claim states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from ragtester.hallucination.verification.terms import Sentence
from ragtester.hallucination.verification.words import EMPTY
from ragtester.text.lexicon import relation
from ragtester.text.values import Value, compare_values

Standing: TypeAlias = Literal["borne_out", "contradicted", "missing"]

_STRICT_MORE = re.compile(
    r"(?:more than|over|above|exceed\w*|greater than|longer than|beyond|upwards of)\s*\W?$", re.IGNORECASE
)
_LEAST = re.compile(r"(?:at least|no less than|no fewer than|not less than|minimum of|min\.)\s*\W?$", re.IGNORECASE)
_STRICT_LESS = re.compile(r"(?:less than|under|below|fewer than|shorter than)\s*\W?$", re.IGNORECASE)
_MOST = re.compile(
    r"(?:not exceed(?:ing)?|at most|up to|no more than|not more than|maximum of|max\.|within)\s*\W?$", re.IGNORECASE
)
_ROUND = re.compile(r"(?:about|around|roughly|approximately|nearly|almost|some|circa|ca\.|~)\s*\W?$", re.IGNORECASE)
_BEHIND = re.compile(
    r"\s*(?:(?P<least>or more|or longer|at least|at the least|as a minimum|minimum)|or less|or fewer|at most|at the most|"
    r"as a maximum|maximum)\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"\b(?:no|not)\s+\w+(?:\s+than)?\s*\W?$")
_COUNTED = re.compile(r"[\s-]*([^\W\d_]+)")
_TOLERANCE = 0.05
_ROUNDING = 0.02
_KIND = {"least": "lower", "more": "lower", "most": "upper", "less": "upper"}
"""A limit is stated as such: `within 30 days` does not bear out `within 50 days`, though it implies it."""


class ValueStanding(NamedTuple):
    """What the evidence says of one value of the claim."""

    value: Value
    standing: Standing
    other: Value | None = None
    """The evidence's value that bears it out or contradicts it."""


def stand_values(claim: Sentence, evidence: Sentence) -> tuple[ValueStanding, ...]:
    """One standing for each value of the claim, in order."""
    return tuple(
        _turned(claim, evidence, _stand(value, claim.text, evidence.values, evidence.text)) for value in claim.values
    )


def _turned(claim: Sentence, evidence: Sentence, standing: ValueStanding) -> ValueStanding:
    """The standing turned round where one side denies the value: `not 30 days` against `30 days`."""
    if standing.other is None or not (claim.negators or evidence.negators):
        return standing
    if not turned_by_denial(claim, evidence, standing):
        return standing
    turned: Standing = "contradicted" if standing.standing == "borne_out" else "borne_out"
    return ValueStanding(standing.value, turned, standing.other)


def turned_by_denial(claim: Sentence, evidence: Sentence, standing: ValueStanding) -> bool:
    """Whether just one of the two sides denies the value."""
    other = standing.other
    return other is not None and _denied(claim, standing.value) != _denied(evidence, other)


def _denied(sentence: Sentence, value: Value) -> bool:
    places = zip(sentence.terms, sentence.starts, strict=True)
    return any(term.denied for term, start in places if value.start <= start < value.end)


def _stand(value: Value, text: str, others: Sequence[Value], evidence: str) -> ValueStanding:
    against: Value | None = None
    for other in others:
        verdict = _compare(value, text, other, evidence)
        if verdict == "borne_out":
            return ValueStanding(value, "borne_out", other)
        if verdict == "contradicted" and against is None:
            against = other
    if against is not None:
        return ValueStanding(value, "contradicted", against)
    return ValueStanding(value, "missing")


def _compare(value: Value, text: str, other: Value, evidence: str) -> Standing:
    if "code" in (value.kind, other.kind):
        same = value.kind == other.kind and compare_values(value, other) == "same"
        return "borne_out" if same else "missing"
    if (value.unit == "ordinal") != (other.unit == "ordinal"):
        return "missing"
    if value.date is not None and other.date is not None:
        return _dates(value, other)
    if (value.date is None) != (other.date is None):
        same = compare_values(value, other) in ("same", "partial")
        return "borne_out" if same else "missing"
    bound = _bound(value, text)
    if (
        value.unit is None
        and other.unit is None
        and value.number != other.number
        and not _same_things(value, text, other, evidence)
    ):
        return "missing"
    others_bound = _bound(other, evidence)
    if (
        bound
        and other.number is not None
        and value.number is not None
        and _KIND.get(bound) != _KIND.get(others_bound or "")
    ):
        verdict = _bounded(bound, value, other, others_bound)
        if verdict is not None:
            return verdict
    if value.unit != other.unit and None in (value.unit, other.unit):
        clock = evidence[other.end : other.end + 1] == ":"
        return "borne_out" if value.number == other.number and not clock else "missing"
    sameness = compare_values(value, other, tolerance=_TOLERANCE if bound == "about" else 0.0)
    if sameness == "same" or (sameness == "partial" and _rounded(value, other)):
        return "borne_out"
    return "missing" if sameness == "incomparable" else "contradicted"


def _rounded(value: Value, other: Value) -> bool:
    """Whether the claim gives the evidence's number with fewer places (3.1 for 3.14), not with more, and close to it."""
    if value.number is None or other.number is None or value.unit != other.unit:
        return True
    return value.step > other.step and abs(value.number - other.number) <= _ROUNDING * abs(other.number)


def _dates(value: Value, other: Value) -> Standing:
    sameness = compare_values(value, other)
    if sameness == "different" or value.date is None or other.date is None:
        return "contradicted"
    mine, theirs = value.date, other.date
    finer = any(getattr(mine, part) is not None and getattr(theirs, part) is None for part in ("year", "month", "day"))
    return "missing" if finer else "borne_out"


def _same_things(value: Value, text: str, other: Value, evidence: str) -> bool:
    """Whether two bare numbers count the same things, as far as the words behind them tell."""
    mine, theirs = _COUNTED.match(text, value.end), _COUNTED.match(evidence, other.end)
    if mine is None or theirs is None or mine[1].lower() in EMPTY or theirs[1].lower() in EMPTY:
        return (mine is None or mine[1].lower() in EMPTY) == (theirs is None or theirs[1].lower() in EMPTY)
    return relation(theirs[1].lower(), mine[1].lower()) in ("same", "synonym", "broader", "narrower", "derived")


def _bound(value: Value, text: str) -> str | None:
    before = _bound_before(text[max(0, value.start - 24) : value.start].lower())
    if before is not None:
        return before
    behind = _BEHIND.match(text, value.end)
    return None if behind is None else "least" if behind["least"] else "most"


@lru_cache(maxsize=16384)
def _bound_before(before: str) -> str | None:
    """The limit that the words before a number make it: least, most, more, less, about; None for an exact number."""
    for name, pattern in (
        ("least", _LEAST),
        ("most", _MOST),
        ("more", _STRICT_MORE),
        ("less", _STRICT_LESS),
        ("about", _ROUND),
    ):
        if pattern.search(before) and not (name in ("more", "less") and _NEGATED.search(before)):
            return name
    return None


def _bounded(bound: str, value: Value, other: Value, others_bound: str | None) -> Standing | None:
    """A bounded claim (`more than 100`) against a number that is itself exact or bounded; None: compare plainly."""
    if bound == "about" or value.number is None or other.number is None:
        return None
    if value.unit != other.unit and None not in (value.unit, other.unit):
        return None
    number, limit = other.number, value.number
    if bound in ("more", "least"):
        if others_bound in ("most", "less"):
            return "contradicted" if number <= limit else "missing"
        reached = number > limit or (number == limit and (bound == "least" or others_bound == "more"))
    else:
        if others_bound in ("least", "more"):
            return "contradicted" if number >= limit else "missing"
        reached = number < limit or (number == limit and (bound == "most" or others_bound == "less"))
    return "borne_out" if reached else "contradicted"
