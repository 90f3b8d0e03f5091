"""Comparison with references that are whole sentences: new content, values and negation."""

from __future__ import annotations

from ragtester.text.equivalence.features import best_sentence, word_recall
from ragtester.text.equivalence.polarity import denies, leading_polarity
from ragtester.text.equivalence.verdict import Equivalence
from ragtester.text.folding import fold
from ragtester.text.forms import denied
from ragtester.text.values import Value, compare_values, extract_values

_CHECKED = ("number", "money", "percent", "date", "duration", "code")


def compare_clause(answer: str, reference: str, *, question: str) -> Equivalence:
    """How an answer stands to a reference of sentence length.

    What the reference says beyond the question counts: its values must be stated, its other words found by three
    quarters (by half it is partial), and the sentence that says so must deny neither more nor less.
    """
    asked = extract_values(question)
    wanted = [v for v in _checkable(reference) if not any(compare_values(v, a) == "same" for a in asked)]
    folded = fold(answer)
    given = [v for v in _checkable(answer) if not answer.isascii() or not denied(folded, v.start, v.end)]
    grades = [_grade(given, v) for v in wanted]
    recall = word_recall(answer, reference, question=question)
    first, said = leading_polarity(reference), leading_polarity(answer)
    if first and said and first != said:
        return Equivalence("contradicts", 0.93, "says yes for no, or no for yes", reference)
    sentence = best_sentence(answer, reference)
    if recall >= 0.5 and denies(sentence) != denies(reference) and not (said and said == first):
        return Equivalence("contradicts", 0.75, "denies what the reference says, or the other way round", reference)
    if wanted and all(grade == "different" for grade in grades):
        return Equivalence("contradicts", 0.88, "states other values", reference)
    if "different" in grades:
        return Equivalence("contradicts", 0.75, "states another value", reference)
    if wanted and all(grade == "same" for grade in grades) and (recall >= 0.4 or len(answer.split()) <= 8):
        return Equivalence("equivalent", 0.85 if recall >= 0.6 else 0.7, "states the same values", reference)
    if "missing" in grades or "partial" in grades:
        verdict = "partial" if recall >= 0.4 or "same" in grades or "partial" in grades else "different"
        return Equivalence("partial" if verdict == "partial" else "different", 0.75, "leaves out a value", reference)
    if recall >= 0.75:
        return Equivalence("equivalent", min(0.95, 0.55 + 0.4 * recall), "says the same", reference)
    if recall >= 0.5:
        return Equivalence("partial", 0.6, "says a part of it", reference)
    return Equivalence("different", 0.7 + 0.25 * (0.5 - recall) * 2, "says something else", reference)


def _checkable(text: str) -> list[Value]:
    return [v for v in extract_values(text) if v.kind in _CHECKED and v.unit != "ordinal"]


def _grade(given: list[Value], wanted: Value) -> str:
    grades = [
        compare_values(v, wanted) for v in given if v.kind == wanted.kind or v.unit is None or wanted.unit is None
    ]
    return next((grade for grade in ("same", "partial", "different") if grade in grades), "missing")
