"""The generator copies figures wrongly."""

from __future__ import annotations

import re
from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.generator import FaultyGenerator
from ragtester.records import Reply, Request
from ragtester.systems.reference import Stages


def _changed(_request: Request, reply: Reply) -> Reply:
    text = re.sub(r"\d", lambda match: str(int(match[0]) % 9 + 1), reply.text)
    return reply.model_copy(update={"text": text})


def _change(stages: Stages) -> Stages:
    return replace(stages, generator=FaultyGenerator(stages.generator, "digits_changed", reply=_changed))


FAULT = Fault(
    name="digits_changed",
    stage="generate",
    kind="damage",
    description="every digit of an answer is another one",
    change=_change,
)
