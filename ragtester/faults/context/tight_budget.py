"""The context holds too little."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.systems.reference import Stages, budget

TOKENS = 20


def _change(stages: Stages) -> Stages:
    return replace(stages, fit=budget(TOKENS))


FAULT = Fault(
    name="tight_budget",
    stage="context",
    kind="setting",
    description=f"the budget for the context is {TOKENS} tokens",
    change=_change,
)
