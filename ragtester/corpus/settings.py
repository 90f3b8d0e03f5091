"""How documents are to be: the settings of RAG-Tester's system and user prompts (paper, section 3.2)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ragtester.records import Record

Detail = Literal["concise", "balanced", "comprehensive", "technical"]
Tone = Literal["formal", "neutral", "casual"]
Structure = Literal["any", "prose", "faq", "procedures", "tables"]


class DocumentSettings(Record):
    """Length, level of detail, tone and structure; optionally a topic, a name and required sections."""

    pages: int | None = Field(default=None, ge=1, le=60)
    """About how many pages a document has; None lets its facts decide."""
    detail: Detail = "balanced"
    tone: Tone = "neutral"
    structure: Structure = "any"
    topic: str = Field(default="", max_length=200)
    """What the documents are about, in the user's words."""
    name: str = Field(default="", max_length=120)
    """Title of the document; with several documents a number is added."""
    required_sections: tuple[str, ...] = Field(default=(), max_length=20)
    """Headings that every document has."""
    withheld_share: float = Field(default=0.2, ge=0, le=0.8)
    """Share of the facts that no document states."""
    revisions: bool = True
    """Whether some documents come with an older edition whose facts are superseded."""
    contradictions: int = Field(default=0, ge=0, le=20)
    """Facts per document that contradict another document on purpose; declared in the ledger."""
