"""What grounding an answer gives: its factoids with scores, votes and evidence, and what to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

from ragtester.hallucination.judgement import Answer, ErrorKind
from ragtester.records import JsonValue

Direction: TypeAlias = Literal["same", "opposite"]
"""Whether a variant keeps the factoid's meaning (its synonyms) or turns it round (antonyms, negations)."""

Action: TypeAlias = Literal["pass", "annotate", "add_citation", "hand_over", "block"]
"""What a system should do with the answer, from the mildest to the strictest."""

ACTIONS: tuple[Action, ...] = ("pass", "annotate", "add_citation", "hand_over", "block")


@dataclass(frozen=True, slots=True)
class Factoid:
    """One statement of an answer: `answer[start:end]`, and the same as a claim that stands alone."""

    text: str
    start: int
    end: int
    claim: str


@dataclass(frozen=True, slots=True)
class Variant:
    """A factoid said otherwise, and by which kind of change."""

    text: str
    direction: Direction
    operator: str


@dataclass(frozen=True, slots=True)
class Vote:
    """What the verifier answered about one variant, and the penalty that follows (0, 0.5 or 1)."""

    variant: Variant
    answer: Answer
    penalty: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence of the context that bears a factoid out or contradicts it."""

    context: int
    """Index of the context in the list that was given."""
    start: int
    end: int
    """Offsets of the sentence in that context."""
    text: str


@dataclass(frozen=True, slots=True)
class FactoidScore:
    """A factoid with its score S (mean penalty) and the grounds for it."""

    text: str
    start: int
    end: int
    score: float
    flagged: bool
    verdict: Answer
    """Of the factoid itself; `not_sure` where the context is silent."""
    kind: ErrorKind
    """What is wrong, where something is."""
    support: Evidence | None
    contradiction: Evidence | None
    focus: tuple[int, int] | None
    """Offsets in the answer of the very words that are wrong or unsupported, where they are known."""
    reason: str
    votes: tuple[Vote, ...]
    topic: str = ""
    """The topic rule that lowered tau for it, if one did."""


@dataclass(frozen=True, slots=True)
class Grounding:
    """An answer's hallucination score H (the highest S), its factoids, and the action that the rules ask for."""

    score: float
    flagged: bool
    factoids: tuple[FactoidScore, ...]
    action: Action = "pass"
    abstained: bool = False
    verifier: str = "builtin"

    def spans(self) -> tuple[tuple[int, int], ...]:
        """Offsets of the flagged factoids, in order."""
        return tuple((factoid.start, factoid.end) for factoid in self.factoids if factoid.flagged)

    def to_json(self) -> dict[str, JsonValue]:
        """The record as plain JSON, in the shape that `ragtester ground --json` prints."""
        return {
            "score": self.score,
            "flagged": self.flagged,
            "action": self.action,
            "abstained": self.abstained,
            "verifier": self.verifier,
            "factoids": [_factoid_json(factoid) for factoid in self.factoids],
        }


def _factoid_json(factoid: FactoidScore) -> Mapping[str, JsonValue]:
    return {
        "text": factoid.text,
        "start": factoid.start,
        "end": factoid.end,
        "score": factoid.score,
        "flagged": factoid.flagged,
        "verdict": factoid.verdict,
        "kind": factoid.kind,
        "support": asdict(factoid.support) if factoid.support else None,
        "contradiction": asdict(factoid.contradiction) if factoid.contradiction else None,
        "focus": list(factoid.focus) if factoid.focus else None,
        "reason": factoid.reason,
        "topic": factoid.topic,
        "variants": [
            {
                "text": vote.variant.text,
                "direction": vote.variant.direction,
                "operator": vote.variant.operator,
                "answer": vote.answer,
                "penalty": vote.penalty,
            }
            for vote in factoid.votes
        ],
    }
