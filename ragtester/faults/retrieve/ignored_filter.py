"""Access rights are not applied."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.systems.reference import Stages


def _change(stages: Stages) -> Stages:
    return replace(stages, allow=lambda _question, _chunks: None)


FAULT = Fault(
    name="ignored_filter",
    stage="retrieve",
    kind="setting",
    description="the search ignores tenant, roles and dates",
    change=_change,
)
