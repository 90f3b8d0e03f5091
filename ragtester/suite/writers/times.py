"""Columns that are times: a day, a period, a year, a quarter."""

from __future__ import annotations

import re

_DATE = r"(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan\.?|Feb\.?|Mar\.?|Apr\.?|Jun\.?|Jul\.?|Aug\.?|Sept?\.?|Oct\.?|Nov\.?|Dec\.?) \d{1,2}, \d{4}|\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}"
_PERIOD = re.compile(
    rf"^(?P<span>(?:\w+ (?:Months|Weeks)|(?:Fiscal )?(?:Years?|Quarters?)) Ended) (?P<day>{_DATE})", re.IGNORECASE
)
_DAY = re.compile(rf"^(?:As (?:of|at) )?(?P<day>{_DATE})")
_YEAR = re.compile(
    r"^(?P<state>(?:Actual|Projected|Estimated?|Budget(?:ed)?|Forecast|Planned|Target|Audited|Unaudited) )?(?P<fy>(?:FY|Fiscal(?: Year)?) ?)?(?P<year>(?:19|20)\d\d(?:[–/-]\d\d(?:\d\d)?)?)$",
    re.IGNORECASE,
)
_QUARTER = re.compile(
    r"^(?:Q[1-4]|[1-4]Q|(?:First|Second|Third|Fourth) Quarter) ?(?:of )?(?:FY ?)?(?:19|20)?\d\d$", re.IGNORECASE
)


def when_of(name: str, last: str) -> str | None:
    """The time that a column stands for, as a question says it; None where its name is no time alone.

    Args:
        name: the column's heading.
        last: the line above the table, which may hold `Three Months Ended` for days in the headings.
    """
    if beyond(name):
        return None
    found = _PERIOD.match(name)
    if found:
        return f"for the {found['span'].lower().replace('years ended', 'year ended').replace('quarters ended', 'quarter ended')} {found['day']}"
    found = _DAY.match(name)
    if found:
        span = re.search(r"((?:\w+ (?:Months|Weeks)|(?:Fiscal )?(?:Years?|Quarters?)) Ended)\W*$", last, re.IGNORECASE)
        return f"for the {span[1].lower()} {found['day']}" if span else f"as of {found['day']}"
    found = _YEAR.match(name)
    if found:
        state = f" ({found['state'].strip().lower()})" if found["state"] else ""
        return f"in {'fiscal ' if found['fy'] else ''}{found['year']}{state}"
    return f"in {name}" if _QUARTER.match(name) else None


def day_of(name: str, rest: str, last: str) -> str:
    """` as of July 1, 2023`, where the column or the line above the table gives the day."""
    day = _DAY.match(name) if rest else _DAY.match(last)
    alone = bool(rest) or (day is not None and len(last) <= len(day[0]) + 2)
    return f" as of {day['day']}" if day and alone else ""


def beyond(name: str) -> str:
    """What a column's name says after the day or period that it begins with, as in `July 1, 2023 Fair Value`."""
    found = _PERIOD.match(name) or _DAY.match(name)
    rest = name[found.end() :].strip(" :,") if found else ""
    return "" if rest.isupper() else rest
