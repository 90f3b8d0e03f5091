"""The prompt is cut at a length limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.records import Question, Request, Retrieved
from ragtester.systems.reference import Stages

CHARACTERS = 160


def _change(stages: Stages) -> Stages:
    def compose(question: Question, passages: Sequence[Retrieved]) -> Request:
        room = CHARACTERS
        shown: list[Retrieved] = []
        for passage in passages:
            if room > 0:
                shown.append(passage.model_copy(update={"text": passage.text[:room]}))
            room -= len(passage.text)
        return stages.compose(question, shown)

    return replace(stages, compose=compose)


FAULT = Fault(
    name="context_cut",
    stage="prompt",
    kind="loss",
    description=f"the passages in the prompt are cut after {CHARACTERS} characters in all",
    change=_change,
)
