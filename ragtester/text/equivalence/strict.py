"""Comparison of answers that are values: every wanted value stated, none contradicted, none beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ragtester.records import ValueKind
from ragtester.text.equivalence.core import core_of, is_ratio, ratios
from ragtester.text.equivalence.verdict import Equivalence
from ragtester.text.equivalence.words import STOP, stem
from ragtester.text.folding import fold_with_offsets
from ragtester.text.forms import contains_form, denied
from ragtester.text.sentences import split_sentences
from ragtester.text.tokens import tokens
from ragtester.text.values import Value, compare_values, stated_values

VALUE_KINDS: frozenset[ValueKind] = frozenset(("number", "money", "percent", "date", "duration"))
"""The kinds that are compared by value."""

_CHOICE = re.compile(
    r"^\W*(?:(?:or|oder|ou|nebo|o|either|and|bis|to|vs|/|或)\W*(?:\w+\W+){0,2}|(?:[\w'’-]+ ){0,3}(?:or|oder|ou|nebo)\W+(?:[\w'’]+\W+){0,6})$",
    re.IGNORECASE,
)
_SHARED = re.compile(r"^\s?(?:,? ?(?:or|oder|ou|nebo|and|und|et|o)|,|/)\s?$", re.IGNORECASE)
"""Between a bare number and one with a unit that is the unit of both: `14 or 30 days`."""
_HOW_MANY = re.compile(r"\b(?:how many|wie viele|cuant[oa]s|kolik)\b(?! (?:%|percent|dollars|euros|pounds|cents))")
_COUNTED = re.compile(r"^\s(?P<noun>[a-z]{3,}s)\b")
_PAST = re.compile(
    r"\b(?:formerly|previously|before|until|used to|once|earlier|originally|no longer|was|were|had been|old|fruher|bis|antes|avant|drive|dosud)\b|以前|之前"
)


@dataclass(frozen=True, slots=True)
class _Finding:
    grade: str
    value: Value | None


def compare_by_value(
    answer: str, references: Sequence[str], *, question: str, kind: ValueKind, tolerance: float
) -> Equivalence | None:
    """The verdict by values; None where no reference holds a value of the kind."""
    verdicts = [
        verdict
        for reference in references
        if (verdict := _against(answer, reference, question=question, kind=kind, tolerance=tolerance))
    ]
    order = ("equivalent", "partial", "contradicts", "different")
    return min(verdicts, key=lambda v: (order.index(v.verdict), -v.confidence)) if verdicts else None


@lru_cache(maxsize=4096)
def _values(text: str) -> tuple[Value, ...]:
    found = [
        value
        for value in stated_values(text)
        if value.kind in VALUE_KINDS and (value.number is not None or value.date is not None)
    ]
    for at in range(len(found) - 2, -1, -1):
        value, after = found[at], found[at + 1]
        if (
            value.kind == "number" and value.unit is None and after.unit not in (None, "ordinal", "clock", "per year", "times")
            and _SHARED.match(text[value.end : after.start])
        ):  # fmt: skip
            found[at] = replace(value, kind=after.kind, unit=after.unit)
    return tuple(found)


def _of_the_unit(given: Sequence[Value], wanted: Value, answer: str, question: str) -> Sequence[Value]:
    """Those that can be the wanted one: bare numbers only where no value has a unit like the wanted one's.

    `At any of our 500 machines up to 300 euros` does not state 500 euros.
    """
    if wanted.date is not None:
        return given
    asked = fold_with_offsets(question).text
    if wanted.unit is None:
        if not _HOW_MANY.search(asked):
            return given
        return [value for value in given if value.kind != "money" and value.unit not in ("percent", "clock")]
    alike = [value for value in given if value.unit is not None and compare_values(value, wanted) != "incomparable"]
    if alike:
        return alike
    return [
        value for value in given
        if not (value.unit is None and value.kind == "number" and (noun := _COUNTED.match(answer[value.end : value.end + 24])) and noun["noun"][:-1] not in asked)
    ]  # fmt: skip


def other_exact_date(answer: str, references: Sequence[str]) -> bool:
    """Whether a reference is a date to the month or day, and the answer gives only others."""
    exact = [v for reference in references for v in _values(reference) if v.date and v.date.month]
    given = [v for v in _values(answer) if v.date and v.date.month]
    return bool(exact and given) and not any(compare_values(g, w) in ("same", "partial") for g in given for w in exact)


def whole_date_missed(answer: str, references: Sequence[str]) -> bool:
    """Whether every reference is a date to the day or month, and the answer gives none to as much, or one of two."""
    exact = [v.date for reference in references for v in _values(reference) if v.date]
    given = [v.date for v in _values(answer) if v.date]
    if not exact or not given or not all(date.month for date in exact):
        return False
    if len(references) == 1 and len(exact) == 2:
        return True
    days = all(date.day for date in exact)
    return not any(date.day if days else date.month for date in given)


_CLAUSES = re.compile(
    r"[;:]|\s(?:and|but|while|whereas)\s|,\s(?=(?:the )?(?:rest|remaining|remainder|others?|while|whereas)\b)"
)


def said_of_something_else(answer: str, question: str, references: Sequence[str]) -> bool:
    """Whether the value stands in a clause without any word of the question, beside one of two with another value.

    `Work began in 1998 and the bridge opened in 2001` does not say that the bridge opened in 1998.
    """
    asked = {stem(word) for word in tokens(question)} - STOP
    told = _values(question)
    wanted = [v for reference in references for v in _values(reference)]
    hits: list[int] = []
    rivals: list[int] = []
    for sentence in split_sentences(answer):
        for clause in _CLAUSES.split(sentence.text):
            values = [v for v in _values(clause) if any(v.kind == w.kind and v.unit == w.unit for w in wanted)]
            values = [v for v in values if not any(compare_values(v, t) == "same" for t in told)]
            if not values:
                continue
            shared = len(asked & {stem(word) for word in tokens(clause)})
            same = any(compare_values(v, w) in ("same", "partial") for v in values for w in wanted)
            if same and _PRONOUN.match(clause):
                return False
            (hits if same else rivals).append(shared)
    return bool(hits) and max(hits) == 0 and max(rivals, default=0) >= 2


_PRONOUN = re.compile(r"\W*(?:it|this|that|these|those|they|he|she|you|we|yes|no|the answer)\b", re.IGNORECASE)


def other_value(answer: str, reference: str, question: str) -> bool:
    """Whether the answer gives another value for one that a reference has among other words: the time of a date and time."""
    asked = _values(question)
    given = [v for v in _values(answer) if not any(compare_values(v, a) == "same" for a in asked)]
    for wanted in _values(reference):
        if wanted.unit in (None, "ordinal", "times") and not (wanted.date and wanted.date.day):
            continue
        if any(compare_values(wanted, a) == "same" for a in asked):
            continue
        grades = {
            compare_values(v, wanted)
            for v in given
            if v.unit == wanted.unit or (v.unit and v.date is None) or (v.date and wanted.date)
        }
        if "different" in grades and not grades & {"same", "partial"}:
            return True
    return False


def _wanted(reference: str, question: str, kind: ValueKind) -> list[Value]:
    """The values of the reference that matter: those of the kind, without what the question already says."""
    values = _values(reference)
    of_kind = (
        [v for v in values if v.kind == kind]
        or [v for v in values if v.kind != "date" or kind == "number"]
        or list(values)
    )
    asked = _values(question)
    new = [v for v in of_kind if not any(compare_values(v, a) == "same" for a in asked)]
    return new or of_kind


def _against(answer: str, reference: str, *, question: str, kind: ValueKind, tolerance: float) -> Equivalence | None:
    share = is_ratio(reference, question)
    wanted = ratios(reference) if share else _wanted(core_of(reference), question, kind)
    if not wanted:
        return None
    folded = fold_with_offsets(answer)
    asserted = [v for v in _values(answer) if folded.origin is not None or not denied(folded.text, v.start, v.end)]
    if any(one.unit in ("percent", "fraction") for one in wanted):
        asserted += ratios(answer)
    if any((one.number or 0) < 0 for one in wanted) or LESS.search(fold_with_offsets(question).text):
        asserted = [_directed(answer, value, question) for value in asserted]
    asked = _values(question)
    findings = [_grade(_of_the_unit(asserted, one, answer, question), one, tolerance) for one in wanted]
    grades = [finding.grade for finding in findings]
    hit = next((f.value for f in findings if f.value is not None), None)
    span = (hit.start, hit.end) if hit else None
    if all(grade == "same" for grade in grades):
        rivals = [
            v for v in asserted
            if not any(compare_values(v, w, tolerance=tolerance) in ("same", "partial") for w in wanted)
            and not any(compare_values(v, a) == "same" for a in asked)
            and any(_comparable(v, w) for w in wanted)
        ]  # fmt: skip
        return _with_rivals(answer, reference, hit, rivals, span)
    if "same" in grades or "partial" in grades:
        if "different" in grades and "same" not in grades:
            return Equivalence("contradicts", 0.85, "states another value", reference, span)
        return Equivalence("partial", 0.8, "states the value in part, or less exactly", reference, span)
    if (
        not reference.strip().isdigit()
        and contains_form(answer, [reference])
        and not any((w.number or 0) < 0 for w in wanted)
    ):
        return Equivalence("equivalent", 0.85, "states the reference in its words", reference, span)
    others = [
        v
        for v in asserted
        if any(_comparable(v, w) for w in wanted) and not any(compare_values(v, a) == "same" for a in asked)
    ]
    if others or any(denied(folded.text, v.start, v.end) for v in _values(answer)):
        return Equivalence("contradicts", 0.93, "states another value", reference, None)
    return Equivalence("different", 0.9, "states no such value")


LESS = re.compile(
    r"\b(?:loss(?:es)?|lost|deficits?|fell|fall(?:s|en|ing)?|decreas\w*|declin\w*|dropp?\w*|reduc\w+|shr[iau]nk\w*|(?:go|goes|went|gone) down|down by|lower|minus|negative)\b"
)


def _directed(answer: str, value: Value, question: str) -> Value:
    """The value with the sign of its words: `decreased by 8 percent` is -8 %, and where a loss is asked for, -8 is a loss of 8."""
    if value.number is None or value.date is not None:
        return value
    if LESS.search(fold_with_offsets(question).text):
        return replace(value, number=abs(value.number))
    if value.number > 0 and LESS.search(fold_with_offsets(answer[max(0, value.start - 40) : value.start]).text):
        return replace(value, number=-value.number)
    return value


def _comparable(value: Value, wanted: Value) -> bool:
    return compare_values(value, wanted) != "incomparable" or value.kind == wanted.kind


def _grade(asserted: Sequence[Value], wanted: Value, tolerance: float) -> _Finding:
    grades = [(compare_values(value, wanted, tolerance=tolerance), value) for value in asserted]
    for grade in ("same", "partial", "different"):
        for found, value in grades:
            if found == grade:
                return _Finding(grade, value if grade != "different" else None)
    return _Finding("missing", None)


def _with_rivals(
    answer: str, reference: str, hit: Value | None, rivals: Sequence[Value], span: tuple[int, int] | None
) -> Equivalence:
    for rival in rivals:
        if hit is None:
            break
        first, second = sorted((hit, rival), key=lambda v: v.start)
        if _CHOICE.match(answer[first.end : second.start]):
            return Equivalence("partial", 0.75, "gives several candidates", reference, span)
    confidence = 0.96 if not rivals else 0.85
    return Equivalence("equivalent", confidence, "states the value", reference, span)
