"""Agreement with people on preservation and equivalence."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations
from typing import Literal

from pydantic import Field

from ragtester.records import Record, RelationOutcome
from ragtester.stats import cohen_kappa

Asked = Literal["preservation", "equivalence"]


class RelationLabel(Record):
    """What one person says of one mutant."""

    mutant: str
    system: str
    reviewer: str
    preserving: bool | None = None
    """Whether the mutated text still holds what the answer needs."""
    equivalent: bool | None = None
    """Whether base and mutant answer say the same."""
    confidence: int = Field(default=3, ge=1, le=5)


class Agreement(Record):
    """How far two raters agree."""

    asked: Asked
    a: str
    b: str
    """Reviewers by name, or `oracle`."""
    n: int
    agreed: int
    share: float | None
    kappa: float | None
    """Cohen's kappa; None where it is not defined."""
    confidence_agreed: float | None = None
    """The reviewers' mean confidence, 1 to 5, where they agree."""
    confidence_disputed: float | None = None


def agreement(labels: Sequence[RelationLabel], outcomes: Sequence[RelationOutcome]) -> list[Agreement]:
    """Every reviewer with every other, and each with the oracle, on both questions."""
    by_reviewer: dict[str, dict[tuple[str, str], RelationLabel]] = {}
    for label in labels:
        by_reviewer.setdefault(label.reviewer, {})[label.system, label.mutant] = label
    decided = {(o.system, o.mutant): o for o in outcomes if o.outcome in ("held", "violated")}
    rows: list[Agreement] = []
    asked_of: tuple[Asked, ...] = ("preservation", "equivalence")
    for asked in asked_of:
        own = {name: _answers(given, asked) for name, given in by_reviewer.items()}
        oracle = {key: value for key, o in decided.items() if (value := _oracle(o, asked)) is not None}
        confidence = {name: {k: label.confidence for k, label in given.items()} for name, given in by_reviewer.items()}
        rows += [
            _pair(asked, a, b, own[a], own[b], [confidence[a], confidence[b]]) for a, b in combinations(sorted(own), 2)
        ]
        rows += [_pair(asked, name, "oracle", own[name], oracle, [confidence[name]]) for name in sorted(own)]
    return rows


def _answers(given: Mapping[tuple[str, str], RelationLabel], asked: Asked) -> dict[tuple[str, str], bool]:
    values = {k: v.preserving if asked == "preservation" else v.equivalent for k, v in given.items()}
    return {key: value for key, value in values.items() if value is not None}


def _oracle(outcome: RelationOutcome, asked: Asked) -> bool | None:
    """What the oracle says; of an altering mutant it says nothing about equivalence, short of score 1."""
    if asked == "preservation":
        return outcome.relation == "preserving"
    if outcome.relation == "preserving":
        return outcome.outcome == "held"
    return None if outcome.score is None else outcome.score <= 1


def _pair(
    asked: Asked,
    a: str,
    b: str,
    given: Mapping[tuple[str, str], bool],
    other: Mapping[tuple[str, str], bool],
    confidence: Sequence[Mapping[tuple[str, str], int]],
) -> Agreement:
    shared = sorted(given.keys() & other.keys())
    agreed = [key for key in shared if given[key] == other[key]]
    first: list[Hashable] = [given[key] for key in shared]
    second: list[Hashable] = [other[key] for key in shared]
    return Agreement(
        asked=asked,
        a=a,
        b=b,
        n=len(shared),
        agreed=len(agreed),
        share=len(agreed) / len(shared) if shared else None,
        kappa=cohen_kappa(first, second),
        confidence_agreed=_mean([c[key] for key in agreed for c in confidence]),
        confidence_disputed=_mean([c[key] for key in shared if key not in set(agreed) for c in confidence]),
    )


def _mean(values: Sequence[int]) -> float | None:
    return sum(values) / len(values) if values else None
