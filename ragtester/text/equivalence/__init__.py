"""Whether an answer says the same as a reference, without a model."""

from ragtester.text.equivalence.compare import Equivalence, EquivalenceVerdict, compare_answers

__all__ = ["Equivalence", "EquivalenceVerdict", "compare_answers"]
