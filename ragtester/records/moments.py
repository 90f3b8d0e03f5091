"""Days and moments: what is given as a day is kept as a day, what has a time keeps it to the second."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, TypeAlias

from pydantic import BeforeValidator

_DAY = len("2026-10-01")


def _read(value: object) -> object:
    """A written midnight is a moment: without this it would be taken for its day."""
    if isinstance(value, str) and len(value.strip()) > _DAY:
        try:
            return datetime.fromisoformat(value.strip())
        except ValueError:
            return value
    return value


Moment: TypeAlias = Annotated[date | datetime, BeforeValidator(_read)]
"""A day, or a time of a day; a time without a zone is in UTC."""


def as_utc(moment: date | datetime) -> datetime:
    """The moment in UTC; a day begins at midnight."""
    if not isinstance(moment, datetime):
        return datetime(moment.year, moment.month, moment.day, tzinfo=UTC)
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def begun(start: date | datetime, at: datetime) -> bool:
    """Whether `start` has come at the moment `at`.

    A day begins in the time zone of the one who asks; a start with a time is the same instant everywhere.
    """
    if isinstance(start, datetime):
        return as_utc(start) <= as_utc(at)
    return start <= at.date()
