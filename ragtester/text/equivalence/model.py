"""The logistic model that weighs the features of an answer beside its reference."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ragtester.text.equivalence.features import NAMES
from ragtester.text.equivalence.weights import BIAS as BIAS
from ragtester.text.equivalence.weights import WEIGHTS

_ORDERED = tuple(WEIGHTS.get(name, 0.0) for name in NAMES)


def probability(values: Sequence[float]) -> float:
    """The chance, 0.01 to 0.99, that a person would call the answer right.

    Args:
        values: the features in the order of `NAMES`.
    """
    score = BIAS + sum(weight * value for weight, value in zip(_ORDERED, values, strict=True))
    return min(0.99, max(0.01, 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))))
