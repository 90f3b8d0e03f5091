"""The first passage is missing from the context."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.systems.reference import Stages


def _change(stages: Stages) -> Stages:
    return replace(stages, fit=lambda question, passages: stages.fit(question, passages[1:]))


FAULT = Fault(
    name="first_dropped",
    stage="context",
    kind="loss",
    description="the first passage does not make it into the context",
    change=_change,
)
