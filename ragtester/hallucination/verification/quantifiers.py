"""Shares that exclude or imply each other: all, some, none."""

from __future__ import annotations

from ragtester.hallucination.verification.terms import Sentence
from ragtester.hallucination.verification.words import ABSENT, PARTIAL, UNIVERSAL


def quantifiers_clash(claim: Sentence, evidence: Sentence) -> bool:
    """Whether the claim says `all` where the evidence says only `some`, before the same word."""
    for word in _quantified(claim, UNIVERSAL):
        if word in _quantified(evidence, PARTIAL) or word in _quantified(evidence, ABSENT):
            return True
    return any(word in _quantified(evidence, ABSENT) for word in _quantified(claim, PARTIAL))


def _quantified(sentence: Sentence, quantifiers: frozenset[str]) -> frozenset[str]:
    """Lemmas that follow one of the quantifiers within three words."""
    found: set[str] = set()
    for index, term in enumerate(sentence.terms):
        if term.lower in quantifiers:
            for following in sentence.terms[index + 1 : index + 4]:
                found |= following.lemmas if following.kind in ("word", "name") else frozenset()
    return frozenset(found)
