"""An interval for Cohen's kappa."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ragtester.records import Interval
from ragtester.stats.intervals import percentile_interval


def kappa_interval(
    a: Sequence[bool], b: Sequence[bool], *, seed: int, resamples: int = 2000, level: float = 0.95
) -> Interval | None:
    """Percentile bootstrap interval of kappa for yes/no ratings; None where a rater used one class only.

    Ratings that agree throughout leave a bootstrap nothing to vary: there the cells are drawn from their posterior
    under Jeffreys' prior, so that five agreements do not read as certainty.

    Raises:
        ValueError: the raters did not rate the same number of items.
    """
    if len(a) != len(b):
        raise ValueError(f"one rater has {len(a)} items, the other {len(b)}")
    if not a:
        return None
    n = len(a)
    cells = [sum(1 for x, y in zip(a, b, strict=True) if (x, y) == cell) for cell in _CELLS]
    if len(set(a)) < 2 or len(set(b)) < 2:
        return None
    random = np.random.default_rng(seed)
    if cells[1] or cells[2]:
        drawn = random.multinomial(n, [cell / n for cell in cells], size=resamples) / n
    else:
        drawn = random.dirichlet([cell + 0.5 for cell in cells], size=resamples)
    both, first, second, neither = drawn.T
    chance = (both + first) * (both + second) + (second + neither) * (first + neither)
    told = chance < 1
    if not told.any():
        return None
    found = percentile_interval((both + neither - chance)[told] / (1 - chance)[told], level=level)
    return found if cells[1] or cells[2] else found.model_copy(update={"high": 1.0})


_CELLS = ((True, True), (True, False), (False, True), (False, False))
