"""How far a sentence reads as an abstention by its concepts."""

from __future__ import annotations

from ragtester.text.abstention.features import features
from ragtester.text.abstention.reading import row_of
from ragtester.text.abstention.weights import Weights

NOTHING_DENIED = -6.0
_CAUTION = 0.2
"""Most answers abstain from nothing, half of the phrases that were learnt from do."""
_WORDS, _A_WORD = 8, 0.2
"""A sentence with more words of the matter than so many is an answer the more likely, by so much a word."""


def score(folded: str, language: str, weights: Weights, before: str = "") -> float:
    """How far a folded sentence reads as an abstention after what stands before it: above zero it is one."""
    found = features(folded, language, before=before)
    if not found:
        return NOTHING_DENIED
    of = weights.of
    matter = row_of(folded, language)[1]
    caution = _CAUTION + _A_WORD * max(0, matter - _WORDS)
    return weights.bias - caution + sum([of[name] for name in found if name in of])
