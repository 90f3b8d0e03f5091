"""Mutants of a corpus or of a retrieved context, and whether the relation held."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ragtester.errors import UnmeasuredReason
from ragtester.records.base import JsonValue, Record

Scope = Literal["pre", "post"]
Relation = Literal["preserving", "altering"]
Outcome = Literal["held", "violated", "not_applicable", "unmeasured"]


class Edit(Record):
    """One replacement in a text: `text[start:end]` of the original became `text`."""

    document: str
    """Document id (pre) or chunk id (post)."""
    start: int
    end: int
    text: str


class Mutant(Record):
    """One mutation of one base instance, described so that it can be made again."""

    id: str
    test: str
    operator: str
    scope: Scope
    parameters: dict[str, JsonValue] = Field(default_factory=dict)
    seed: int = 0
    edits: tuple[Edit, ...] = ()
    note: str = ""
    """What was changed, in one line."""


class RelationOutcome(Record):
    """How the system behaved under one mutant."""

    mutant: str
    test: str
    system: str
    operator: str
    scope: Scope
    relation: Relation | None
    outcome: Outcome
    score: float | None = None
    """1 to 5 on the adaptation scale, for altering mutants."""
    base_answer: str = ""
    mutant_answer: str = ""
    base_context: tuple[str, ...] = ()
    mutant_context: tuple[str, ...] = ()
    diff: str = ""
    rationale: str = ""
    reason: UnmeasuredReason | None = None
    truth: Outcome | None = None
    """What the ledger says of it; None where there is no ledger."""
