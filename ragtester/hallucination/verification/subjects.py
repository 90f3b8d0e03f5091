"""Words of a claim that its evidence leaves to a heading, to the sentence before, or to a pronoun."""

from __future__ import annotations

from collections.abc import Collection

from ragtester.hallucination.verification.alignment import Alignment
from ragtester.hallucination.verification.terms import Sentence
from ragtester.hallucination.verification.words import ANAPHORS
from ragtester.text.lexicon import part_of_speech

_OPENING = 8
_AUXILIARIES = frozenset("is was are were has have had did does do can could will would may must should be".split())
_OPEN_STARTS = frozenset(
    "released born based set originally after before in during on distributed directed the".split()
)


def carried_terms(
    claim: Sentence,
    evidence: Sentence,
    alignment: Alignment,
    *,
    heading: Collection[str],
    recent: Collection[str],
    alone: bool,
) -> frozenset[int]:
    """Positions among the missing ones that something beside the sentence answers for."""
    if not alignment.missing:
        return frozenset()
    known = {p for p in alignment.missing if not claim.terms[p].lemmas.isdisjoint(heading)}
    verb = first_verb(claim)
    if _leans_back(evidence):
        known |= {
            p
            for p in alignment.missing
            if (claim.terms[p].kind == "word" or p < verb) and not claim.terms[p].lemmas.isdisjoint(recent)
        }
    if alone and _subject_open(evidence):
        known |= {position for position in alignment.missing if position < verb}
    return frozenset(known)


def _leans_back(evidence: Sentence) -> bool:
    """Whether a pronoun near the start, or the lack of a verb (a row, an item), points to what stands before."""
    return any(term.lower in ANAPHORS for term in evidence.terms[:_OPENING]) or first_verb(evidence) >= len(
        evidence.terms
    )


def _subject_open(evidence: Sentence) -> bool:
    """Whether the sentence speaks of something that it does not name: `It was ...`, `Released in ..., the film ...`."""
    return any(term.lower in ANAPHORS for term in evidence.terms) or (
        bool(evidence.terms) and evidence.terms[0].lower in _OPEN_STARTS
    )


def first_verb(sentence: Sentence) -> int:
    """Position of the first verb; the number of terms where there is none."""
    for index, term in enumerate(sentence.terms):
        if term.lower in _AUXILIARIES or (index and term.kind == "word" and part_of_speech(term.lower) == "v"):
            return index
    return len(sentence.terms)
