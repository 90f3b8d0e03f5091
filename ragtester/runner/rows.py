"""One row per case: what the tables, the reports and the exit code are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ragtester.records import DIMENSIONS, Diagnosis, Status, Test, Verdict
from ragtester.store import Payload


@dataclass(slots=True)
class Row:
    """A case with its verdict; without texts, so that a whole matrix fits into memory."""

    system: str
    test: str
    sample: int
    kind: str
    type: str
    status: Status
    reason: str | None = None
    message: str = ""
    stage: str | None = None
    failure: str | None = None
    trail: list[str] = field(default_factory=list)
    flesch: float | None = None
    scores: dict[str, float | None] = field(default_factory=dict)
    metrics: dict[str, float | None] = field(default_factory=dict)
    retrieval: dict[str, float | None] = field(default_factory=dict)
    """Recall, precision, MRR and hit of the evidence in the final context; empty without evidence."""
    grounding: float | None = None
    """Hallucination score of the answer, where it was measured."""
    grounding_spans: list[dict[str, Any]] = field(default_factory=list)
    """Its flagged statements: offsets in the answer, score, kind, and what the context says."""
    confidence: float | None = None
    rationale: str = ""
    judge: str = ""
    abstained: bool | None = None
    truncated: bool = False
    injections: list[str] = field(default_factory=list)
    votes: dict[str, int] = field(default_factory=dict)
    snapshot: dict[str, Any] = field(default_factory=dict)
    """The snapshot metrics with their claims and verdicts."""
    seconds: float | None = None
    tokens: int | None = None
    cost_usd: float | None = None
    answer_key: str = ""
    verdict_key: str = ""
    row_key: str = ""

    def payload(self) -> Payload:
        """The row for the store."""
        return {name: getattr(self, name) for name in _FIELDS}

    @classmethod
    def from_payload(cls, payload: Mapping[str, Any]) -> Row:
        """The row as stored; keys of an older version are ignored."""
        if payload.keys() != _FIELDS.keys():
            payload = {key: value for key, value in payload.items() if key in _FIELDS}
        return cls(**payload)

    def case_row(self, run: str, position: int) -> dict[str, Any]:
        """The row of the `case_row` table."""
        return {
            "run": run,
            "position": position,
            "system": self.system,
            "test": self.test,
            "sample": self.sample,
            "kind": self.kind,
            "type": self.type,
            "status": self.status,
            "reason": self.reason,
            "stage": self.stage,
            "failure": self.failure,
            "flesch": self.flesch,
            **{dimension: self.scores.get(dimension) for dimension in DIMENSIONS},
            "recall": self.retrieval.get("recall"),
            "seconds": self.seconds,
            "answer_key": self.answer_key,
            "verdict_key": self.verdict_key,
            "row_key": self.row_key,
        }


_FIELDS = {field.name: None for field in fields(Row)}


def row_for(test: Test, *, system: str, sample: int, status: Status = "unmeasured") -> Row:
    """A row with what the test alone says."""
    return Row(
        system=system, test=test.id, sample=sample, kind=test.kind, type=test.type, status=status, flesch=test.flesch
    )


def fill_verdict(row: Row, verdict: Verdict, diagnosis: Diagnosis | None) -> None:
    """Puts a verdict, and for a failure its diagnosis, into a row."""
    row.status = verdict.status
    row.reason = verdict.reason
    row.scores = dict(verdict.scores)
    row.metrics = dict(verdict.metrics)
    row.confidence = verdict.confidence
    row.rationale = verdict.rationale
    row.judge = verdict.judge
    row.abstained = verdict.abstained
    row.truncated = verdict.truncated
    row.injections = list(verdict.injections)
    row.votes = dict(verdict.votes)
    row.snapshot = dict(verdict.snapshot)
    row.failure = verdict.failure
    if diagnosis is not None:
        row.stage = diagnosis.stage
        row.failure = diagnosis.kind or verdict.failure
        row.trail = list(diagnosis.trail)
