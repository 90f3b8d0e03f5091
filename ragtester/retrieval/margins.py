"""Equivalence margins: how large a difference may be and still count as the same."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

from ragtester.errors import UsageError

NO_MARGINS: Mapping[str, float] = {}


def parse_margins(values: Sequence[str]) -> dict[str, float]:
    """Margins as a command takes them: `0.02` for every measure, `latency_s=0.5` or `retrieval.*=0.01` for some.

    Raises:
        UsageError: a value is no number of 0 or more.
    """
    found: dict[str, float] = {}
    for value in values:
        name, given, number = value.rpartition("=")
        try:
            margin = float(number)
        except ValueError:
            margin = math.nan
        if not 0 <= margin < math.inf or (given and not name.strip()):
            raise UsageError(f"margin {value!r} cannot be used; write 0.02, or MEASURE=0.02 with a number of 0 or more")
        found[name.strip() or "*"] = margin
    return found


def margin_of(margins: Mapping[str, float], measure: str) -> float:
    """The margin of a measure: under its own name, else under the longest pattern that it matches, else 0."""
    if measure in margins:
        return margins[measure]
    fitting = [pattern for pattern in margins if fnmatchcase(measure, pattern)]
    return margins[max(fitting, key=len)] if fitting else 0.0
