"""The question is not in the prompt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.records import Question, Request, Retrieved
from ragtester.systems.reference import Stages


def _change(stages: Stages) -> Stages:
    def compose(question: Question, passages: Sequence[Retrieved]) -> Request:
        return stages.compose(question.model_copy(update={"text": ""}), passages)

    return replace(stages, compose=compose)


FAULT = Fault(
    name="question_left_out",
    stage="prompt",
    kind="loss",
    description="the generator is sent the passages without the question",
    change=_change,
)
