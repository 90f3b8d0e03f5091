"""Whether an answer says the same as a reference, without a model."""

from ragtester.text.equivalence.compare import compare_answers
from ragtester.text.equivalence.verdict import Equivalence, EquivalenceVerdict

__all__ = ["Equivalence", "EquivalenceVerdict", "compare_answers"]
