"""The embedder reads the beginning of a text alone."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.embedder import FaultyEmbedder
from ragtester.systems.reference import Stages

WORDS = 8


def _beginning(text: str) -> str:
    return " ".join(text.split()[:WORDS])


def _change(stages: Stages) -> Stages:
    if stages.embedder is None:
        return stages
    return replace(stages, embedder=FaultyEmbedder(stages.embedder, "truncated_input", text=_beginning))


FAULT = Fault(
    name="truncated_input",
    stage="embed",
    kind="loss",
    description=f"the embedder cuts its input: the vector of a chunk stands for its first {WORDS} words",
    change=_change,
)
