"""Periods counted from a day, as statutes count them."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta

_PERIOD = re.compile(r"^(\d+) (day|week|month|year)s?$")


def counted_from(begin: date, period: str) -> date | None:
    """The last day of `15 weeks` whose first day is the one after `begin`; None for what is no such period.

    A month ends on the day with the same number, or on its last day where it has none.
    """
    found = _PERIOD.match(period)
    if not found:
        return None
    amount, unit = int(found[1]), found[2]
    if unit in ("day", "week"):
        return begin + timedelta(days=amount * (7 if unit == "week" else 1))
    months = begin.month - 1 + amount * (12 if unit == "year" else 1)
    year, month = begin.year + months // 12, months % 12 + 1
    return date(year, month, min(begin.day, monthrange(year, month)[1]))
