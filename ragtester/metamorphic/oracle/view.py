"""What the oracle may see of a test: never the ledger, never the reference answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.records import Span, Test, ValueKind
from ragtester.text import Value, compare_values, extract_values

_NUMERIC: frozenset[ValueKind] = frozenset({"number", "money", "percent", "date", "duration"})


@dataclass(frozen=True, slots=True)
class OracleView:
    """The question, the evidence for it and the system's own base answer."""

    test: str
    question: str
    evidence: tuple[Span, ...]
    base_answer: str
    kind: ValueKind | None = None
    """What kind of value is asked for, where the suite says so."""

    @classmethod
    def of(cls, test: Test, base_answer: str) -> OracleView:
        """The part of a test that is no truth: its accepted answers and counterfactuals stay behind."""
        return cls(
            test=test.id,
            question=test.query,
            evidence=test.evidence,
            base_answer=base_answer,
            kind=test.answer_kind,
        )

    @property
    def values(self) -> tuple[Value, ...]:
        """The numbers, amounts, dates and durations that the base answer states and the question does not."""
        return measured_values(self.base_answer, self.question)


def measured_values(text: str, question: str = "") -> tuple[Value, ...]:
    """Numbers, amounts, dates and durations of a text, those of the question left out."""
    asked = _measured(question)
    return tuple(v for v in _measured(text) if not any(compare_values(v, other) == "same" for other in asked))


def _measured(text: str) -> Sequence[Value]:
    return [v for v in extract_values(text) if v.kind in _NUMERIC and (v.number is not None or v.date is not None)]
