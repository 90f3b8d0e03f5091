"""One vote of a judging model, and what several of them come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from ragtester.errors import MeasurementError
from ragtester.records import DIMENSIONS


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """What a model said of one answer in one reply."""

    model: str
    status: Literal["passed", "failed"]
    scores: Mapping[str, float]
    claim: str
    comparison: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The majority of the votes."""

    status: Literal["passed", "failed"]
    scores: dict[str, float]
    """The median of the majority's scores by dimension."""
    stability: float
    """Share of the votes that agree with the majority."""
    counts: dict[str, int]
    vote: Vote
    """The majority's vote that is nearest to its scores: its reasons are shown."""


def majority(votes: Sequence[Vote], *, tie: Literal["passed", "failed"]) -> Outcome:
    """The status that most votes give; `tie` where they are even.

    Raises:
        ValueError: there is no vote.
    """
    if not votes:
        raise ValueError("there are no votes")
    counts = Counter(vote.status for vote in votes)
    status = tie if counts["passed"] == counts["failed"] else counts.most_common(1)[0][0]
    own = [vote for vote in votes if vote.status == status]
    scores: dict[str, float] = {name: float(median(vote.scores[name] for vote in own)) for name in DIMENSIONS}
    nearest = min(own, key=lambda vote: sum(abs(vote.scores[name] - scores[name]) for name in DIMENSIONS))
    return Outcome(
        status=status,
        scores=scores,
        stability=len(own) / len(votes),
        counts={name: counts[name] for name in ("passed", "failed") if counts[name]},
        vote=nearest,
    )


def split(replies: Sequence[Vote | MeasurementError]) -> tuple[list[Vote], list[MeasurementError]]:
    """The votes, and the failures."""
    return (
        [reply for reply in replies if isinstance(reply, Vote)],
        [reply for reply in replies if isinstance(reply, MeasurementError)],
    )
