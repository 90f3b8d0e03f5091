"""Passages are shown in part."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.records import Question, Retrieved
from ragtester.systems.reference import Stages

CHARACTERS = 90


def _change(stages: Stages) -> Stages:
    def fit(question: Question, passages: list[Retrieved]) -> list[Retrieved]:
        kept = stages.fit(question, passages)
        return [passage.model_copy(update={"text": passage.text[:CHARACTERS]}) for passage in kept]

    return replace(stages, fit=fit)


FAULT = Fault(
    name="passages_cut",
    stage="context",
    kind="loss",
    description=f"the context shows the first {CHARACTERS} characters of each passage, as a preview does",
    change=_change,
)
