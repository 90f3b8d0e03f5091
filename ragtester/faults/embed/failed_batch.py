"""Vectors of a batch that failed are zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ragtester.faults.fault import Fault
from ragtester.faults.parts.embedder import FaultyEmbedder
from ragtester.protocols import Vectors
from ragtester.systems.reference import Stages

BATCH = 4


def _vectors(found: Vectors, _texts: Sequence[str]) -> Vectors:
    """Zeros for every second batch."""
    failed = (np.arange(len(found)) // BATCH) % 2 == 1
    return np.where(failed[:, None], np.float32(0), found)


def _change(stages: Stages) -> Stages:
    if stages.embedder is None:
        return stages
    return replace(stages, embedder=FaultyEmbedder(stages.embedder, "failed_batch", vectors=_vectors))


FAULT = Fault(
    name="failed_batch",
    stage="embed",
    kind="loss",
    description="a batch that failed was filled with zeros: every second group of four chunks cannot be found",
    change=_change,
)
