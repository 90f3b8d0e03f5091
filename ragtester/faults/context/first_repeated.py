"""One passage fills the whole context."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.records import Question, Retrieved
from ragtester.systems.reference import Stages


def _change(stages: Stages) -> Stages:
    def fit(question: Question, passages: list[Retrieved]) -> list[Retrieved]:
        kept = stages.fit(question, passages)
        return [kept[0].model_copy(update={"rank": passage.rank}) for passage in kept]

    return replace(stages, fit=fit)


FAULT = Fault(
    name="first_repeated",
    stage="context",
    kind="excess",
    description="the first passage is put into the context as often as there are passages",
    change=_change,
)
