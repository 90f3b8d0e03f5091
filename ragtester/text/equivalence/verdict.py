"""The outcome of a comparison."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

EquivalenceVerdict = Literal["equivalent", "different", "contradicts", "partial"]
"""`partial`: right as far as it goes; `contradicts`: says something that excludes the reference."""


@dataclass(frozen=True, slots=True)
class Equivalence:
    """How an answer stands to its references."""

    verdict: EquivalenceVerdict
    confidence: float
    """How sure the verdict is, 0 to 1."""
    reason: str
    matched: str | None = None
    """The reference that it was weighed against."""
    span: tuple[int, int] | None = None
    """Where the answer says so."""
