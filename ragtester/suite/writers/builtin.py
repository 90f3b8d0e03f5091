"""Everything that the built-in writer can ask of a corpus, from its ledger and from the documents themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ragtester.suite.drafts import Draft
from ragtester.suite.writers.beside import found_negatives
from ragtester.suite.writers.combined import combined_tests
from ragtester.suite.writers.found import found_positives
from ragtester.suite.writers.ledger import Ledger, single_fact_tests
from ragtester.suite.writers.negatives import negative_drafts


def builtin_positives(ledger: Ledger, *, seed: int, language: str | None = None) -> Iterator[Draft]:
    """Positive drafts: from the ledger's facts, and from documents that no fact was written into."""
    for test in single_fact_tests(ledger, seed=seed, language=language):
        yield Draft(test)
    for test in combined_tests(ledger, seed=seed, language=language):
        yield Draft(test)
    yield from found_positives(ledger, seed=seed)


def builtin_negatives(
    ledger: Ledger, *, kinds: Sequence[str], seed: int, language: str | None = None
) -> Iterator[Draft]:
    """Negative drafts of the given kinds."""
    for kind in kinds:
        yield from negative_drafts(ledger, kind=kind, seed=seed, language=language)
        yield from found_negatives(ledger, kind=kind, seed=seed)
