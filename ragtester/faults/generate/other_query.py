"""The answer belongs to another question."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.generator import FaultyGenerator
from ragtester.records import Request
from ragtester.systems.reference import Stages
from ragtester.text import split_sentences


def _another(request: Request) -> Request:
    """A request about the last thing that the passages say, as a cache with too coarse keys would answer."""
    if not request.passages or not request.question:
        return request
    other = split_sentences(request.passages[-1])[-1].text.strip().splitlines()[-1]
    messages = tuple(
        message.model_copy(update={"content": message.content.replace(request.question, f"What about this: {other}")})
        for message in request.messages
    )
    return request.model_copy(update={"messages": messages, "question": other})


def _change(stages: Stages) -> Stages:
    return replace(stages, generator=FaultyGenerator(stages.generator, "other_query", request=_another))


FAULT = Fault(
    name="other_query",
    stage="generate",
    kind="setting",
    description="the generator's cache returns the answer to another question",
    change=_change,
)
