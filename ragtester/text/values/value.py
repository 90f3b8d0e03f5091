"""A value found in a text: a number with its unit, an amount, a date, a duration, a name or a code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ragtester.records import ValueKind

Bound = Literal["exact", "at_least", "at_most", "about"]


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A date as far as a text gives it; a part that it does not give is None."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    swapped: bool = False
    """Day and month may stand the other way round (03/04/2020)."""
    span: Literal["day", "month", "year", "decade", "century", "quarter"] = "day"
    """The smallest part given; a decade is named by its first year, a quarter by its first month."""


@dataclass(frozen=True, slots=True)
class Value:
    """`text` is the value as it stands at `start:end` of the text that it was found in."""

    kind: ValueKind
    text: str
    start: int
    end: int
    number: float | None = None
    """In `unit`, scale words applied; the lower end of a range."""
    high: float | None = None
    """The upper end of a range."""
    unit: str | None = None
    """The unit's canonical name: `day`, `kg`, `EUR`, `percent`; None for a bare number."""
    date: PartialDate | None = None
    bound: Bound = "exact"
    step: float = 0.0
    """The place to which the number is given: 0.1 for 3.5, 1e6 for 3 million."""
