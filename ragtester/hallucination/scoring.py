"""From votes to scores: MetaRAG's penalties, their mean per factoid, and the highest of an answer.

A variant that keeps the meaning should be borne out: yes costs 0, not sure 0.5, no 1. One that turns the
meaning round should be contradicted: no costs 0, not sure 0.5, yes 1. S is the mean, H the highest S
(MetaRAG, arXiv 2509.09360, stages 3 and 4). With the N + N variants of the paper the mean over all votes is the
mean of the two directions; where one direction has fewer variants, the directions still count alike here, so that
a contradicted factoid (every reworded variant a no) never scores below 0.5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragtester.errors import UsageError
from ragtester.hallucination.grounding import Direction, Vote
from ragtester.hallucination.judgement import ERROR_KINDS, Answer, ErrorKind

SILENT = 0.5
"""Score of a factoid on which the context says nothing; flagged at the default tau."""

_KEPT: Mapping[Answer, float] = {"yes": 0.0, "not_sure": 0.5, "no": 1.0}


def penalty(answer: Answer, direction: Direction) -> float:
    """The penalty for one vote."""
    kept = _KEPT[answer]
    return kept if direction == "same" else 1.0 - kept


def factoid_score(votes: Sequence[Vote], *, weight: float = 1.0) -> float:
    """S of one factoid, 0 to 1.

    Where no variant that keeps the meaning got a yes or a no, the context is silent and S is exactly 0.5:
    that it contradicts the opposite of a thing it does not mention says nothing.

    Args:
        votes: at least one.
        weight: factor for the kind of error; the score stays within 0 to 1.
    """
    if all(vote.answer == "not_sure" for vote in votes if vote.variant.direction == "same"):
        return min(1.0, SILENT * max(weight, 0.0)) if weight != 1.0 else SILENT
    sides = [[vote.penalty for vote in votes if vote.variant.direction == side] for side in ("same", "opposite")]
    means = [sum(side) / len(side) for side in sides if side]
    return min(1.0, sum(means) / len(means) * weight)


def check_weights(weights: Mapping[ErrorKind, float] | None) -> Mapping[ErrorKind, float]:
    """The weights by kind of error, 1 where none is given.

    Raises:
        UsageError: an unknown kind, or a weight that is negative.
    """
    given = dict(weights or {})
    for kind, weight in given.items():
        if kind not in ERROR_KINDS:
            raise UsageError(f"unknown kind of error {kind!r} in weights; the kinds are {', '.join(ERROR_KINDS)}")
        if not weight >= 0:
            raise UsageError(f"the weight of {kind} is {weight}; give a number of 0 or more")
    return {kind: given.get(kind, 1.0) for kind in ERROR_KINDS}


def check_tau(tau: float) -> float:
    """`tau` itself.

    Raises:
        UsageError: it does not lie above 0 and at most 1.
    """
    if not 0 < tau <= 1:
        raise UsageError(f"tau is {tau}; give a number above 0 and at most 1 (0.5 flags what the context is silent on)")
    return tau
