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
from ragtester.text.folding import fold, fold_with_offsets
from ragtester.text.forms import contains_form, denied
from ragtester.text.sentences import split_sentences
from ragtester.text.tokens import tokens
from ragtester.text.values import Value, compare_values, stated_values
from ragtester.text.values.units import CURRENCIES, DURATIONS, WRITTEN

VALUE_KINDS: frozenset[ValueKind] = frozenset(("number", "money", "percent", "date", "duration"))
"""The kinds that are compared by value."""

_CHOICE = re.compile(
    r"^\W*(?:(?:and|to|bis|/)\W*|(?:or|oder|ou|nebo|o|either|vs|或)\W*(?:\w+\W+){0,2}|(?:[\w'’-]+ ){0,3}(?:or|oder|ou|nebo)\W+(?:[\w'’]+\W+){0,6}|,?\W*(?:maybe|perhaps|possibly|vielleicht|peut-etre|quizas?|mozna)\W+(?:[\w'’]+\W+){0,2})$",
    re.IGNORECASE,
)
_SHARED = re.compile(r"^\s?(?:,? ?(?:or|oder|ou|nebo|and|und|et|o)|,|/)\s?$", re.IGNORECASE)
"""Between a bare number and one with a unit that is the unit of both: `14 or 30 days`."""
_HOW_MANY = re.compile(r"\b(?:how many|wie viele|cuant[oa]s|kolik)\b(?! (?:%|percent|dollars|euros|pounds|cents))")
_COUNTED = re.compile(r"^\s(?P<noun>[a-z]{3,}s|people|staff|men|women|children)\b")
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


_HAPPENED = re.compile(r"\b(?:did|was|were)\b")
_RECORDED = re.compile(
    r"\b(?:sign(?:ed)?|issued?|approv\w+|submit\w*|fil(?:e|ed)|receiv\w+|hir(?:e|ed)|born|adopt\w*|amend\w*|deliver\w*|paid|pay|effect|force|due|deadline|expir\w*|valid|contract|policy|permit|invoice|"
    r"order(?:ed)?|install\w*|inspect\w*|audit\w*|admitted|discharged|terminat\w*|employ\w*|join\w*|appoint\w*|updated?|report\w*|accident|incident|outage|claim\w*|what (?:day|date)|which (?:day|date)|exact(?:ly)?)\b"
)
"""What goes on record with its day: the year alone is no answer to when a permit was issued."""


def year_of_event(answer: str, question: str) -> bool:
    """Whether an answer gives the year alone of something that happened, which most people take for an answer.

    Those who labelled EVOUNA did; for what goes on record, and for what is to come, a year is not enough.
    """
    asked = fold(question)
    if not _HAPPENED.search(asked) or _RECORDED.search(asked):
        return False
    return not any(v.date and v.date.month for v in _values(answer))


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


_CLAUSES = re.compile(r"[;:]|,\s|\s(?:and|but|while|whereas|und|aber|et|mais|y|pero|ale)\s")


def said_of_something_else(answer: str, question: str, references: Sequence[str]) -> bool:
    """Whether another value of the answer stands nearer to what is asked than the one that agrees.

    `Work began in 1998 and the bridge opened in 2001` does not say that the bridge opened in 1998, nor
    `trainees receive 28 days, 30 days apply to staff over 50` that trainees receive 30. What stands before the
    first clause, or alone, is an answer of its own.
    """
    asked = {stem(word) for word in tokens(fold(question))} - STOP
    told = _values(question)
    wanted = [v for reference in references for v in _values(reference)]
    dated = any(v.date for v in wanted)
    counted = _COUNTED_NOUN.search(fold(question))
    hits: list[int] = []
    rivals: list[int] = []
    for clause in _clauses(answer, wanted):
        values = [v for v in _values(clause) if any(v.kind == w.kind and _measures_alike(v, w) for w in wanted)]
        values = [v for v in values if not any(compare_values(v, t) == "same" for t in told)]
        if not values:
            continue
        words = [stem(word) for word in tokens(fold(clause))]
        same = any(compare_values(v, w) in ("same", "partial") for v in values for w in wanted)
        if same and (_PRONOUN.match(clause) or (not hits and not rivals and len(words) <= 3)):
            return False
        if (
            not same
            and not dated
            and any(v.unit is None for v in wanted)
            and not (counted and stem(counted["noun"]) in words)
        ):
            continue
        (hits if same else rivals).append(len(asked & set(words)))
    if not hits or not rivals:
        return False
    best, other = max(hits), max(rivals)
    if dated:
        return best == 0 and other >= 2
    return other >= best + 2 or (best == 0 and other > 0)


def _measures_alike(value: Value, wanted: Value) -> bool:
    """Whether both have one unit, or units that convert: hours and minutes."""
    return value.unit == wanted.unit or (None not in (value.unit, wanted.unit) and _comparable(value, wanted))


_COUNTED_NOUN = re.compile(r"\bhow many (?:[a-z-]+(?<!s) (?=[a-z]+s\b))?(?P<noun>[a-z]+)")


def _pieces(sentence: str) -> list[str]:
    """A sentence cut at its clauses, never within a value (`July 1, 1973`)."""
    values = _values(sentence)
    pieces: list[str] = []
    start = 0
    for match in _CLAUSES.finditer(sentence):
        if any(value.start < match.end() and match.start() < value.end for value in values):
            continue
        pieces.append(sentence[start : match.start()])
        start = match.end()
    return [*pieces, sentence[start:]]


def _clauses(answer: str, wanted: Sequence[Value]) -> list[str]:
    """The clauses of an answer; one without a value of a wanted kind goes with the next of its sentence, or the last."""
    found: list[str] = []
    for sentence in split_sentences(answer):
        waiting = ""
        own: list[str] = []
        for piece in _pieces(sentence.text):
            waiting = f"{waiting} {piece}" if waiting else piece
            if any(v.kind == w.kind for v in _values(piece) for w in wanted):
                own.append(waiting)
                waiting = ""
        if waiting and own:
            own[-1] = f"{own[-1]} {waiting}"
        elif waiting:
            own.append(waiting)
        found.extend(own)
    return found


_PRONOUN = re.compile(r"\W*(?:it|this|that|these|those|they|he|she|you|we|yes|no|the answer)\b", re.IGNORECASE)


def other_value(answer: str, reference: str, question: str) -> bool:
    """Whether the answer gives another value for one that a reference has among other words: the time of a date and time."""
    told = [
        v for v in _values(reference)
        if v.unit not in (None, "ordinal", "times") or (v.date is not None and v.date.day is not None)
    ]  # fmt: skip
    if not told:
        return False
    asked = _values(question)
    given = [v for v in _values(answer) if not any(compare_values(v, a) == "same" for a in asked)]
    for wanted in told:
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
    of_kind = [_in_the_unit_asked(v, question) for v in of_kind]
    new = [v for v in of_kind if not any(compare_values(v, a) == "same" for a in asked)]
    return new or of_kind


_UNIT_ASKED = re.compile(
    r"\b(?:how many|wie viele|combien de|cuant[oa]s|kolik|measured in|expressed in)\s(?P<unit>[a-z]+(?: [a-z]+)?)"
)


def _in_the_unit_asked(value: Value, question: str) -> Value:
    """A bare number in the unit that the question names: `how many kilometres of road`."""
    asked = _UNIT_ASKED.search(fold(question)) if value.unit is None and value.kind == "number" else None
    if asked is None:
        return value
    unit = WRITTEN.get(asked["unit"]) or WRITTEN.get(asked["unit"].split()[0])
    if unit is None or unit in ("m", "percent"):
        return value
    kind: ValueKind = "duration" if unit in DURATIONS else "money" if unit in CURRENCIES else "number"
    return replace(value, unit=unit, kind=kind)


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
        if LESS.search(fold(question)):
            wanted = [
                replace(one, number=abs(one.number)) if one.number and one.date is None else one for one in wanted
            ]
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
    r"\b(?:loss(?:es)?|lost|deficits?|fell|fall(?:s|en|ing)?|decreas\w*|declin\w*|dropp?\w*|reduc\w+|shr[iau]nk\w*|(?:go|goes|went|gone) down|down by|lower|minus|negative|verlust\w*|ruckgang|gesunken|gefallen|sank|fiel|pertes?|baisse|perdidas?|descenso|ztrat[ay]|pokles\w*|klesl\w*)\b"
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
