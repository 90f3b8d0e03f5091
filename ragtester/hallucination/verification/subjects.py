"""Words of a claim that its evidence leaves to a heading, to the sentence before, or to a pronoun."""

from __future__ import annotations

import re
from collections.abc import Collection

from ragtester.hallucination.verification.alignment import Alignment
from ragtester.hallucination.verification.terms import Sentence
from ragtester.hallucination.verification.words import ANAPHORS
from ragtester.text.lexicon import part_of_speech

_LIFE = frozenset(("born", "birth", "die", "death"))
_LIFE_DATES = re.compile(r"(?:\(|-LRB-)[^()]{0,40}\b\d{4}\s*(?:--?|–|—)\s*[^()]{0,20}\b\d{4}\b")
"""`(22 September 1917 - 11 June 2006)` behind a name says when somebody was born and died."""
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
    columns: Collection[str],
    recent: Collection[str],
    alone: bool,
) -> frozenset[int]:
    """Positions among the missing ones that something beside the sentence answers for."""
    if not alignment.missing:
        return frozenset()
    known = {p for p in alignment.missing if not claim.terms[p].lemmas.isdisjoint(heading)}
    known |= {
        p for p in alignment.missing if claim.terms[p].kind == "word" and not claim.terms[p].lemmas.isdisjoint(columns)
    }
    known |= {
        p for p in alignment.missing if claim.terms[p].kind == "name" and _rest_of_name(claim, evidence, alignment, p)
    }
    if _LIFE_DATES.search(evidence.text):
        known |= {p for p in alignment.missing if not claim.terms[p].lemmas.isdisjoint(_LIFE)}
    verb = claim.verb
    if _leans_back(evidence):
        known |= {
            p
            for p in alignment.missing
            if (claim.terms[p].kind == "word" or p < verb) and not claim.terms[p].lemmas.isdisjoint(recent)
        }
    if alone and claim.verb < len(claim.terms) and _subject_open(evidence):  # without a verb all would be subject
        subject = {p for p in claim.content if p < verb and _may_be_subject(claim, p)}
        rivalled = {rival.claim for rival in alignment.rivals if rival.kind != "name"}
        if subject.isdisjoint(alignment.matches) and subject.isdisjoint(rivalled):
            known |= subject
    return frozenset(known)


def _rest_of_name(claim: Sentence, evidence: Sentence, alignment: Alignment, position: int) -> bool:
    """Whether the evidence calls a person or thing by a part of the name, as in `Rice` for `Anne Rice`."""
    begin = end = position
    while begin > 0 and claim.terms[begin - 1].kind == "name":
        begin -= 1
    while end + 1 < len(claim.terms) and claim.terms[end + 1].kind == "name":
        end += 1
    places = [alignment.matches[p].evidence for p in range(begin, end + 1) if _exact(alignment, p)]
    matched = set(places)
    return bool(places) and not any(
        0 <= beside < len(evidence.terms) and evidence.terms[beside].kind == "name" and beside not in matched
        for place in places
        for beside in (place - 1, place + 1)
    )


def _exact(alignment: Alignment, position: int) -> bool:
    return position in alignment.matches and alignment.matches[position].relation == "same"


def _leans_back(evidence: Sentence) -> bool:
    """Whether a pronoun near the start, or the lack of a verb (a row, an item), points to what stands before."""
    return any(term.lower in ANAPHORS for term in evidence.terms[:_OPENING]) or evidence.verb >= len(evidence.terms)


def _subject_open(evidence: Sentence) -> bool:
    """Whether the sentence speaks of something that it does not name: `It was ...`, `Released in ..., the film ...`."""
    return any(term.lower in ANAPHORS for term in evidence.terms) or (
        bool(evidence.terms) and evidence.terms[0].lower in _OPEN_STARTS
    )


def _may_be_subject(claim: Sentence, position: int) -> bool:
    term = claim.terms[position]
    return term.kind == "name" or part_of_speech(term.lower) in ("n", "a", None)
