"""Vectors stand beside the wrong chunks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ragtester.faults.fault import Fault
from ragtester.faults.parts.embedder import FaultyEmbedder
from ragtester.protocols import Vectors
from ragtester.systems.reference import Stages


def _vectors(found: Vectors, _texts: Sequence[str]) -> Vectors:
    """Every row one place further."""
    return np.roll(found, 1, axis=0)


def _change(stages: Stages) -> Stages:
    if stages.embedder is None:
        return stages
    return replace(stages, embedder=FaultyEmbedder(stages.embedder, "shifted_vectors", vectors=_vectors))


FAULT = Fault(
    name="shifted_vectors",
    stage="embed",
    kind="order",
    description="a batch came back in another order: every chunk has the vector of the one before it",
    change=_change,
)
