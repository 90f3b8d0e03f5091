"""Paired comparison of two systems on the same cases."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np
import numpy.typing as npt

from ragtester.records import Interval
from ragtester.stats.intervals import FEW_KINDS, MANY, grouped, normal_quantile, percentile_interval, resampled_means

_ROUNDING = 1e-12
"""Sums that differ by less of what was added are equal: 0.1 + 0.2 - 0.3 is nothing."""
ComparisonVerdict = Literal["better", "worse", "same", "cannot_tell"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedComparison:
    """A candidate against a base on the same cases; `difference` is candidate minus base."""

    base: float | None
    candidate: float | None
    difference: float | None
    interval: Interval | None
    p: float | None
    """Two-sided, by random sign flips of the groups' differences."""
    n: int
    """Pairs."""
    groups: int
    """Independent units: pairs, or groups of pairs that are kept together."""


def paired_bootstrap(
    base: Sequence[float] | npt.NDArray[np.float64],
    candidate: Sequence[float] | npt.NDArray[np.float64],
    *,
    seed: int,
    groups: Sequence[str] | None = None,
    resamples: int = 10_000,
    level: float = 0.95,
) -> PairedComparison:
    """Difference of means with a bootstrap interval over pairs (or groups of pairs) and a sign-flip p.

    Args:
        base: one value per case.
        candidate: one value per case, in the same order.
        seed: equal seeds give equal results in every process.
        groups: the group of each case; paraphrases of one question are not independent evidence.
        resamples: draws of the bootstrap.
        level: of the interval.

    Raises:
        ValueError: the sequences are not of one length.
    """
    if len(base) != len(candidate):
        raise ValueError(f"{len(base)} base values cannot be paired with {len(candidate)} candidate values")
    if len(base) == 0:
        return PairedComparison(base=None, candidate=None, difference=None, interval=None, p=None, n=0, groups=0)
    differences = np.asarray(candidate, dtype=np.float64) - np.asarray(base, dtype=np.float64)
    sums, sizes = grouped(differences.tolist(), groups)
    means = resampled_means(sums, sizes, resamples=resamples, seed=seed)
    return PairedComparison(
        base=float(np.mean(base)),
        candidate=float(np.mean(candidate)),
        difference=float(differences.mean()),
        interval=percentile_interval(means, level=level),
        p=permutation_test(sums.tolist(), seed=seed),
        n=len(base),
        groups=len(sums),
    )


def permutation_test(differences: Sequence[float], *, resamples: int = 10_000, seed: int = 0) -> float:
    """Two-sided p of the hypothesis that each difference is as likely with the other sign (Fisher's sign flips).

    Exact over all sign patterns up to 13 non-zero differences; above that `resamples` random ones, with the
    observed one counted in, so that p is never 0 (Phipson and Smyth 2010). 1.0 where nothing differs.
    """
    moved = np.asarray([value for value in differences if value != 0], dtype=np.float64)
    count = len(moved)
    if count == 0:
        return 1.0
    observed = abs(moved.sum()) - _ROUNDING * np.abs(moved).sum()
    if count <= 13:
        patterns = np.arange(2**count)[:, None] >> np.arange(count) & 1
        sums = np.abs((patterns * 2 - 1) @ moved)
        return int(np.count_nonzero(sums >= observed)) / len(sums)
    generator = np.random.default_rng(seed)
    sizes, counts = np.unique(np.abs(moved), return_counts=True)
    if count >= MANY and len(sizes) <= FEW_KINDS:
        # How many of the equal differences keep their sign is binomial: one draw for each size.
        kept = generator.binomial(counts, 0.5, size=(resamples, len(sizes)))
        return (int(np.count_nonzero(np.abs((2 * kept - counts) @ sizes) >= observed)) + 1) / (resamples + 1)
    block = max(1, min(resamples, 4_000_000 // count))
    hits = 0
    for begin in range(0, resamples, block):
        size = min(block, resamples - begin)
        signs = generator.integers(0, 2, size=(size, count), dtype=np.int8) * 2 - 1
        hits += int(np.count_nonzero(np.abs(signs @ moved) >= observed))
    return (hits + 1) / (resamples + 1)


def mcnemar(b: int, c: int) -> float:
    """Exact two-sided p for paired yes/no results: `b` only the base passes, `c` only the candidate (McNemar 1947).

    Raises:
        ValueError: a count is negative.
    """
    if b < 0 or c < 0:
        raise ValueError(f"counts {b} and {c} of discordant pairs cannot be negative")
    n, k = b + c, min(b, c)
    if n == 0:
        return 1.0
    if n <= 1000:
        return float(min(1.0, 2 * sum(math.comb(n, i) for i in range(k + 1)) / 2**n))
    z = (abs(b - c) - 1) / math.sqrt(n)
    return min(1.0, 2 * (1 - NormalDist().cdf(max(0.0, z))))


def needed_pairs(
    difference: float, deviation: float, *, have: int = 0, power: float = 0.8, level: float = 0.95
) -> int | None:
    """How many more pairs would tell a difference of this size from none; None for a difference of 0.

    n = ((z of level + z of power) x deviation / difference)^2, the normal approximation for paired means.

    Args:
        difference: the mean difference to be told.
        deviation: standard deviation of the pairs' differences.
        have: pairs measured already.
        power: chance of telling it.
        level: of the test.

    Raises:
        ValueError: power does not lie between 0 and 1, or the deviation is negative.
    """
    if not 0 < power < 1:
        raise ValueError(f"power {power} must lie between 0 and 1, such as 0.8")
    if deviation < 0:
        raise ValueError(f"deviation {deviation} cannot be negative")
    if difference == 0:
        return None
    z = normal_quantile(level) + NormalDist().inv_cdf(power)
    return max(0, math.ceil((z * deviation / abs(difference)) ** 2) - have)


def comparison_verdict(
    interval: Interval | None, *, margin: float = 0.0, adjusted_p: float | None = None, higher_is_better: bool = True
) -> ComparisonVerdict:
    """What an interval of the difference (candidate minus base) says.

    Args:
        interval: of the difference; None where nothing was measured.
        margin: differences within plus or minus `margin` count as the same.
        adjusted_p: p after correction; above 1 - level the difference is not told.
        higher_is_better: False for costs and error rates.
    """
    if interval is None:
        return "cannot_tell"
    told = adjusted_p is None or adjusted_p <= 1 - interval.level
    if told and interval.low > margin:
        return "better" if higher_is_better else "worse"
    if told and interval.high < -margin:
        return "worse" if higher_is_better else "better"
    if -margin <= interval.low and interval.high <= margin:
        return "same"
    return "cannot_tell"
