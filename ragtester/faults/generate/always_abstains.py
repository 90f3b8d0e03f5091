"""The generator never answers."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.generator import FaultyGenerator
from ragtester.systems.reference import Stages
from ragtester.systems.reference.reader import ABSTENTION


def _change(stages: Stages) -> Stages:
    abstains = FaultyGenerator(
        stages.generator, "always_abstains", reply=lambda _request, reply: reply.model_copy(update={"text": ABSTENTION})
    )
    return replace(stages, generator=abstains)


FAULT = Fault(
    name="always_abstains",
    stage="generate",
    kind="setting",
    description="the generator says that it cannot answer, whatever it is given",
    change=_change,
)
