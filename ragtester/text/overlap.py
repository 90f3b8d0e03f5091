"""Exact match and token F1, as the SQuAD evaluation defines them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ragtester.text.folding import normalise
from ragtester.text.tokens import tokens


def exact_match(answer: str, references: Sequence[str]) -> float:
    """1.0 where the normalised answer is one of the normalised references, else 0.0."""
    given = normalise(answer)
    return float(any(given == normalise(reference) for reference in references))


def token_f1(answer: str, references: Sequence[str]) -> float:
    """The best F1 over the references between the bags of normalised tokens, 0 to 1.

    Rajpurkar et al. 2016; two texts without any token agree fully.
    """
    given = tokens(normalise(answer))
    return max((_f1(given, tokens(normalise(reference))) for reference in references), default=0.0)


def _f1(given: list[str], wanted: list[str]) -> float:
    if not given or not wanted:
        return float(given == wanted)
    shared = sum((Counter(given) & Counter(wanted)).values())
    return 2 * shared / (len(given) + len(wanted))
