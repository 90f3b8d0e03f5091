"""Verdicts: what a judge says of an answer, and which stage failed."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ragtester.errors import UnmeasuredReason
from ragtester.records.base import JsonValue, Record

Status = Literal["passed", "failed", "unmeasured", "not_applicable"]
Dimension = Literal["factuality", "relevance", "completeness", "clarity"]
DIMENSIONS: tuple[Dimension, ...] = ("factuality", "relevance", "completeness", "clarity")

Stage = Literal["parse", "chunk", "index", "embed", "retrieve", "rerank", "context", "prompt", "generate", "unknown"]
STAGES: tuple[Stage, ...] = (
    "parse",
    "chunk",
    "index",
    "embed",
    "retrieve",
    "rerank",
    "context",
    "prompt",
    "generate",
    "unknown",
)

FailureKind = Literal[
    "wrong_answer",
    "incomplete",
    "irrelevant",
    "unclear",
    "wrong_abstention",
    "missed_abstention",
    "ignored_evidence",
    "contradicted_evidence",
    "unsupported_answer",
]


class Verdict(Record):
    """What a judge says of one answer."""

    status: Status
    scores: dict[str, float | None] = Field(default_factory=dict)
    """By dimension, 1 to 5; None where that dimension does not apply or was not measured."""
    confidence: float | None = None
    """How sure the judge is of the status, 0 to 1; None where there is no status to be sure of."""
    rationale: str = ""
    judge: str = ""
    """Name and version of the judge that decided."""
    reason: UnmeasuredReason | None = None
    """Why it is unmeasured."""
    abstained: bool | None = None
    failure: FailureKind | None = None
    truncated: bool = False
    """The answer was cut by the token limit."""
    injections: tuple[str, ...] = ()
    """Pieces of the answer that addressed the grader; they were cut out before judging."""
    metrics: dict[str, float | None] = Field(default_factory=dict)
    """Further measures of the same answer, such as exact match and token F1."""
    votes: dict[str, int] = Field(default_factory=dict)
    """Statuses of the panel or of the repeats, where there was more than one."""
    snapshot: dict[str, JsonValue] = Field(default_factory=dict)
    """The snapshot metrics with the claims and verdicts that they were computed from, where they were asked for."""


class Diagnosis(Record):
    """Which stage of the pipeline failed, and the trail that led there."""

    stage: Stage
    kind: FailureKind | None = None
    trail: tuple[str, ...] = ()
    """One line per stage that was looked at: what was found there."""
