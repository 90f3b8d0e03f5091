"""What every verifier is: claims in, one answer each out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from ragtester.hallucination.grounding import Evidence
from ragtester.hallucination.judgement import Judgement


@dataclass(frozen=True, slots=True)
class Finding:
    """A judgement of one claim, and the sentence that it rests on where one is known."""

    judgement: Judgement
    evidence: Evidence | None = None


@runtime_checkable
class Verifier(Protocol):
    """Answers whether contexts bear claims out."""

    @property
    def name(self) -> str:
        """Name of the verifier, or of the model behind it."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same claim may get another answer."""
        ...

    async def verify(self, claims: Sequence[str], contexts: tuple[str, ...]) -> list[Finding]:
        """One finding per claim, in order.

        Raises:
            MeasurementError: there is no usable answer.
        """
        ...
