"""The first of the reranked passages is lost."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.systems.reference import Stages


def _change(stages: Stages) -> Stages:
    return replace(stages, chosen=lambda question, passages: stages.chosen(question, passages)[1:])


FAULT = Fault(
    name="best_dropped",
    stage="rerank",
    kind="loss",
    description="ranks are counted from 1 and positions from 0: the best passage is left out",
    change=_change,
)
