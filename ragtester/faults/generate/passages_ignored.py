"""The generator does not read what it is given."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.generator import FaultyGenerator
from ragtester.records import Request
from ragtester.systems.reference import Stages


def _unread(request: Request) -> Request:
    messages = request.messages
    for passage in request.passages:
        messages = tuple(m.model_copy(update={"content": m.content.replace(passage, "")}) for m in messages)
    return request.model_copy(update={"messages": messages, "passages": ()})


def _change(stages: Stages) -> Stages:
    return replace(stages, generator=FaultyGenerator(stages.generator, "passages_ignored", request=_unread))


FAULT = Fault(
    name="passages_ignored",
    stage="generate",
    kind="loss",
    description="the generator answers without the passages in its prompt",
    change=_change,
)
