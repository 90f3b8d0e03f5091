"""How many more pairs a comparison takes before it can tell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import pstdev

from ragtester.stats import needed_pairs

SMALLEST_EFFECT = 0.02
"""Difference to plan for where none was observed: two points of a share."""
_NOTHING = 1e-9
"""Means below it are the rounding of differences that cancel out."""


def more_pairs_needed(differences: Sequence[float], *, tests: int = 1, level: float = 0.95, margin: float = 0.0) -> int:
    """Pairs beyond those measured until a difference like the observed one is told with 80 % power.

    With a margin: until its interval lies wholly beyond the margin, or wholly within it.

    At least as many as a two-sided sign-flip test needs to fall below 1 - level at all, after Holm's
    correction for `tests` comparisons; at least 1.

    Args:
        differences: candidate minus base, by pair.
        tests: comparisons that are corrected together.
        level: of the test.
        margin: differences up to it count as the same.
    """
    n = len(differences)
    mean = sum(differences) / n if n else 0.0
    least = math.ceil(math.log2(2 * max(1, tests) / (1 - level)))
    spread = pstdev(differences) if n else 0.0
    distance = abs(abs(mean) - margin)
    effect = distance if distance > _NOTHING else SMALLEST_EFFECT
    by_power = needed_pairs(effect, spread, have=n, level=level) or 0
    return max(1, least - n, by_power)
