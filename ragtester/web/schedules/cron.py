"""Cron expressions in a time zone."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from cronsim import CronSim, CronSimError

from ragtester.errors import ConfigError, near_match


def check_cron(cron: str, zone: str) -> None:
    """Checks an expression and a zone.

    Raises:
        ConfigError: either is not one; names the value and gives an example.
    """
    _zone(zone)
    try:
        CronSim(cron, datetime(2026, 1, 1))
    except CronSimError as error:
        raise ConfigError(
            f"not a cron expression: {cron!r} ({error}); minute hour day month weekday, such as 0 2 * * *",
            place="cron",
        ) from None


def following(cron: str, zone: str, after: float) -> float:
    """The first due time after a moment, in seconds since the epoch.

    A time that the clocks skip in spring is taken when they have moved; one that they show twice in
    autumn is taken once, as Debian's cron does.
    """
    return next(CronSim(cron, datetime.fromtimestamp(after, _zone(zone)))).timestamp()


def _zone(zone: str) -> ZoneInfo:
    known = available_timezones()
    if zone not in known:
        near = near_match(zone, sorted(known))
        hint = f"; did you mean {near}?" if near else "; write one such as Europe/Prague or UTC"
        raise ConfigError(f"unknown time zone {zone!r}{hint}", place="zone")
    try:
        return ZoneInfo(zone)
    except ZoneInfoNotFoundError:
        raise ConfigError(f"no data for the time zone {zone!r}", place="zone") from None
