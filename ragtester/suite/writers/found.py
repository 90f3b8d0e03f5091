"""Questions about a user's own documents: table cells and sentences that state a value."""

from __future__ import annotations

from collections.abc import Iterator

from ragtester.suite.drafts import Draft
from ragtester.suite.writers.ledger import Ledger


def found_positives(ledger: Ledger, *, seed: int) -> Iterator[Draft]:
    """Drafts from documents without a ledger."""
    del ledger, seed
    yield from ()


def found_negatives(ledger: Ledger, *, kind: str, seed: int) -> Iterator[Draft]:
    """Negative drafts beside what documents without a ledger state."""
    del ledger, kind, seed
    yield from ()
