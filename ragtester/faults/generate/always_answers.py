"""The generator never says that it does not know."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.generator import FaultyGenerator
from ragtester.records import Reply, Request
from ragtester.systems.reference import Stages
from ragtester.systems.reference.reader import answer_from
from ragtester.text import detect_abstention


def _answered(request: Request, reply: Reply) -> Reply:
    if not detect_abstention(reply.text, question=request.question).abstained:
        return reply
    forced = answer_from(request.question, request.passages, abstain=False)
    return reply.model_copy(
        update={"text": "Yes." if detect_abstention(forced, question=request.question).abstained else forced}
    )


def _change(stages: Stages) -> Stages:
    return replace(stages, generator=FaultyGenerator(stages.generator, "always_answers", reply=_answered))


FAULT = Fault(
    name="always_answers",
    stage="generate",
    kind="setting",
    description="where the generator would abstain it gives the nearest sentence as an answer",
    change=_change,
)
