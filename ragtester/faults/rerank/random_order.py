"""The reranker's scores have nothing to do with the query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.reranker import FaultyReranker
from ragtester.records import Retrieved, text_hash
from ragtester.systems.reference import Stages


def _random(query: str, ordered: Sequence[Retrieved]) -> list[Retrieved]:
    return sorted(ordered, key=lambda passage: text_hash(f"{query}|{passage.chunk}"))


def _change(stages: Stages) -> Stages:
    return replace(stages, reranker=FaultyReranker(stages.reranker, "random_order", _random))


FAULT = Fault(
    name="random_order",
    stage="rerank",
    kind="order",
    description="the reranker was loaded without its weights and orders at random",
    change=_change,
)
