"""Variants of a factoid without a model: some keep its meaning, some turn it round.

Each operator is a function from a claim to its variants; `SAME` and `OPPOSITE` list them, the surest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ragtester.hallucination.grounding import Variant
from ragtester.hallucination.variants import antonyms, negation, quantifiers, sisters, synonyms, values
from ragtester.hallucination.verification.terms import Sentence

Operator = Callable[[Sentence], Iterator[Variant]]

SAME: Mapping[str, Operator] = {"value": values.make_same, "synonym": synonyms.make}
OPPOSITE: Mapping[str, Operator] = {
    "negation": negation.make,
    "value": values.make_opposite,
    "quantifier": quantifiers.make,
    "antonym": antonyms.make,
    "contrast": sisters.make,
}


def make_variants(claim: Sentence, *, n: int = 2) -> tuple[Variant, ...]:
    """At most `n` variants that keep the claim's meaning and `n` that turn it round, of different operators first."""
    return (*_take(claim, SAME, n), *_take(claim, OPPOSITE, n))


def _take(claim: Sentence, operators: Mapping[str, Operator], n: int) -> list[Variant]:
    taken: list[Variant] = []
    streams = [make(claim) for make in operators.values()]
    while streams and len(taken) < n:
        for stream in list(streams):
            variant = next(stream, None)
            if variant is None:
                streams.remove(stream)
            elif variant.text != claim.text and all(variant.text != other.text for other in taken):
                taken.append(variant)
                if len(taken) == n:
                    break
    return taken


__all__ = ["OPPOSITE", "SAME", "Operator", "make_variants"]
