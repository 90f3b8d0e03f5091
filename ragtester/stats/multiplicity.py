"""Many tests at once."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values in the order given (Holm 1979): they control the chance of any false alarm.

    Raises:
        ValueError: a p-value does not lie in 0 to 1.
    """
    _check(p_values)
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, p_values[index] * (len(p_values) - rank)))
        adjusted[index] = highest
    return adjusted


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg's adjusted p-values (1995): they control the share of false alarms among the alarms.

    Raises:
        ValueError: a p-value does not lie in 0 to 1.
    """
    _check(p_values)
    count = len(p_values)
    adjusted = [0.0] * count
    lowest = 1.0
    for rank, index in sorted(enumerate(sorted(range(count), key=lambda i: p_values[i]), start=1), reverse=True):
        lowest = min(lowest, p_values[index] * count / rank)
        adjusted[index] = lowest
    return adjusted


def _check(p_values: Sequence[float]) -> None:
    for p in p_values:
        if not 0 <= p <= 1:
            raise ValueError(f"p-value {p} does not lie in 0 to 1")
