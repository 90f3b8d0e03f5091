"""Paired statistics of several measures over the same queries: one draw of the queries serves them all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from ragtester.records import Interval
from ragtester.stats import PairedComparison, permutation_test

Matrix = npt.NDArray[np.float64]
_LEVEL = 0.95
_EXACT = 13
"""Up to so many differing pairs the sign-flip test is exact; see `ragtester.stats.permutation_test`."""
_ROUNDING = 1e-12
"""Sums that differ by less of what was added are equal."""
_BLOCK = 2_000_000
"""Cells of one block: bounds the memory whatever the number of queries."""


def paired_matrix(
    base: Matrix, candidate: Matrix, *, groups: Sequence[str] | None, resamples: int, seed: int
) -> list[PairedComparison]:
    """For each column what `ragtester.stats.paired_bootstrap` says of it, with the draws shared.

    Args:
        base: one row per query, one column per measure.
        candidate: of the same shape.
        groups: group of each row; whole groups are drawn. None where every row is its own.
        resamples: draws of the bootstrap and of the sign flips.
        seed: equal seeds give equal results in every process.
    """
    differences = candidate - base
    sums, sizes = _grouped(differences, groups)
    means = np.concatenate(list(_resampled(sums, sizes, resamples, np.random.default_rng(seed))))
    low, high = np.percentile(means, [50 * (1 - _LEVEL), 50 * (1 + _LEVEL)], axis=0)
    p_values = _sign_flips(sums, resamples, seed)
    return [
        PairedComparison(
            base=float(base[:, column].mean()),
            candidate=float(candidate[:, column].mean()),
            difference=float(differences[:, column].mean()),
            interval=Interval(low=float(low[column]), high=float(high[column]), level=_LEVEL),
            p=p_values[column],
            n=len(base),
            groups=len(sums),
        )
        for column in range(base.shape[1])
    ]


def _grouped(differences: Matrix, groups: Sequence[str] | None) -> tuple[Matrix, Matrix]:
    if groups is None:
        return differences, np.ones(len(differences))
    position = {name: index for index, name in enumerate(dict.fromkeys(groups))}
    of_row = np.asarray([position[name] for name in groups])
    sums = np.zeros((len(position), differences.shape[1]))
    np.add.at(sums, of_row, differences)
    return sums, np.bincount(of_row, minlength=len(position)).astype(np.float64)


def _resampled(sums: Matrix, sizes: Matrix, resamples: int, draw: np.random.Generator) -> Iterator[Matrix]:
    """Means of resampled groups: how often each group was drawn, times what it holds."""
    count = len(sums)
    block = max(1, min(resamples, _BLOCK // count))
    for begin in range(0, resamples, block):
        size = min(block, resamples - begin)
        drawn = draw.integers(0, count, size=(size, count), dtype=np.int32)
        drawn += (np.arange(size, dtype=np.int32) * count)[:, None]
        times = np.bincount(drawn.ravel(), minlength=size * count).reshape(size, count).astype(np.float64)
        yield (times @ sums) / (times @ sizes)[:, None]


def _sign_flips(sums: Matrix, resamples: int, seed: int) -> list[float]:
    moved = np.count_nonzero(sums, axis=0)
    exact = [
        permutation_test(sums[:, column].tolist(), seed=seed) if moved[column] <= _EXACT else None
        for column in range(sums.shape[1])
    ]
    if all(value is not None for value in exact):
        return [value for value in exact if value is not None]
    draw = np.random.default_rng(seed)
    observed = np.abs(sums.sum(axis=0)) - _ROUNDING * np.abs(sums).sum(axis=0)
    hits = np.zeros(sums.shape[1], dtype=np.int64)
    count = len(sums)
    block = max(1, min(resamples, _BLOCK // count))
    for begin in range(0, resamples, block):
        size = min(block, resamples - begin)
        bits = np.unpackbits(draw.integers(0, 256, size=(size, (count + 7) // 8), dtype=np.uint8), axis=1)
        signs = bits[:, :count].astype(np.float64) * 2 - 1
        hits += np.count_nonzero(np.abs(signs @ sums) >= observed, axis=0)
    return [
        value if value is not None else (int(hits[column]) + 1) / (resamples + 1) for column, value in enumerate(exact)
    ]
