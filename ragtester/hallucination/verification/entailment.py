"""One claim against one sentence of evidence: borne out, contradicted, or neither."""

from __future__ import annotations

from collections.abc import Collection

from ragtester.hallucination.judgement import Answer, ErrorKind, Judgement
from ragtester.hallucination.verification.alignment import Alignment, Rival, align
from ragtester.hallucination.verification.numbers import ValueStanding, stand_values
from ragtester.hallucination.verification.order import exchanged
from ragtester.hallucination.verification.quantifiers import quantifiers_clash
from ragtester.hallucination.verification.terms import Sentence, read_sentence
from ragtester.hallucination.verification.words import PRONOUNS

_ENOUGH = 0.75
_TOPIC = 0.5
_CARRIED = 0.9


def judge_pair(claim: Sentence, evidence: Sentence, *, around: Collection[str] = (), alone: bool = False) -> Judgement:
    """Whether `evidence` bears the claim out.

    A claim that denies something is judged by what it denies, and the answer is turned round.

    Args:
        claim: what is said.
        evidence: one sentence of the context.
        around: lemmas of the sentences before it and of its heading, which may name its subject.
        alone: whether the context has no sentence that could name the subject of a pronoun.
    """
    denies = bool(claim.negators) and len(claim.negators) % 2 == 1
    judgement = _judge_positive(claim, evidence, around=around, alone=alone)
    if not denies or judgement.answer == "not_sure":
        return judgement
    answer: Answer = "no" if judgement.answer == "yes" else "yes"
    start = claim.terms[claim.negators[0]]
    return Judgement(
        answer,
        judgement.strength,
        "negation",
        (start.start, start.end),
        "the claim denies what the evidence says" if answer == "no" else "",
    )


def blame(claim: str, judgement: Judgement, evidence: str | None) -> Judgement:
    """The judgement of another verifier with the words that are at fault, as far as rules can tell them."""
    own = judge_pair(read_sentence(claim), read_sentence(evidence)) if evidence else None
    if own is None or own.answer == "yes":
        return judgement
    return Judgement(judgement.answer, judgement.strength, own.kind, own.focus, own.reason)


def _judge_positive(claim: Sentence, evidence: Sentence, *, around: Collection[str], alone: bool) -> Judgement:
    alignment = align(claim, evidence)
    standings = stand_values(claim, evidence)
    carried = _carried(claim, evidence, alignment, around, alone)
    missing = [position for position in alignment.missing if position not in carried]
    total = sum(claim.terms[i].weight for i in claim.content) + len(standings)
    if not total:
        return Judgement("not_sure", 0.0)
    rivals = [rival for rival in alignment.rivals if rival.claim in missing]
    conflict = _conflict(claim, evidence, alignment, standings, rivals)
    found = alignment.coverage * sum(claim.terms[i].weight for i in claim.content)
    found += _CARRIED * sum(claim.terms[i].weight for i in carried)
    found += sum(standing.standing == "borne_out" for standing in standings)
    strength = found / total
    if conflict is not None:
        at_stake = conflict[3]
        rest = found / max(total - at_stake, 0.01) if total - at_stake > 0.01 else 0.5
        if rest >= _TOPIC:
            return Judgement("no", min(1.0, rest), conflict[0], conflict[1], conflict[2])
        return Judgement("not_sure", strength, conflict[0], conflict[1], conflict[2])
    lost = [standing for standing in standings if standing.standing == "missing"]
    names = [position for position in missing if claim.terms[position].kind == "name"]
    if strength >= _ENOUGH and not lost and not names:
        return Judgement("yes", strength)
    kind: ErrorKind = "number" if lost else "name" if names else "other"
    focus = (lost[0].value.start, lost[0].value.end) if lost else _span(claim, names or missing)
    return Judgement("not_sure", strength, kind, focus, "the evidence does not say it")


def _carried(
    claim: Sentence, evidence: Sentence, alignment: Alignment, around: Collection[str], alone: bool
) -> frozenset[int]:
    """Missing terms of the claim's subject that the sentences before, or a pronoun, stand for."""
    if not alignment.missing:
        return frozenset()
    verb = _first_verb(claim)
    subject = [position for position in alignment.missing if position < verb]
    known = {position for position in alignment.missing if not claim.terms[position].lemmas.isdisjoint(around)}
    if alone and subject and _open_subject(evidence):
        known |= set(subject)
    return frozenset(known)


def _open_subject(evidence: Sentence) -> bool:
    """Whether the sentence speaks of something named elsewhere: `It was ...`, `Released in ..., the film ...`."""
    return any(term.lower in PRONOUNS for term in evidence.terms[:12]) or (
        bool(evidence.terms)
        and evidence.terms[0].lower
        in ("the", "released", "born", "based", "set", "originally", "after", "in", "during")
    )


def _first_verb(claim: Sentence) -> int:
    verbs = (
        "is",
        "was",
        "are",
        "were",
        "has",
        "have",
        "had",
        "did",
        "does",
        "do",
        "can",
        "could",
        "will",
        "would",
        "may",
        "must",
    )
    for index, term in enumerate(claim.terms):
        if term.lower in verbs or (index and term.kind == "word" and term.lower.endswith(("ed", "es", "s"))):
            return index
    return len(claim.terms) // 2


def _conflict(
    claim: Sentence, evidence: Sentence, alignment: Alignment, standings: tuple[ValueStanding, ...], rivals: list[Rival]
) -> tuple[ErrorKind, tuple[int, int] | None, str, float] | None:
    """Kind, words, reason and weight at stake of the first thing in which the evidence says otherwise."""
    for standing in standings:
        if standing.standing == "contradicted":
            kind: ErrorKind = "date" if standing.value.date is not None else "number"
            other = standing.other.text if standing.other else ""
            return kind, (standing.value.start, standing.value.end), f"the evidence says {other}", 1.0
    denied = [
        (position, match)
        for position, match in alignment.matches.items()
        if evidence.terms[match.evidence].denied and claim.terms[position].weight >= 0.3
    ]
    affirmed = [match for position, match in alignment.matches.items() if not evidence.terms[match.evidence].denied]
    if denied and (
        len(denied) >= 2 or len(affirmed) <= len(denied) or max(p for p, _ in denied) == max(alignment.matches)
    ):
        return "negation", _span(claim, [position for position, _ in denied]), "the evidence denies it", 0.0
    for rival in rivals:
        if rival.kind == "antonym":
            return (
                "other",
                _span(claim, [rival.claim]),
                f"the evidence says {evidence.terms[rival.evidence].text}",
                claim.terms[rival.claim].weight,
            )
    if quantifiers_clash(claim, evidence):
        return "other", None, "the evidence speaks of another share of them", 0.0
    if exchanged(claim, evidence, alignment):
        return "name", None, "the evidence has it the other way round", 0.0
    for rival in rivals:
        weight = sum(claim.terms[r.claim].weight for r in rivals)
        kind = "name" if claim.terms[rival.claim].kind == "name" else "other"
        return kind, _span(claim, [rival.claim]), f"the evidence says {evidence.terms[rival.evidence].text}", weight
    return None


def _span(claim: Sentence, positions: list[int] | tuple[int, ...]) -> tuple[int, int] | None:
    if not positions:
        return None
    return claim.terms[min(positions)].start, claim.terms[max(positions)].end
