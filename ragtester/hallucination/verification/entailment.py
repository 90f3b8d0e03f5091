"""One claim against one sentence of evidence: borne out, contradicted, or neither."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ragtester.hallucination.judgement import Judgement
from ragtester.hallucination.verification.alignment import Alignment, align
from ragtester.hallucination.verification.conflicts import Conflict, find_conflict
from ragtester.hallucination.verification.numbers import ValueStanding, stand_values
from ragtester.hallucination.verification.subjects import carried_terms
from ragtester.hallucination.verification.terms import Sentence, read_sentence

_ENOUGH = 0.74
_ENOUGH_WITH_ANCHOR = 0.55
_TOPIC = 0.5
_CARRIED = 0.9
_WORDS_ABSENT = 0.5


def judge_pair(
    claim: Sentence,
    evidence: Sentence,
    *,
    heading: Collection[str] = (),
    columns: Collection[str] = (),
    recent: Collection[str] = (),
    alone: bool = False,
) -> Judgement:
    """Whether `evidence` bears the claim out.

    Args:
        claim: what is said.
        evidence: one sentence of the context.
        heading: lemmas of the heading above it, which may name its subject.
        columns: lemmas of the head of its table, which name what its cells say.
        recent: lemmas of the sentences before it, which may name what a pronoun of it stands for.
        alone: whether no other sentence of the context could name the subject of a pronoun.
    """
    alignment = align(claim, evidence)
    standings = stand_values(claim, evidence)
    total = sum(claim.terms[i].weight for i in claim.content) + len(standings)
    if not total:
        return _wordless(claim, evidence)
    conflict, excused = find_conflict(claim, evidence, alignment, standings)
    carried = (
        carried_terms(claim, evidence, alignment, heading=heading, columns=columns, recent=recent, alone=alone)
        | excused
    )
    missing = [position for position in alignment.missing if position not in carried]
    found = sum(claim.terms[p].weight * match.worth for p, match in alignment.matches.items())
    found += _CARRIED * sum(claim.terms[p].weight for p in carried if p in alignment.missing)
    found += sum(standing.standing == "borne_out" for standing in standings)
    if conflict is not None and not (conflict.positions and all(p in carried for p in conflict.positions)):
        return _conflicting(conflict, found, total)
    return _without_conflict(claim, alignment, standings, missing, found / total)


def _wordless(claim: Sentence, evidence: Sentence) -> Judgement:
    """A claim without a word of its own, such as `It is.`: only the same words bear it out."""
    same = claim.text.strip(" .").lower() in evidence.text.lower()
    return Judgement("yes", 1.0) if same and claim.text.strip(" .") else Judgement("not_sure", 0.0)


def _conflicting(conflict: Conflict, found: float, total: float) -> Judgement:
    rest = total - conflict.weight
    closeness = found / rest if rest > 0.01 else 0.5
    answer = "no" if closeness >= _TOPIC else "not_sure"
    return Judgement(
        "no" if answer == "no" else "not_sure", min(1.0, closeness), conflict.kind, conflict.span, conflict.reason
    )


def _without_conflict(
    claim: Sentence, alignment: Alignment, standings: Sequence[ValueStanding], missing: list[int], strength: float
) -> Judgement:
    lost = [standing for standing in standings if standing.standing == "missing"]
    names = [position for position in missing if claim.terms[position].kind == "name"]
    valued = any(standing.standing == "borne_out" for standing in standings)
    anchored = valued or _name_anchored(claim, alignment)
    if strength >= (_ENOUGH_WITH_ANCHOR if anchored else _ENOUGH) and not lost and not names:
        words = sum(claim.terms[p].weight for p in claim.content if claim.terms[p].kind == "word")
        absent = sum(claim.terms[p].weight for p in missing)
        if not absent or absent < _WORDS_ABSENT * words or (valued and absent <= _WORDS_ABSENT * words):
            return Judgement("yes", strength)
    if lost:
        value = lost[0].value
        return Judgement("not_sure", strength, "date" if value.date else "number", (value.start, value.end), _UNSAID)
    at = names or missing
    span = claim.span(min(at), max(at)) if at else None
    return Judgement("not_sure", strength, "name" if names else "other", span, _UNSAID)


def _name_anchored(claim: Sentence, alignment: Alignment) -> bool:
    """Whether the evidence has a name that the claim says something with, beside its subject."""
    verb = claim.verb
    return any(
        claim.terms[p].kind == "name" and match.relation == "same" and p > verb
        for p, match in alignment.matches.items()
    )


_UNSAID = "the evidence does not say it"


def blame(claim: str, judgement: Judgement, evidence: str | None) -> Judgement:
    """The judgement of another verifier with the words that are at fault, as far as rules can tell them."""
    own = judge_pair(read_sentence(claim), read_sentence(evidence)) if evidence else None
    if own is None or own.answer == "yes":
        return judgement
    return Judgement(judgement.answer, judgement.strength, own.kind, own.focus, own.reason)
