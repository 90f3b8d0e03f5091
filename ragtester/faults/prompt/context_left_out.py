"""The passages are not in the prompt."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.systems.reference import Stages


def _change(stages: Stages) -> Stages:
    return replace(stages, compose=lambda question, _passages: stages.compose(question, ()))


FAULT = Fault(
    name="context_left_out",
    stage="prompt",
    kind="loss",
    description="a variable of the template is filled with nothing: the generator sees no passage",
    change=_change,
)
