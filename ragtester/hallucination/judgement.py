"""What a verifier says of one claim against one piece of evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Answer: TypeAlias = Literal["yes", "no", "not_sure"]
"""Does the context bear the claim out? `no` means that it says otherwise."""

ErrorKind: TypeAlias = Literal["number", "name", "date", "negation", "other"]
"""What a contradicted or unsupported claim gets wrong."""

ERROR_KINDS: tuple[ErrorKind, ...] = ("number", "name", "date", "negation", "other")


@dataclass(frozen=True, slots=True)
class Judgement:
    """An answer with its grounds."""

    answer: Answer
    strength: float
    """How closely the evidence speaks of the claim, 0 to 1."""
    kind: ErrorKind = "other"
    focus: tuple[int, int] | None = None
    """Offsets in the claim's text of the words that the evidence contradicts or does not bear out."""
    reason: str = ""
