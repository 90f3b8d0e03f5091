"""A filter hides what it should show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ragtester.faults.fault import Fault
from ragtester.records import Chunk, Question
from ragtester.systems.reference import Stages


def _change(stages: Stages) -> Stages:
    def allow(question: Question, chunks: Sequence[Chunk]) -> npt.NDArray[np.bool_]:
        first = np.fromiter((chunk.revision == 1 for chunk in chunks), dtype=np.bool_, count=len(chunks))
        healthy = stages.allow(question, chunks)
        return first if healthy is None else first & healthy

    return replace(stages, allow=allow)


FAULT = Fault(
    name="wrong_filter",
    stage="retrieve",
    kind="setting",
    description="a filter is pinned to revision 1 and hides every document that was revised",
    change=_change,
)
