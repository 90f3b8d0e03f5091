"""What no model may overturn: contradictions that are seen without one."""

from __future__ import annotations

from ragtester.judge.facts import stated_counterfactual
from ragtester.judge.negatives import judge_negative
from ragtester.records import Answer, Test
from ragtester.text import compare_answers, tokens

_CERTAIN = 0.75
_CLAIM_CERTAIN = 0.85
_FOUND = 0.6
_STOP = frozenset(
    "a an the is are was were it of in on at to for and or by with that this as be has have its there".split()
)


def veto(test: Test, answer: Answer, text: str, claim: str = "") -> str | None:
    """Why the answer cannot be right whatever a model says; None where nothing rules it out.

    Args:
        test: the test.
        answer: the answer with its context.
        text: the answer's text without what addresses a grader.
        claim: what a model took for the answer's claim; compared by the same rules.
    """
    if test.kind == "negative":
        finding = judge_negative(test, answer, text)
        return finding.reason if not finding.clean and finding.confidence >= 0.9 else None
    wrong = stated_counterfactual(test, text)
    if wrong:
        return f"states {wrong!r}, which is certainly wrong"
    references = [test.expected_answer, *test.accepted_answers]
    whole = compare_answers(text, references, question=test.query, kind=test.answer_kind)
    if whole.verdict == "contradicts" and whole.confidence >= _CERTAIN:
        return whole.reason
    if claim and whole.verdict != "equivalent":
        part = compare_answers(claim, references, question=test.query, kind=test.answer_kind)
        if part.verdict == "contradicts" and part.confidence >= _CLAIM_CERTAIN:
            return f"the claim {claim!r}: {part.reason}"
    return None


def is_quoted(claim: str, text: str, question: str) -> bool:
    """Whether a claim stands in the answer: most of its words do, and every number."""
    words = [word for word in tokens(claim) if word not in _STOP]
    if not words:
        return False
    said = set(tokens(text))
    asked = set(tokens(question))
    if any(word[0].isdigit() and word not in said | asked for word in words):
        return False
    own = [word for word in words if word not in asked] or words
    return sum(word in said for word in own) >= _FOUND * len(own)
