"""How far a sentence reads as an abstention by its concepts, and how that and the listed grammar are put together."""

from __future__ import annotations

from ragtester.text.abstention.features import features
from ragtester.text.abstention.reading import matter_of
from ragtester.text.abstention.weights import shipped_weights

_WORDS, _A_WORD = 5, 0.3
"""A sentence with more words of the matter than so many is an answer the more likely, by so much a word."""
_CAUTION = 0.4
"""Most answers abstain from nothing, half of the phrases that were learnt from do."""
_FEW = 5
"""Above so many words of the matter the grammar is believed, whatever the concepts read like: names are read as nothing."""
_MOST = 6.0
"""Scores are cut here, so that one row of concepts never outweighs everything else."""


def score(folded: str, language: str, before: str = "") -> float | None:
    """How far a folded sentence reads as an abstention after what stands before it; None where nothing in it denies."""
    found = features(folded, language, before=before)
    if not found:
        return None
    weights = shipped_weights()
    return max(-_MOST, min(_MOST, weights.bias + sum(weights.of.get(name, 0.0) for name in found)))


def abstains_by(scored: float, folded: str, language: str, *, grammar: bool) -> bool:
    """Whether a sentence of this score abstains, given whether the grammar finds that it does."""
    matter, weights = matter_of(folded, language), shipped_weights()
    if grammar:
        return matter > _FEW or weights.model * scored + weights.grammar + weights.shift > 0
    return weights.model * (scored - _A_WORD * max(0, matter - _WORDS)) + weights.shift > _CAUTION


def surely_not(scored: float, folded: str, language: str) -> bool:
    """Whether a score is so low that the grammar need not be asked."""
    return scored <= -_MOST / 2 or not abstains_by(scored, folded, language, grammar=True)
