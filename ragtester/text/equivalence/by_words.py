"""Comparison by words: a small model over their overlap, and what stands over its verdict."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from ragtester.records import ValueKind
from ragtester.text.equivalence.aliases import aliases, initials_agree
from ragtester.text.equivalence.denials import (
    denied_by_verb,
    denied_clause,
    granted,
    granted_in_other_words,
    negative,
    refused,
    refused_in_other_words,
)
from ragtester.text.equivalence.designators import other_designator
from ragtester.text.equivalence.doubts import clause_of, opposite_of_asked
from ragtester.text.equivalence.exceptions import adds_exception, exception_missed
from ragtester.text.equivalence.features import NAMES, best_sentence, measure
from ragtester.text.equivalence.guards import (
    beside_the_point,
    beside_the_question,
    chooses,
    lacks_its_first_word,
    opposite_direction,
    other_holder,
    other_period,
    other_rhythm,
    taken_back,
)
from ragtester.text.equivalence.model import probability
from ragtester.text.equivalence.names import clash
from ragtester.text.equivalence.polarity import denies
from ragtester.text.equivalence.prepared import tidy
from ragtester.text.equivalence.replaced import contrasts, only_begins_alike, other_kind_of, other_symbol, substituted
from ragtester.text.equivalence.strict import (
    other_value,
    whole_date_missed,
    year_of_event,
)
from ragtester.text.equivalence.turned import one_end, swapped
from ragtester.text.equivalence.verdict import Equivalence, EquivalenceVerdict
from ragtester.text.forms import contains_form, only_denied

_DOUBTS: tuple[tuple[Callable[[str, str], object], EquivalenceVerdict, float, str], ...] = (
    (other_period, "contradicts", 0.8, "gives it for another period"),
    (adds_exception, "partial", 0.6, "excepts some"),
    (other_rhythm, "contradicts", 0.8, "gives another rhythm"),
    (other_symbol, "contradicts", 0.8, "gives another unit"),
    (swapped, "contradicts", 0.7, "gives the values of the cases the other way round"),
    (one_end, "partial", 0.75, "gives one end of the range"),
    (lacks_its_first_word, "different", 0.7, "leaves out the word that tells it from another"),
    (opposite_direction, "contradicts", 0.8, "says that it went the other way"),
)
"""What a reference and an answer with its words may differ in, and the verdict where every reference is missed so."""


def guarded(found: Equivalence, answer: str, references: tuple[str, ...], question: str) -> Equivalence:
    """The model's verdict, unless a rule sees what words that agree cannot show: another name, or the opposite."""
    other = clash(answer, references, question)
    if other:
        return Equivalence("contradicts", 0.85, f"names {other}", references[0])
    if found.verdict != "equivalent":
        if negative(question) and only_denied(answer, references):
            return Equivalence("equivalent", 0.75, "says of it that it is not so, as was asked", references[0])
        return _by_other_name(answer, references, question) or found
    if year_of_event(answer, question) and whole_date_missed(answer, references):
        found = replace(found, confidence=min(found.confidence, 0.6))
    against = _another(answer, references, question) or _taken_back(answer, references, question)
    if against is None and found.span and beside_the_question(answer, *found.span, question):
        return replace(found, confidence=min(found.confidence, 0.65))
    return against or found


def _another(answer: str, references: tuple[str, ...], question: str) -> Equivalence | None:
    """The verdict on an answer that has the words of every reference and means something else."""
    if len(references) == 1:
        found = _other_word(answer, references[0], question)
        if found:
            return found
    for differs, sure, reason in _DIFFERENCES:
        others = [differs(answer, reference, question) for reference in references]
        if all(others):
            return Equivalence("contradicts", sure, reason.format(others[0]), references[0])
    holder = other_holder(answer, references, question)
    if holder:
        return Equivalence("contradicts", 0.8, f"gives the role to {holder}", references[0])
    for doubts, verdict, sure, reason in _DOUBTS:
        if all(doubts(answer, reference) for reference in references):
            return Equivalence(verdict, sure, reason, references[0])
    return None


def _other_word(answer: str, reference: str, question: str) -> Equivalence | None:
    """Of a single reference: a word or value of it is replaced by one that excludes it."""
    word = contrasts(answer, reference, question)
    if word:
        return Equivalence("contradicts", 0.8, f"says {word} instead", reference)
    kind = other_kind_of(answer, reference, question)
    if kind:
        return Equivalence("different", 0.6, f"says {kind}", reference)
    if other_value(answer, reference, question):
        return Equivalence("contradicts", 0.75, "states another value", reference)
    other = substituted(answer, reference, question)
    if other:
        return Equivalence("contradicts", 0.7, f"says {other} in its place", reference)
    if only_begins_alike(answer, reference):
        return Equivalence("different", 0.6, "names another one that begins alike", reference)
    return None


def _said_of_the_opposite(answer: str, reference: str, question: str) -> str | None:
    """The opposite of what is asked, where the reference is a number with a word or two."""
    single = len(reference.split()) <= 4 and len(re.findall(r"\d[\d.,]*", reference)) == 1
    return opposite_of_asked(best_sentence(answer, reference), question) if single else None


def _denied(answer: str, reference: str, question: str) -> str | None:
    return reference if not negative(question) and denied_clause(answer, reference, question) else None


_DIFFERENCES: tuple[tuple[Callable[[str, str, str], str | None], float, str], ...] = (
    (exception_missed, 0.75, "differs on whether {} is excepted"),
    (other_designator, 0.8, "names {}"),
    (_said_of_the_opposite, 0.75, "says it of the opposite, {!r}"),
    (_denied, 0.75, "denies what the reference says, or the other way round"),
)
"""What differs, how sure that makes it, and how it is said."""


def _taken_back(answer: str, references: tuple[str, ...], question: str) -> Equivalence | None:
    """The verdict on an answer that states the reference and takes it back, or leaves it open."""
    stated = contains_form(answer, references)
    if stated is None:
        if all(granted_in_other_words(answer, reference, question) for reference in references):
            return Equivalence("contradicts", 0.65, "says that it may be", references[0])
        if all(refused_in_other_words(answer, reference, question) for reference in references):
            return Equivalence("contradicts", 0.65, "says that it is not so", references[0])
        return None
    span = (stated.start, stated.end)
    opposite = opposite_of_asked(clause_of(answer, stated.start), question)
    if opposite:
        return Equivalence("contradicts", 0.65, f"says it of the opposite, {opposite!r}", stated.form, span)
    if beside_the_point(answer, *span, question):
        return Equivalence("contradicts", 0.65, "says it of something else, or gives it up", stated.form, span)
    if taken_back(answer, *span, references):
        return Equivalence("contradicts", 0.75, "gives it as a view that is wrong", stated.form, span)
    if (
        refused(answer, *span, stated.form, question)
        or granted(answer, *span, question)
        or (denied_by_verb(answer, *span, question) and not denies(stated.form))
    ):
        return Equivalence("contradicts", 0.7, "says that it is not so", stated.form, span)
    if chooses(answer, *span, references, question):
        return Equivalence("partial", 0.6, "gives several candidates", stated.form, span)
    return None


def _by_other_name(answer: str, references: tuple[str, ...], question: str) -> Equivalence | None:
    """Equivalent where the answer gives the reference another name that is known, or its initials."""
    clean = tidy(answer)
    known = [(name, reference) for reference in references for name in aliases(reference)]
    found = contains_form(clean, [name for name, _ in known if not contains_form(question, [name])])
    if found:
        reference = next(reference for name, reference in known if name == found.form)
        return Equivalence("equivalent", 0.8, f"gives it another name, {found.text}", reference)
    for reference in references:
        if initials_agree(clean, reference) and not initials_agree(question, reference):
            return Equivalence("equivalent", 0.7, "gives its initials, or spells them out", reference)
    return None


_BY_PARTS = 0.85
"""The most that an answer without all of a reference's words can be sure to be right."""


def by_model(
    answer: str, references: tuple[str, ...], question: str, kind: ValueKind | None, *, abstained: bool
) -> Equivalence:
    """The verdict of the model over word overlap, values, names and position."""
    measured = measure(answer, references, question, abstained=abstained)
    if measured is None:
        found = contains_form(answer, references)
        if found:
            return Equivalence("equivalent", 0.8, "states the reference", found.form, (found.start, found.end))
        return Equivalence("different", 0.8, "does not state the reference")
    likely = probability(measured.values)
    value = dict(zip(NAMES, measured.values, strict=True))
    reference = measured.reference.original
    if value["denied"]:
        return Equivalence("contradicts", 0.75, "denies the reference", reference)
    if kind == "name" and value["wrong_name"]:
        return Equivalence("contradicts", 0.8, "gives another name", reference)
    if likely >= 0.5 and not _any_sign(value):
        return Equivalence("different", 0.6, "has nothing of the reference", reference)
    if likely >= 0.5:
        span = _span(answer, references) if value["stated"] else None
        sure = likely if value["stated"] or value["recall_full"] else min(likely, _BY_PARTS)
        return Equivalence("equivalent", sure, _why(value), reference, span)
    if value["value_different"] or value["wrong_name"] or value["conflict"]:
        return Equivalence("contradicts", 1 - likely, "states something else of the same kind", reference)
    if measured.score >= 0.4 and likely >= 0.15:
        return Equivalence("partial", 1 - likely, "states a part of the reference", reference)
    return Equivalence("different", 1 - likely, "does not state the reference", reference)


def _any_sign(value: dict[str, float]) -> bool:
    """Whether an answer has anything of its reference: length alone makes no answer right."""
    return value["recall"] >= 0.25 or any(
        value[name]
        for name in (
            "stated",
            "compact",
            "loose",
            "value_same",
            "value_partial",
            "related",
            "synonyms",
            "acronym",
            "fuzzy",
        )
    )


def _span(answer: str, references: Sequence[str]) -> tuple[int, int] | None:
    found = contains_form(answer, references)
    return (found.start, found.end) if found else None


def _why(value: dict[str, float]) -> str:
    if value["stated"]:
        return "states the reference"
    if value["recall_full"]:
        return "has every word of the reference"
    return "has what tells the reference from others"
