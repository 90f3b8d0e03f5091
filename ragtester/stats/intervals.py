"""Intervals for shares and means."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from ragtester.records import Interval, Rate, Status

MANY = 1000
"""From so many values on, values of few kinds are drawn by kind."""
FEW_KINDS = 256


@lru_cache(maxsize=64)
def normal_quantile(level: float) -> float:
    """The z of a two-sided interval: 1.96 for 0.95.

    Raises:
        ValueError: the level does not lie between 0 and 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"level {level} of an interval must lie between 0 and 1, such as 0.95")
    return NormalDist().inv_cdf(0.5 + level / 2)


def wilson(successes: int, n: int, *, level: float = 0.95) -> Interval:
    """Wilson's score interval for a share (Wilson 1927); 0 to 1 where nothing was counted.

    Raises:
        ValueError: the counts are impossible.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n} are impossible")
    if n == 0:
        return Interval(low=0.0, high=1.0, level=level)
    z = normal_quantile(level)
    share = successes / n
    centre = share + z * z / (2 * n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    low = 0.0 if successes == 0 else max(0.0, (centre - spread) / scale)
    high = 1.0 if successes == n else min(1.0, (centre + spread) / scale)
    return Interval(low=low, high=high, level=level)


def rate(statuses: Iterable[Status], *, level: float = 0.95) -> Rate:
    """The share of `passed` among the measured, with its count, coverage and Wilson interval.

    `unmeasured` is counted beside it; `not_applicable` counts against nothing.
    """
    counts = {"passed": 0, "failed": 0, "unmeasured": 0, "not_applicable": 0}
    for status in statuses:
        counts[status] += 1
    n = counts["passed"] + counts["failed"]
    return Rate(
        successes=counts["passed"],
        n=n,
        unmeasured=counts["unmeasured"],
        value=counts["passed"] / n if n else None,
        interval=wilson(counts["passed"], n, level=level) if n else None,
    )


def bootstrap_mean(
    values: Sequence[float],
    *,
    seed: int,
    resamples: int = 10_000,
    level: float = 0.95,
    groups: Sequence[str] | None = None,
) -> Interval | None:
    """Percentile bootstrap interval of a mean; None for no values.

    Args:
        values: one per case.
        seed: equal seeds give equal intervals in every process.
        resamples: how often to draw.
        level: of the interval.
        groups: the group of each value; whole groups are drawn where given (cluster bootstrap).

    Raises:
        ValueError: `groups` is not as long as `values`, or there are no resamples.
    """
    sums, sizes = grouped(values, groups)
    if not len(sums):
        return None
    means = resampled_means(sums, sizes, resamples=resamples, seed=seed)
    return percentile_interval(means, level=level)


def grouped(
    values: Sequence[float], groups: Sequence[str] | None
) -> tuple[np.ndarray[tuple[int], np.dtype[np.float64]], np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """Sum and size per group, in order of first appearance; each value is its own group where none are given.

    Raises:
        ValueError: `groups` is not as long as `values`.
    """
    array = np.asarray(values, dtype=np.float64)
    if groups is None:
        return array, np.ones_like(array)
    if len(groups) != len(values):
        raise ValueError(f"{len(groups)} groups do not fit {len(values)} values")
    place = {name: index for index, name in enumerate(dict.fromkeys(groups))}
    index = np.array([place[name] for name in groups], dtype=np.intp)
    sums = np.zeros(len(place))
    sizes = np.zeros(len(place))
    np.add.at(sums, index, array)
    np.add.at(sizes, index, 1.0)
    return sums, sizes


def resampled_means(
    sums: np.ndarray[tuple[int], np.dtype[np.float64]],
    sizes: np.ndarray[tuple[int], np.dtype[np.float64]],
    *,
    resamples: int,
    seed: int,
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Means of `resamples` draws of whole groups with replacement, drawn in blocks to bound memory.

    Where many groups are of few kinds (passed or failed, scores from 1 to 5), how often each kind is drawn is
    multinomial, so that is drawn in place of the groups: the same distribution in a fraction of the time.

    Raises:
        ValueError: there are no resamples.
    """
    if resamples < 1:
        raise ValueError(f"resamples is {resamples}; it must be at least 1")
    generator = np.random.default_rng(seed)
    count = len(sums)
    if count >= MANY:
        kinds, shares = _kinds(sums, sizes)
        if len(kinds) <= FEW_KINDS:
            drawn = generator.multinomial(count, shares, size=resamples)
            means: np.ndarray[tuple[int], np.dtype[np.float64]] = (drawn @ kinds[:, 0]) / (drawn @ kinds[:, 1])
            return means
    block = max(1, min(resamples, 4_000_000 // max(1, count)))
    out = np.empty(resamples)
    for begin in range(0, resamples, block):
        stop = min(resamples, begin + block)
        drawn = generator.integers(0, count, size=(stop - begin, count))
        out[begin:stop] = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    return out


def _kinds(
    sums: np.ndarray[tuple[int], np.dtype[np.float64]], sizes: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> tuple[np.ndarray[tuple[int, int], np.dtype[np.float64]], np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """Distinct (sum, size) of shape (kinds, 2), and the share of the groups that are of each."""
    kinds, counts = np.unique(np.column_stack((sums, sizes)), axis=0, return_counts=True)
    return kinds, counts / len(sums)


def percentile_interval(means: np.ndarray[tuple[int], np.dtype[np.float64]], *, level: float) -> Interval:
    """The middle `level` of resampled means."""
    tail = (1 - level) / 2
    low, high = np.quantile(means, [tail, 1 - tail])
    return Interval(low=float(low), high=float(high), level=level)
