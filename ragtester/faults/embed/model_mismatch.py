"""The index was built with another model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ragtester.faults.fault import Fault
from ragtester.faults.parts.embedder import FaultyEmbedder
from ragtester.protocols import Vectors
from ragtester.systems.reference import Stages


def _vectors(found: Vectors, _texts: Sequence[str]) -> Vectors:
    """The vectors in the space of a model of the same size: a seeded change of axes and signs."""
    rng = np.random.default_rng(20)
    order, signs = rng.permutation(found.shape[1]), rng.choice([-1.0, 1.0], size=found.shape[1])
    return np.asarray(found[:, order] * signs, dtype=np.float32)


def _change(stages: Stages) -> Stages:
    if stages.embedder is None:
        return stages
    return replace(stages, embedder=FaultyEmbedder(stages.embedder, "model_mismatch", vectors=_vectors))


FAULT = Fault(
    name="model_mismatch",
    stage="embed",
    kind="setting",
    description="the index holds vectors of another model than the one that embeds the queries",
    change=_change,
)
