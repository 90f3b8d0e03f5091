"""Systems under test: what they are, what they are asked, what they answer."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from ragtester.records.base import ForeignText, Record
from ragtester.records.llm import Finish, Message, Usage
from ragtester.records.moments import Moment

Capability = Literal["ask", "retrieve", "generate", "ingest"]


class SystemSpec(Record):
    """One cell of the matrix, or one external system."""

    id: str
    """Readable and stable, such as `reader/bm25/recursive-800-80/k3`."""
    generator: str = ""
    embedder: str = ""
    chunker: str = ""
    top_k: int = 3
    reranker: str = "none"
    target: str | None = None
    """Name of the external system; None for the reference pipeline."""
    capabilities: tuple[Capability, ...] = ("ask", "retrieve", "generate", "ingest")


class Question(Record):
    """What a system is asked, and for whom."""

    text: str
    tenant: str | None = None
    role: str | None = None
    language: str = "en"
    as_of: datetime | None = None
    sample: int = 0
    """Index of the repetition: equal questions with equal index are one piece of work."""


class Retrieved(Record):
    """One passage at one stage of retrieval, exactly as it was seen there."""

    chunk: ForeignText
    """Chunk id."""
    document: ForeignText
    text: ForeignText
    rank: int
    """From 1."""
    score: float | None = None
    start: int = -1
    end: int = -1
    version: str = "1"
    tenant: str | None = None


class Answer(Record):
    """An answer with the trace of how it came about."""

    text: ForeignText
    candidates: tuple[Retrieved, ...] | None = None
    """What the search returned; None where the system gives no trace."""
    reranked: tuple[Retrieved, ...] | None = None
    context: tuple[Retrieved, ...] | None = None
    """What the generator was given, in its order."""
    prompt: tuple[Message, ...] | None = None
    """The messages as sent."""
    query: str | None = None
    """The query as searched, where it was rewritten."""
    finish: Finish = "stop"
    usage: Usage = Usage()
    seconds: float = 0.0
    model: str = ""
    reused: bool = False


class DocumentChange(Record):
    """One change that a system is told to ingest."""

    action: Literal["upsert", "delete"]
    document: str
    text: str = ""
    title: str = ""
    revision: int = 1
    tenant: str | None = None
    roles: tuple[str, ...] = ()
    effective_from: Moment | None = None
    effective_to: Moment | None = None


class IngestReceipt(Record):
    """What a system said of the changes; acceptance is not yet visibility."""

    accepted: tuple[str, ...]
    failed: dict[str, str] = Field(default_factory=dict)
    """Document ids with the reason."""
