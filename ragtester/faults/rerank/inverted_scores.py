"""The reranker's scores are sorted the wrong way round."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.reranker import FaultyReranker
from ragtester.systems.reference import Stages


def _change(stages: Stages) -> Stages:
    inverted = FaultyReranker(stages.reranker, "inverted_scores", lambda _query, ordered: ordered[::-1])
    return replace(stages, reranker=inverted)


FAULT = Fault(
    name="inverted_scores",
    stage="rerank",
    kind="order",
    description="the reranker puts the worst candidates first",
    change=_change,
)
