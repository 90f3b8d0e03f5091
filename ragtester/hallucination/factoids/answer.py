"""The factoids of a whole answer: none where it abstains."""

from __future__ import annotations

from ragtester.hallucination.factoids.clues import may_abstain, surely_states
from ragtester.hallucination.factoids.split import split_factoids
from ragtester.hallucination.grounding import Factoid
from ragtester.text.abstention import detect_abstention
from ragtester.text.sentences import split_sentences

_LONGEST_ABSTENTION = 2000


def answer_factoids(answer: str, *, question: str = "") -> tuple[list[Factoid], bool]:
    """The factoids, and whether the answer abstains as a whole (it then has none).

    A sentence that abstains inside an answer that says something else gives no factoid either.
    """
    if not answer.strip():
        return [], False
    if not may_abstain(answer):
        return split_factoids(answer), False
    if len(answer) <= _LONGEST_ABSTENTION and not _states(answer) and _abstains(answer, question):
        return [], True
    return [factoid for factoid in split_factoids(answer) if not _abstains(factoid.text)], False


def _states(answer: str) -> bool:
    return surely_states((sentence.text for sentence in split_sentences(answer)), answer=answer)


def _abstains(text: str, question: str = "") -> bool:
    return may_abstain(text) and detect_abstention(text, question=question).kind in ("complete", "refusal")
