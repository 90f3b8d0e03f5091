"""Whether an answer says the same as one of its references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ragtester.records import ValueKind
from ragtester.text.abstention import detect_abstention
from ragtester.text.folding import normalise
from ragtester.text.forms import contains_form
from ragtester.text.overlap import token_f1

EquivalenceVerdict = Literal["equivalent", "different", "contradicts", "partial"]


@dataclass(frozen=True, slots=True)
class Equivalence:
    """How an answer stands to its references."""

    verdict: EquivalenceVerdict
    confidence: float
    """How sure the verdict is, 0 to 1."""
    reason: str
    matched: str | None = None
    """The reference that it agrees with."""
    span: tuple[int, int] | None = None
    """Where the answer says so."""


def compare_answers(
    answer: str, references: Sequence[str], *, question: str = "", kind: ValueKind | None = None
) -> Equivalence:
    """How an answer stands to its references; it always decides, and says how sure it is."""
    given = normalise(answer)
    for reference in references:
        if given and given == normalise(reference):
            return Equivalence("equivalent", 0.99, "the same words", reference, (0, len(answer)))
    if detect_abstention(answer, question=question).abstained:
        return Equivalence("different", 0.95, "the answer abstains")
    found = contains_form(answer, references)
    if found:
        return Equivalence("equivalent", 0.85, "states the reference", found.form, (found.start, found.end))
    f1 = token_f1(answer, references)
    if f1 > 0.6:
        return Equivalence("partial", 0.5, "shares words with the reference")
    return Equivalence("different", 0.8, "does not state the reference")
