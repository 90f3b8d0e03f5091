"""Vectors are stored as they come, not at unit length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ragtester.faults.fault import Fault
from ragtester.faults.parts.embedder import FaultyEmbedder
from ragtester.protocols import Vectors
from ragtester.systems.reference import Stages


def _vectors(found: Vectors, texts: Sequence[str]) -> Vectors:
    """Rows as long as their text has words."""
    return np.asarray(found * np.array([[max(1, len(text.split()))] for text in texts]), dtype=np.float32)


def _change(stages: Stages) -> Stages:
    if stages.embedder is None:
        return stages
    return replace(stages, embedder=FaultyEmbedder(stages.embedder, "unnormalised", vectors=_vectors))


FAULT = Fault(
    name="unnormalised",
    stage="embed",
    kind="setting",
    description="document vectors keep their length, which grows with the text, and long chunks win every search",
    change=_change,
)
