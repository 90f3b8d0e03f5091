"""From the verifier's findings on a factoid and its variants to the records that are given back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragtester.hallucination.grounding import Action, Evidence, Factoid, FactoidScore, Grounding, Variant, Vote
from ragtester.hallucination.judgement import Answer, ErrorKind, Judgement
from ragtester.hallucination.scoring import factoid_score, penalty
from ragtester.hallucination.topics import TopicRule, Topics, strictest


@dataclass(frozen=True, slots=True)
class Settings:
    """What scores depend on beside the verifier."""

    tau: float
    weights: Mapping[ErrorKind, float]
    topics: Topics


@dataclass(frozen=True, slots=True)
class Examined:
    """A factoid with the verifier's judgement of it and the answers to its variants."""

    factoid: Factoid
    judgement: Judgement
    evidence: Evidence | None
    answers: Sequence[tuple[Variant, Answer]]


def score(examined: Examined, settings: Settings, rules: Sequence[TopicRule]) -> FactoidScore:
    """S of one factoid, flagged at the lowest tau of the topics that it belongs to."""
    votes = tuple(Vote(variant, answer, penalty(answer, variant.direction)) for variant, answer in examined.answers)
    judgement = examined.judgement
    value = factoid_score(votes, weight=settings.weights[judgement.kind] if judgement.answer != "yes" else 1.0)
    own = (*rules, *settings.topics.of_text(examined.factoid.claim))
    rule = min(own, key=lambda topic: topic.tau, default=None)
    tau = min(settings.tau, rule.tau) if rule else settings.tau
    flagged = value >= tau
    factoid = examined.factoid
    return FactoidScore(
        text=factoid.text,
        start=factoid.start,
        end=factoid.end,
        score=value,
        flagged=flagged,
        verdict=judgement.answer,
        kind=judgement.kind,
        support=examined.evidence if judgement.answer == "yes" else None,
        contradiction=examined.evidence if judgement.answer == "no" else None,
        focus=_focus(factoid, judgement) if flagged else None,
        reason=judgement.reason if judgement.answer != "yes" else "",
        votes=votes,
        topic=rule.name if rule else "",
    )


def _focus(factoid: Factoid, judgement: Judgement) -> tuple[int, int] | None:
    """The judgement's words as offsets in the answer; None where the claim was completed beyond the answer's words."""
    if judgement.focus is None:
        return None
    begin, end = judgement.focus
    shift = len(factoid.claim) - len(factoid.text)
    if shift and not factoid.claim.endswith(factoid.text[-(end - begin) or None :]):
        return None
    begin, end = begin - shift, end - shift
    return (factoid.start + begin, factoid.start + end) if begin >= 0 else None


def grounding(
    scores: Sequence[FactoidScore], settings: Settings, rules: Sequence[TopicRule], *, abstained: bool, verifier: str
) -> Grounding:
    """H and the action of an answer; an answer without factoids has H 0 and passes."""
    flagged = [factoid for factoid in scores if factoid.flagged]
    actions: list[Action] = [settings.topics.default_action] if flagged else []
    if flagged:
        named = {factoid.topic for factoid in flagged} | {rule.name for rule in rules}
        actions += [rule.action for rule in settings.topics.rules if rule.name in named]
    return Grounding(
        score=max((factoid.score for factoid in scores), default=0.0),
        flagged=bool(flagged),
        factoids=tuple(scores),
        action=strictest(actions),
        abstained=abstained,
        verifier=verifier,
    )
