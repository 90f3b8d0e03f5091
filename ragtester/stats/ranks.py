"""Rank correlation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt


def spearman(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Spearman's rank correlation, ties at their mean rank; None below three pairs or where one side never varies.

    Raises:
        ValueError: the sequences are not of one length.
    """
    if len(a) != len(b):
        raise ValueError(f"{len(a)} values cannot be paired with {len(b)}")
    if len(a) < 3:
        return None
    first, second = _ranks(a), _ranks(b)
    if np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    return float(np.corrcoef(first, second)[0, 1])


def _ranks(values: Sequence[float]) -> npt.NDArray[np.float64]:
    array = np.asarray(values, dtype=np.float64)
    _, inverse, counts = np.unique(array, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - (counts - 1) / 2)[inverse]
