"""Measured numbers: never without their count and coverage."""

from __future__ import annotations

from ragtester.records.base import Record


class Interval(Record):
    """A confidence interval."""

    low: float
    high: float
    level: float = 0.95


class Rate(Record):
    """A share with its count, its interval and how much of the cases it covers."""

    successes: int
    n: int
    """Measured cases."""
    unmeasured: int = 0
    value: float | None = None
    """successes / n; None where nothing was measured."""
    interval: Interval | None = None


class Measurement(Record):
    """A mean of per-case values with its count and interval."""

    name: str
    value: float | None
    n: int
    not_applicable: int = 0
    unmeasured: int = 0
    interval: Interval | None = None
