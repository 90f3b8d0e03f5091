"""A test: a question, what a right answer says, and the evidence for it."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from ragtester.records.base import Record
from ragtester.records.corpus import Span, ValueKind

TestKind = Literal["positive", "negative"]
Difficulty = Literal["easy", "medium", "hard"]
Wording = Literal["plain", "expert", "keyword", "misspelt", "other_language"]

POSITIVE_TYPES = (
    "natural_language",
    "extractive",
    "paraphrase",
    "numeric",
    "temporal",
    "list",
    "table_lookup",
    "comparison",
    "multi_fact",
    "multi_hop",
)
NEGATIVE_TYPES = ("withheld_fact", "near_miss_entity", "wrong_time", "false_premise", "out_of_domain")


class AnswerPart(Record):
    """One thing that a complete answer says, in any of its forms."""

    forms: tuple[str, ...]
    fact: str | None = None


class Check(Record):
    """One validation check of a test and how it went."""

    name: str
    status: Literal["passed", "failed", "unmeasured", "not_applicable"]
    detail: str = ""


class Test(Record):
    """One test of a suite."""

    __test__ = False  # not a class for pytest to collect

    id: str
    query: str
    kind: TestKind
    type: str
    """One of POSITIVE_TYPES or NEGATIVE_TYPES, or a type that the configuration adds."""
    expected_answer: str
    """The reference answer; for a negative test what a good abstention says."""
    accepted_answers: tuple[str, ...] = ()
    """Other forms of the whole answer that are right too."""
    answer_parts: tuple[AnswerPart, ...] = ()
    """What a complete answer must hold, where that is more than one thing."""
    answer_kind: ValueKind | None = None
    facts: tuple[str, ...] = ()
    """Ids of the ledger facts that it asks about; the counterfactual is found through them."""
    counterfactuals: tuple[str, ...] = ()
    """Plausible answers that are certainly wrong."""
    evidence: tuple[Span, ...] = ()
    document: str | None = None
    """The document that it was made from; None for an out-of-domain question."""
    flesch: float | None = None
    """Flesch Reading Ease of the section it was made from."""
    difficulty: Difficulty = "medium"
    wording: Wording = "plain"
    language: str = "en"
    tenant: str | None = None
    role: str | None = None
    as_of: datetime | None = None
    group: str | None = None
    """Tests that ask the same thing in other words share a group."""
    author: str = "builtin"
    validation: tuple[Check, ...] = ()


class RejectedTest(Record):
    """A candidate that validation refused, with the reason."""

    test: Test
    reason: str
