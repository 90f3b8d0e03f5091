"""Base instances: tests whose answer the system can only have from its corpus, and has every time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ragtester.metamorphic.seeds import generator
from ragtester.protocols import ChatModel
from ragtester.records import Status, Test

DropReason = Literal[
    "negative", "no_evidence", "known_without_corpus", "wrong_with_corpus", "unmeasured", "beyond_the_sample"
]
"""Why a test is no base instance."""

REASONS: Mapping[DropReason, str] = {
    "negative": "the right answer is to abstain, so there is no answer to preserve",
    "no_evidence": "the test names no evidence that a mutation could be aimed at",
    "known_without_corpus": "the generator knows the answer without the corpus",
    "wrong_with_corpus": "the full pipeline did not answer rightly in every trial",
    "unmeasured": "a trial could not be measured",
    "beyond_the_sample": "qualified, but the wanted number of instances was reached",
}


@dataclass(frozen=True, slots=True)
class BaseInstances:
    """The tests that are mutated, and why the others are not."""

    kept: tuple[Test, ...]
    dropped: Mapping[str, DropReason]
    """By test id."""
    qualified: int
    """How many passed the filter, before the sample was drawn."""

    def counts(self) -> dict[DropReason, int]:
        """How many were dropped for each reason, in the order of `REASONS`."""
        values = list(self.dropped.values())
        return {reason: values.count(reason) for reason in REASONS if reason in values}


def trials_for(model: ChatModel, *, trials: int = 10) -> int:
    """`trials` for a model that samples, 1 for one that always answers the same (paper, section 5.5)."""
    return trials if model.samples else 1


def can_be_instance(test: Test) -> DropReason | None:
    """Why a test cannot be a base instance whatever the system answers, or None."""
    if test.kind != "positive":
        return "negative"
    return None if test.evidence else "no_evidence"


def select_instances(
    tests: Sequence[Test],
    *,
    closed_book: Mapping[str, Sequence[Status]],
    pipeline: Mapping[str, Sequence[Status]],
    instances: int | None = None,
    seed: int = 0,
) -> BaseInstances:
    """Filters for context dependency (paper, section 5.2.1) and draws a sample.

    Args:
        tests: the suite.
        closed_book: by test id, the verdict on the generator's answer without the corpus, in each trial;
            `passed` means that it was right.
        pipeline: by test id, the verdict on the full pipeline's answer in each trial.
        instances: how many are wanted; all that qualify by default.
        seed: of the sample.
    """
    dropped: dict[str, DropReason] = {}
    qualified: list[Test] = []
    for test in tests:
        reason = can_be_instance(test) or _failing(closed_book.get(test.id, ()), pipeline.get(test.id, ()))
        if reason:
            dropped[test.id] = reason
        else:
            qualified.append(test)
    kept = qualified
    if instances is not None and len(qualified) > instances:
        order = list(range(len(qualified)))
        generator("instances", seed=seed, tests=[test.id for test in qualified]).shuffle(order)
        chosen = set(order[:instances])
        kept = [test for at, test in enumerate(qualified) if at in chosen]
        dropped |= {test.id: "beyond_the_sample" for at, test in enumerate(qualified) if at not in chosen}
    return BaseInstances(tuple(kept), dropped, len(qualified))


def _failing(closed_book: Sequence[Status], pipeline: Sequence[Status]) -> DropReason | None:
    if "passed" in closed_book:
        return "known_without_corpus"
    if "failed" in pipeline:
        return "wrong_with_corpus"
    measured = [*closed_book, *pipeline]
    if not closed_book or not pipeline or "unmeasured" in measured or "not_applicable" in measured:
        return "unmeasured"
    return None
