"""How many positive and negative tests each document gets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.records import Corpus, Test
from ragtester.suite.options import SuiteOptions

DEFAULT_PER_DOCUMENT = 12


@dataclass(frozen=True, slots=True)
class Quota:
    """Tests that are wanted of one document."""

    document: str
    positive: int
    negative: int


def wanted_total(corpus: Corpus, options: SuiteOptions, previous: Sequence[Test]) -> int:
    """How many tests the suite is to have in all."""
    if options.add:
        return len(previous) + options.add
    if options.tests is not None:
        return options.tests
    return (options.tests_per_document or DEFAULT_PER_DOCUMENT) * len(corpus.documents)


def quotas(corpus: Corpus, total: int, negative_share: float, kept: Sequence[Test]) -> list[Quota]:
    """`total` tests spread evenly over the documents, less the `kept` ones; the shares add up exactly."""
    count = len(corpus.documents)
    plan: list[Quota] = []
    loose = sum(1 for test in kept if test.document is None)
    for i, document in enumerate(corpus.documents):
        before, after = total * i // count, total * (i + 1) // count
        negative = round(after * negative_share) - round(before * negative_share)
        own = [test for test in kept if test.document == document.id]
        have = sum(test.kind == "negative" for test in own)
        while loose and have < negative:
            have, loose = have + 1, loose - 1
        positive = after - before - negative - sum(test.kind == "positive" for test in own)
        plan.append(Quota(document.id, max(0, positive), max(0, negative - have)))
    return plan
