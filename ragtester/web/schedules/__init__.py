"""Nightly runs: when they are due, what came of them, and who is told."""

from ragtester.web.schedules.clock import Clock
from ragtester.web.schedules.cron import check_cron, following
from ragtester.web.schedules.nights import Change, change_between

__all__ = ["Change", "Clock", "change_between", "check_cron", "following"]
