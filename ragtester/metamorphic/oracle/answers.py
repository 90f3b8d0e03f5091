"""Whether two answers of one system say the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.metamorphic.oracle.view import OracleView
from ragtester.metamorphic.oracle.wording import content
from ragtester.text import compare_answers, compare_values, tokens


@dataclass(frozen=True, slots=True)
class SameAnswer:
    """Whether the mutant's answer says what the base answer says."""

    same: bool
    reason: str
    confidence: float


def same_answer(view: OracleView, answer: str, *, after: Sequence[str] = ()) -> SameAnswer:
    """Equivalence of the mutant's answer to the base answer (the paper's y ≈ y').

    Numbers, amounts and dates are compared exactly; words by `ragtester.text.compare_answers` in both
    directions; a word that the mutated text itself misspells counts as the word.

    Args:
        view: the question and the base answer.
        answer: the answer under the mutant, which is no abstention.
        after: the mutated texts, for misspellings that the answer copies.
    """
    forward = compare_answers(answer, [view.base_answer], question=view.question, kind=view.kind)
    if forward.verdict == "equivalent":
        return SameAnswer(True, forward.reason, forward.confidence)
    wanted = view.values
    if wanted:
        given = view.values_of(answer)
        if given and all(any(compare_values(g, w) == "same" for g in given) for w in wanted):
            rivals = [g for g in given if g.kind in {w.kind for w in wanted}]
            if all(any(compare_values(g, w) in ("same", "partial") for w in wanted) for g in rivals):
                return SameAnswer(True, "the same values", 0.85)
        return SameAnswer(False, f"other values: {forward.reason}", 0.9)
    backward = compare_answers(view.base_answer, [answer], question=view.question, kind=view.kind)
    if backward.verdict == "equivalent" and _loses_nothing(view, answer):
        return SameAnswer(True, f"the base answer says it in more words: {backward.reason}", backward.confidence * 0.9)
    if _misspelt(view.base_answer, answer, after):
        return SameAnswer(True, "the same words, misspelt as in the mutated text", 0.85)
    return SameAnswer(False, forward.reason, forward.confidence)


def _loses_nothing(view: OracleView, answer: str) -> bool:
    own = content(view.base_answer) - content(view.question)
    return bool(own) and len(own & content(answer)) / len(own) >= 0.8


def _misspelt(base: str, answer: str, after: Sequence[str]) -> bool:
    from rapidfuzz.distance import OSA

    spelt, given = tokens(base), tokens(answer)
    if len(spelt) != len(given) or not after:
        return False
    seen = {token for text in after for token in tokens(text)}
    for one, other in zip(spelt, given, strict=True):
        if one == other:
            continue
        if any(c.isdigit() for c in one + other) or other not in seen or OSA.distance(one, other) > 1 + (len(one) > 7):
            return False
    return True
