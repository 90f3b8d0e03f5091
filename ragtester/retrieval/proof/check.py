"""The proof check: the right source was returned, and what it says is enough to answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ragtester.errors import UsageError
from ragtester.records import JsonValue, Retrieved
from ragtester.retrieval.measures import states

ProofVerdict = Literal["wrong_identifier", "text_missing", "proved"]
ProofScope = Literal["passage", "context"]

DIAGNOSES: dict[ProofVerdict, str] = {
    "wrong_identifier": "another source was returned: look at ranking and filters",
    "text_missing": "the right source came without the required text: look at extraction and segmentation",
    "proved": "the model has what it needs; its answer still has to be judged",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofCheck:
    """What a result must show."""

    document: str
    """Identifier that must be among the first `k` results."""
    required: tuple[tuple[str, ...], ...]
    """Words or values that must be stated, each with its alternative forms."""
    scope: ProofScope = "passage"
    """`passage`: one passage of the document states all of them; `context`: the results together do."""
    k: int = 1
    """How many results are given to the model."""

    def __post_init__(self) -> None:
        if self.k < 1:
            raise UsageError(f"k {self.k} of the proof check is too small; it must be 1 or more")
        if not self.required or not all(self.required):
            raise UsageError("the proof check requires no text; name at least one word or value")


@dataclass(frozen=True, slots=True)
class Proof:
    """The outcome of a proof check."""

    verdict: ProofVerdict
    returned: tuple[str, ...]
    """Documents of the first `k` results, in order."""
    missing: tuple[str, ...]
    """Required texts that were not stated where they must be."""

    @property
    def holds(self) -> bool:
        """Whether the model has what it needs."""
        return self.verdict == "proved"

    @property
    def diagnosis(self) -> str:
        """What to look at next."""
        return DIAGNOSES[self.verdict]

    def to_json(self) -> dict[str, JsonValue]:
        """As a report holds it."""
        return {
            "verdict": self.verdict,
            "diagnosis": self.diagnosis,
            "returned": list(self.returned),
            "missing": list(self.missing),
        }


def check_proof(check: ProofCheck, hits: Sequence[Retrieved]) -> Proof:
    """Whether identifier and text are there; one of three diagnoses.

    Args:
        check: what must be shown.
        hits: results in order, as given to the model.
    """
    first = hits[: check.k]
    returned = tuple(hit.document for hit in first)
    own = [hit.text for hit in first if hit.document == check.document]
    if not own:
        return Proof("wrong_identifier", returned, tuple(forms[0] for forms in check.required))
    texts = own if check.scope == "passage" else [" \n ".join(hit.text for hit in first)]
    lacking = min((_lacking(check, text) for text in texts), key=len)
    return Proof("text_missing" if lacking else "proved", returned, lacking)


def _lacking(check: ProofCheck, text: str) -> tuple[str, ...]:
    return tuple(forms[0] for forms in check.required if not any(states(text, form) for form in forms))
