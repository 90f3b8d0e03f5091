"""The factoids of a whole answer: none where it abstains."""

from __future__ import annotations

from ragtester.hallucination.factoids.split import split_factoids
from ragtester.hallucination.grounding import Factoid
from ragtester.text.abstention import detect_abstention

_LONGEST_ABSTENTION = 2000
_NO_CLUE = 0.99
"""Confidence of an answer without a single word that abstentions have: none of its parts abstains either."""


def answer_factoids(answer: str, *, question: str = "") -> tuple[list[Factoid], bool]:
    """The factoids, and whether the answer abstains as a whole (it then has none).

    A sentence that abstains inside an answer that says something else gives no factoid either.
    """
    if not answer.strip():
        return [], False
    clear = False
    if len(answer) <= _LONGEST_ABSTENTION:
        whole = detect_abstention(answer, question=question)
        if whole.kind in ("complete", "refusal"):
            return [], True
        clear = whole.kind == "none" and whole.confidence >= _NO_CLUE
    factoids = split_factoids(answer)
    if clear:
        return factoids, False
    return [factoid for factoid in factoids if not _abstains(factoid.text)], False


def _abstains(text: str) -> bool:
    return detect_abstention(text).kind in ("complete", "refusal")
