"""Answers end too early."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.generator import FaultyGenerator
from ragtester.records import Reply, Request
from ragtester.systems.reference import Stages

WORDS = 4


def _cut(_request: Request, reply: Reply) -> Reply:
    words = reply.text.split()
    if len(words) <= WORDS:
        return reply
    return reply.model_copy(update={"text": " ".join(words[:WORDS]), "finish": "length"})


def _change(stages: Stages) -> Stages:
    return replace(stages, generator=FaultyGenerator(stages.generator, "cut_short", reply=_cut))


FAULT = Fault(
    name="cut_short",
    stage="generate",
    kind="loss",
    description=f"the token limit ends every answer after {WORDS} words",
    change=_change,
)
