"""The search returns too little."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.systems.reference import Stages


def _change(stages: Stages) -> Stages:
    return replace(stages, candidates=1)


FAULT = Fault(
    name="k_too_small",
    stage="retrieve",
    kind="setting",
    description="the search returns one passage",
    change=_change,
)
