"""How often each step of an author succeeds: counted where it has written before, else assumed.

A rate is estimated with a prior of a few pseudo-observations (the mean of a Beta posterior), so that a handful of replies
counts a little and a suite of them nearly alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from math import sqrt
from types import MappingProxyType
from typing import Literal, TypeAlias

from ragtester.records import Test
from ragtester.suite.options import SuiteResult
from ragtester.suite.tally import Tally

Step: TypeAlias = Literal[
    "section_repaired", "repaired", "written", "agreed", "negative_written", "negative_valid", "negative_absent"
]
Steps: TypeAlias = Mapping[str, tuple[int, int]]
"""By step how often it was the case, of how many times."""

PRIOR: Mapping[Step, float] = MappingProxyType(
    {
        "section_repaired": 0.15,
        "repaired": 0.05,
        "written": 0.8,
        "agreed": 0.9,
        "negative_written": 0.9,
        "negative_valid": 0.8,
        "negative_absent": 0.85,
    }
)
"""What is assumed of an author of which nothing is known.

- `section_repaired`: sections of a document that left out a fact, and are asked for once more.
- `repaired`: replies that are no valid data, and are asked for once more.
- `written`: requests for a question that lead to one which passes the checks without a model.
- `agreed`: of those, the ones that the author answers alike from the evidence, and that repeat no other.
- `negative_written`, `negative_valid`, `negative_absent`: requests for an unanswerable question that give one, those of
  them that pass the checks without a model, and those of them that no passage answers.
"""
STEPS: tuple[Step, ...] = tuple(PRIOR)
_WEIGHT = 5.0
"""Pseudo-observations of the prior: one small document's worth."""
_DEVIATIONS = 1.28
"""Of a likely range: four of five fall within it."""
_LEAST = 0.03
_BAD: frozenset[Step] = frozenset({"section_repaired", "repaired"})
_LATE = frozenset({"answered_from_evidence", "closed_book_wrong", "unanswerable_from_retrieved"})
"""Checks that follow those without a model."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Success rates of an author.

    Args:
        steps: what was counted.
        lean: 0 for what is expected, 1 for an author as bad as it may well be, -1 for one as good.
    """

    steps: Steps = field(default_factory=dict)
    lean: int = 0

    def of(self, step: Step) -> float:
        """The share of the times that a step is the case."""
        yes, total = self.steps.get(step, (0, 0))
        weight = _WEIGHT + total
        mean = (_WEIGHT * PRIOR[step] + yes) / weight
        spread = _DEVIATIONS * sqrt(mean * (1 - mean) / (weight + 1))
        worse = mean + spread if step in _BAD else mean - spread
        better = mean - spread if step in _BAD else mean + spread
        chosen = {0: mean, 1: worse, -1: better}[self.lean]
        return min(1.0, max(0.0 if step in _BAD else _LEAST, chosen))

    @property
    def known(self) -> bool:
        """Whether any question was counted."""
        return self.steps.get("written", (0, 0))[1] > 0


def added(one: Steps, other: Steps) -> dict[str, tuple[int, int]]:
    """Both counts together."""
    names = dict.fromkeys([*one, *other])
    pairs = {name: (one.get(name, (0, 0)), other.get(name, (0, 0))) for name in names}
    return {name: (a[0] + b[0], a[1] + b[1]) for name, (a, b) in pairs.items()}


def suite_steps(result: SuiteResult, tally: Tally, *, author: str, kept: Collection[str]) -> dict[str, tuple[int, int]]:
    """What one suite tells of its author.

    Args:
        result: the suite.
        tally: of its requests.
        author: the name on its tests.
        kept: ids of tests that an earlier suite had.
    """

    def own(test: Test, kind: str) -> bool:
        return test.author == author and test.kind == kind and test.id not in kept

    def late(test: Test) -> bool:
        return any(check.name in _LATE for check in test.validation)

    good = sum(own(test, "positive") for test in result.tests)
    tried = good + sum(own(one.test, "positive") and late(one.test) for one in result.rejected)
    absent = sum(own(test, "negative") for test in result.tests)
    refused = [one.test for one in result.rejected if own(one.test, "negative")]
    valid = absent + sum(late(test) for test in refused)
    return {
        "repaired": (tally.repairs, tally.replies),
        "written": (tried, tally.answered["write"]),
        "agreed": (good, tried),
        "negative_written": (absent + len(refused), tally.answered["negative"]),
        "negative_valid": (valid, absent + len(refused)),
        "negative_absent": (absent, valid),
    }
