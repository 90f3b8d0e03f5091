"""Whether an answer says the same as one of its references."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from ragtester.records import ValueKind
from ragtester.text.abstention import detect_abstention
from ragtester.text.equivalence.by_words import by_model, guarded
from ragtester.text.equivalence.clauses import compare_clause
from ragtester.text.equivalence.corrections import settled
from ragtester.text.equivalence.denials import granted, negative, refused
from ragtester.text.equivalence.doubts import doubt
from ragtester.text.equivalence.features import word_recall
from ragtester.text.equivalence.implied import implied_kind
from ragtester.text.equivalence.lists import compare_lists, items_of
from ragtester.text.equivalence.nothing import compare_nothing
from ragtester.text.equivalence.polarity import answered_polarity, answers_no, denies, leading_polarity, polarity_of
from ragtester.text.equivalence.prepared import references_of, tidy
from ragtester.text.equivalence.strict import (
    VALUE_KINDS,
    compare_by_value,
    other_exact_date,
    said_of_something_else,
    whole_date_missed,
    year_of_event,
)
from ragtester.text.equivalence.turned import turned_round
from ragtester.text.equivalence.verdict import Equivalence
from ragtester.text.folding import fold, normalise
from ragtester.text.forms import contains_form, contains_written, only_denied
from ragtester.text.sentences import split_sentences

_SIGNS = re.compile(r"[$€£¥₹%‰°+]|-(?=\d)")
"""Signs that change a value and that normalising takes away."""

_ASKS_FOR_A_THING = re.compile(r"^\W*$|\b(?:what|which|who|whose|whom|where|when|why|how|name|give|list)\b")

_CLAUSE_WORDS = 7
"""A reference with as many content words is a sentence rather than an answer's core."""


def compare_answers(
    answer: str,
    references: Sequence[str],
    *,
    question: str = "",
    kind: ValueKind | None = None,
    tolerance: float = 0.0,
) -> Equivalence:
    """How an answer stands to its references; it always decides, and says how sure it is.

    Yes and no, values, lists and codes are compared by rules (`kind` says which); sentences by their new content,
    values and negation; other answers by a small logistic model over word overlap, values and position, whose
    confidence is its probability.

    Args:
        answer: the answer.
        references: right answers; agreeing with one of them is enough.
        question: what was asked: repeating it tells nothing.
        kind: what kind of value the answer is; None where that is not known.
        tolerance: share of the right number by which another may differ and still be the same.

    Examples:
        >>> compare_answers("It is fourteen days.", ["14 days"], kind="duration").verdict
        'equivalent'
        >>> compare_answers("142, not 250", ["250"], kind="number").verdict
        'contradicts'
    """
    return _compared(
        answer, tuple(reference for reference in references if reference.strip()), question, kind, tolerance
    )


@lru_cache(maxsize=2048)
def _compared(
    answer: str, wanted: tuple[str, ...], question: str, kind: ValueKind | None, tolerance: float
) -> Equivalence:
    """Remembered, because whoever doubts a verdict compares the same answer again."""
    if not wanted or not answer.strip():
        return Equivalence("different", 0.99, "there is no answer" if wanted else "there is no reference")
    original, answer = answer, settled(answer, wanted, question)
    found = _settled_verdict(answer, wanted, question, kind, tolerance)
    if (
        found.verdict == "equivalent"
        and answer != original
        and not contains_form(answer, wanted)
        and contains_form(original, wanted)
    ):
        return Equivalence("contradicts", 0.7, "takes back the reference", found.matched)
    return found


def _settled_verdict(
    answer: str, wanted: tuple[str, ...], question: str, kind: ValueKind | None, tolerance: float
) -> Equivalence:
    given = normalise(answer)
    for reference in wanted:
        if given and given == normalise(reference) and _SIGNS.findall(answer) == _SIGNS.findall(reference):
            return Equivalence("equivalent", 0.99, "the same words", reference, _bare(answer))
    abstention = detect_abstention(answer, question=question)
    says_it = abstention.abstained and _says_it(answer, question, wanted)
    if abstention.abstained and abstention.kind != "partial" and not says_it:
        if all(detect_abstention(reference).abstained for reference in wanted):
            return Equivalence("equivalent", 0.9, "both abstain", wanted[0])
        return Equivalence("different", abstention.confidence, "the answer abstains")
    return (
        turned_round(answer, wanted, question)
        or _by_rule(answer, wanted, question, kind, tolerance)
        or _by_implied_kind(answer, wanted, question, kind)
        or guarded(
            by_model(
                answer,
                wanted,
                question,
                kind,
                abstained=abstention.abstained and not (says_it and len(split_sentences(answer)) == 1),
            ),
            answer,
            wanted,
            question,
        )
    )


def _granted_list(found: Equivalence, answer: str, question: str) -> Equivalence:
    """The verdict on a list of what is not so: wrong where the answer says that it is."""
    if found.verdict != "equivalent" or found.matched is None or not negative(question):
        return found
    stated = contains_form(answer, items_of(found.matched))
    if stated and granted(answer, stated.start, stated.end, question):
        return Equivalence("contradicts", 0.7, "says that it may be", found.matched)
    return found


def _says_it(answer: str, question: str, references: tuple[str, ...]) -> bool:
    """Whether what reads as an abstention answers: it says no, or states a reference that the question does not have."""
    if answers_no(answer, question, references):
        return True
    stated = contains_form(answer, references)
    return (
        stated is not None
        and not contains_form(question, [stated.form])
        and not detect_abstention(stated.form).abstained
    )


def _bare(answer: str) -> tuple[int, int]:
    """Where an answer begins and ends, apart from white space."""
    return len(answer) - len(answer.lstrip()), len(answer.rstrip())


_DECISIVE = ("equivalent", "contradicts")

_EXACT = ("money", "percent", "duration")
"""Kinds of which a part, or one end of a range, is not the answer; dates and bare numbers are left to the words."""


def _by_implied_kind(
    answer: str, references: tuple[str, ...], question: str, kind: ValueKind | None
) -> Equivalence | None:
    """The verdict of the kind that the references show; None where it does not decide, so that the words must."""
    if kind is not None:
        return None
    implied = implied_kind(references, question)
    clean = tidy(answer)
    if implied == "code":
        return _as_written(clean, references)
    if implied == "list":
        listed = compare_lists(clean, references, question=question)
        return _granted_list(listed, clean, question) if listed else None
    if implied not in VALUE_KINDS:
        return None
    found = compare_by_value(clean, tuple(map(tidy, references)), question=question, kind=implied, tolerance=0.0)
    partial = found is not None and found.verdict == "partial"
    if found is not None and partial and whole_date_missed(clean, references) and not year_of_event(clean, question):
        return replace(found, confidence=0.65, span=None, reason="gives a part of the date")
    if found is None or (found.verdict not in _DECISIVE and implied not in _EXACT):
        return None
    if found.verdict == "equivalent" and other_exact_date(clean, references):
        return None
    doubted = _doubted(found, clean, references, question)
    if doubted:
        return doubted
    return replace(found, span=found.span if clean == answer else None)


def _doubted(found: Equivalence, answer: str, references: tuple[str, ...], question: str) -> Equivalence | None:
    """The verdict on a value that agrees and is not what was asked for; None where nothing speaks against it."""
    if found.verdict != "equivalent" or found.matched is None:
        return None
    if found.span and refused(answer, *found.span, found.matched, question):
        return Equivalence("contradicts", 0.7, "says that it is not so", found.matched)
    if said_of_something_else(answer, question, references):
        reason = "says it of something else, and another value of what was asked"
        return Equivalence("contradicts", 0.6, reason, found.matched)
    verdict = doubt(found, answer, found.matched, question)
    return verdict if verdict and all(doubt(found, answer, other, question) for other in references) else None


def _by_rule(
    answer: str, references: tuple[str, ...], question: str, kind: ValueKind | None, tolerance: float
) -> Equivalence | None:
    polarities = {polarity_of(reference) for reference in references}
    only = polarities - {None}
    first = {leading_polarity(reference) for reference in references}
    if len(first) == 1 and None not in first and question and not _ASKS_FOR_A_THING.search(question.lower()):
        only = polarities = first
    if len(only) == 1 and (polarities == only or not _ASKS_FOR_A_THING.search(question.lower())):
        return _yes_or_no(answer, references[0], question, "yes" if "yes" in polarities else "no")
    none = compare_nothing(answer, references, question)
    if none:
        return none
    if kind in VALUE_KINDS:
        found = compare_by_value(answer, references, question=question, kind=kind, tolerance=tolerance)
        return (_doubted(found, answer, references, question) or found) if found else None
    if kind == "list":
        return compare_lists(answer, references, question=question)
    if kind in ("code", "choice"):
        return _verbatim(answer, references)
    clauses = [r for r in references if len(references_of(r)[0].words) >= _CLAUSE_WORDS]
    if clauses and len(clauses) == len(references):
        order = ("different", "contradicts", "partial", "equivalent")
        verdicts = [compare_clause(answer, reference, question=question) for reference in clauses]
        return max(verdicts, key=lambda v: (order.index(v.verdict), v.confidence))
    return None


_WITH_REASON = re.compile(r"^\W*(?:yes|no|ja|nein|oui|non|si|ano|ne)\W+")


def _yes_or_no(answer: str, reference: str, question: str, wanted: str) -> Equivalence:
    said, sure = answered_polarity(answer, question)
    reason = _WITH_REASON.sub("", fold(reference))
    reasoned = len(reason.split()) > 1 and word_recall(answer, reason, question=question) >= 0.5
    if said is None and reasoned and denies(answer) == denies(reason):
        return Equivalence("equivalent", 0.6, "gives the reason of the reference", reference)
    if said is None:
        return Equivalence("different", 0.6, "says neither yes nor no", reference)
    if said == wanted:
        return Equivalence("equivalent", sure, f"says {said}", reference)
    return Equivalence("contradicts", sure, f"says {said}", reference)


def _as_written(answer: str, references: tuple[str, ...]) -> Equivalence:
    """For numbers that are names: version 3.1 is not version 3.10."""
    found = contains_written(answer, references)
    if found:
        return Equivalence("equivalent", 0.95, "states it", found.form)
    folded = fold(answer)
    for reference in references:
        parts = re.fullmatch(r"([a-z]+)[\W_]?(\d[\w.]*)", fold(reference).strip())
        if parts and re.search(rf"(?<!\w){parts[1]}[\W_]?{re.escape(parts[2])}(?!\w|\.\d)", folded):
            return Equivalence("equivalent", 0.85, "states it in another spelling", reference)
    if any(character.isdigit() for character in answer):
        return Equivalence("contradicts", 0.9, "states another one", references[0])
    return Equivalence("different", 0.8, "does not state it", references[0])


def _verbatim(answer: str, references: tuple[str, ...]) -> Equivalence | None:
    found = contains_form(answer, references)
    if found:
        return Equivalence("equivalent", 0.95, "states it", found.form, (found.start, found.end))
    if only_denied(answer, references):
        return Equivalence("contradicts", 0.9, "denies it", references[0])
    folded = fold(answer)
    for reference in references:
        bare = [re.escape(c) for c in fold(reference) if c.isalnum()]
        loose = r"[\W_]*".join(bare)
        if len(bare) >= 4 and any(c.isdigit() for c in bare) and re.search(rf"(?<!\w){loose}(?!\w)", folded):
            return Equivalence("equivalent", 0.8, "states it in another spelling", reference)
    if all(any(c.isdigit() for c in reference) for reference in references):
        return Equivalence("different", 0.9, "does not state it")
    return None
