"""The first thing in which a sentence of evidence says otherwise than a claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.hallucination.judgement import ErrorKind
from ragtester.hallucination.verification.alignment import Alignment, Rival
from ragtester.hallucination.verification.governors import governed_otherwise
from ragtester.hallucination.verification.numbers import ValueStanding, turned_by_denial
from ragtester.hallucination.verification.order import exchanged
from ragtester.hallucination.verification.quantifiers import quantifiers_clash
from ragtester.hallucination.verification.terms import Sentence

_NAME_IN_SCOPE = 0.3
_COPULAS = frozenset("is was are were be".split())


@dataclass(frozen=True, slots=True)
class Conflict:
    """What is wrong, in which words of the claim, and how much of the claim hangs on it."""

    kind: ErrorKind
    span: tuple[int, int] | None
    reason: str
    weight: float
    positions: tuple[int, ...] = ()


def find_conflict(
    claim: Sentence, evidence: Sentence, alignment: Alignment, standings: Sequence[ValueStanding]
) -> tuple[Conflict | None, frozenset[int]]:
    """The conflict, or None; and the positions that are borne out because the claim denies them."""
    excused = _excused(claim, evidence, alignment)
    for standing in standings:
        if standing.standing == "contradicted":
            kind: ErrorKind = "date" if standing.value.date is not None else "number"
            other = standing.other.text if standing.other else "something else"
            return Conflict(
                kind, (standing.value.start, standing.value.end), f"the evidence says {other}", 1.0
            ), excused
    denied = _polarity(claim, evidence, alignment)
    if denied and not _denial_holds(claim, evidence, alignment, standings):
        return Conflict("negation", _span(claim, denied), "one denies what the other says", 0.0), excused
    rivals = [rival for rival in alignment.rivals if rival.claim not in excused]
    for rival in rivals:
        if rival.kind in ("antonym", "slot"):
            return _rivalry(claim, evidence, [rival]), excused
    if quantifiers_clash(claim, evidence):
        return Conflict("other", None, "the evidence speaks of another share of them", 0.0), excused
    if exchanged(claim, evidence, alignment):
        return Conflict("name", None, "the evidence has it the other way round", 0.0), excused
    governor = governed_otherwise(claim, evidence, alignment)
    if governor is not None:
        return Conflict("other", _span(claim, [governor]), "the evidence says it of something else", 0.0), excused
    return (_rivalry(claim, evidence, rivals) if rivals else None), excused


def _rivalry(claim: Sentence, evidence: Sentence, rivals: list[Rival]) -> Conflict:
    first = rivals[0]
    kind: ErrorKind = "name" if claim.terms[first.claim].kind == "name" else "other"
    weight = sum(claim.terms[rival.claim].weight for rival in rivals)
    reason = f"the evidence says {evidence.terms[first.evidence].text}"
    positions = tuple(rival.claim for rival in rivals)
    return Conflict(kind, _span(claim, [first.claim]), reason, weight, positions)


def _excused(claim: Sentence, evidence: Sentence, alignment: Alignment) -> frozenset[int]:
    """Missing words that the claim denies, where the evidence has something else in their place.

    `not a website` is borne out by `is a band`, `not open` by `closed`, and `closed` by `not open`.
    """
    opposed = frozenset(
        rival.claim
        for rival in alignment.rivals
        if rival.kind == "antonym" and evidence.terms[rival.evidence].denied and not claim.terms[rival.claim].denied
    )
    both = {
        rival.claim
        for rival in alignment.rivals
        if rival.kind == "antonym" and evidence.terms[rival.evidence].denied and claim.terms[rival.claim].denied
    }
    denied = [p for p in alignment.missing if claim.terms[p].denied and p not in both]
    if not denied:
        return opposed
    rivalled = {rival.claim for rival in alignment.rivals}
    others = [position for position in alignment.missing if not claim.terms[position].denied]
    states = any(term.lower in _COPULAS for term in evidence.terms) and any(t.lower in _COPULAS for t in claim.terms)
    if states and not others and alignment.matches:
        return frozenset(denied)
    return opposed | frozenset(position for position in denied if position in rivalled)


def _denial_holds(
    claim: Sentence, evidence: Sentence, alignment: Alignment, standings: Sequence[ValueStanding]
) -> bool:
    """Whether one thing of those that the claim denies together is otherwise: `not an album by A` of an album by B."""
    rivalled = any(
        claim.terms[rival.claim].denied != (rival.kind == "antonym" and evidence.terms[rival.evidence].denied)
        for rival in alignment.rivals
    )
    valued = any(
        standing.standing == "borne_out" and standing.other is not None and turned_by_denial(claim, evidence, standing)
        for standing in standings
    )
    return rivalled or valued


def _polarity(claim: Sentence, evidence: Sentence, alignment: Alignment) -> list[int]:
    """Matched words that one side denies and the other does not, where they outweigh those on which both agree."""
    if not claim.negators and not evidence.negators:
        return []
    against: list[int] = []
    balance = 0.0
    for position, match in alignment.matches.items():
        mine, theirs = claim.terms[position], evidence.terms[match.evidence]
        if not mine.denied and not theirs.denied:
            continue
        weight = mine.weight * (_NAME_IN_SCOPE if mine.kind == "name" else 1.0)
        if mine.denied != theirs.denied:
            against.append(position)
            balance += weight
        else:
            balance -= weight
    return against if balance > 0 else []


def _span(claim: Sentence, positions: Sequence[int]) -> tuple[int, int] | None:
    if not positions:
        return None
    return claim.span(min(positions), max(positions))
