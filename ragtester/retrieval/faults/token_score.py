"""The plain retriever: one point per query token that a passage holds; ties go by list order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from ragtester.records import (
    Answer,
    Capability,
    DocumentChange,
    DocumentStatus,
    IngestReceipt,
    Question,
    Retrieved,
)
from ragtester.retrieval.faults.fuzzy import similarity
from ragtester.retrieval.faults.ocr import OcrRule
from ragtester.retrieval.faults.tables import join_tables
from ragtester.retrieval.faults.tokens import tokens

PAGE_BREAK = "\f"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One retrievable text with what is known of its source."""

    id: str
    document: str
    text: str
    subject: str = ""
    updated: date = date.min
    status: DocumentStatus = "current"
    extra: Mapping[str, str] = field(default_factory=dict)
    """Further fields that are searched, such as a product code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixes:
    """Four protections, each against one cause; all are off by default."""

    prefer: Literal["", "newest", "current"] = ""
    """`newest`: of equal scores the latest update wins; `current`: what is superseded or withdrawn goes last."""
    ocr: OcrRule | None = None
    fuzzy: float | None = None
    """Similarity from which a misspelt word counts as matched; see `calibrate_threshold`."""
    tables: bool = False
    """Join tables that run over a page break when documents are taken in."""


def rank(query: str, passages: Sequence[Passage], *, k: int, fixes: Fixes | None = None) -> list[tuple[Passage, int]]:
    """The `k` best passages with their scores.

    Args:
        query: any text.
        passages: in list order, which decides between equal scores.
        k: how many.
        fixes: protections; none by default.
    """
    used = fixes or Fixes()
    asked = tokens(query)
    if used.ocr is not None:
        asked = [used.ocr.word(token) for token in asked]
    scored = [(passage, _score(asked, _indexed(passage, used.ocr), used.fuzzy)) for passage in passages]
    order = {"current": 0, "superseded": 1, "withdrawn": 2}

    def key(pair: tuple[Passage, int]) -> tuple[int, int, int]:
        passage, score = pair
        newest = -passage.updated.toordinal() if used.prefer == "newest" else 0
        return (-score, order[passage.status] if used.prefer == "current" else 0, newest)

    return sorted(scored, key=key)[:k]


def _score(asked: Sequence[str], held: frozenset[str], threshold: float | None) -> int:
    if threshold is None:
        return sum(token in held for token in asked)
    return sum(token in held or any(similarity(token, other) >= threshold for other in held) for token in asked)


def _indexed(passage: Passage, rule: OcrRule | None) -> frozenset[str]:
    fields = {"subject": passage.subject, "text": passage.text, **passage.extra}
    held: set[str] = set()
    for name, text in fields.items():
        found = tokens(text)
        held.update(rule.word(token) for token in found) if rule and rule.applies_to(name) else held.update(found)
    return frozenset(held)


class TokenScoreSystem:
    """The plain retriever as a system that can ingest and retrieve, for fault packs and lessons."""

    def __init__(self, *, fixes: Fixes | None = None, k: int = 1) -> None:
        self.fixes = fixes or Fixes()
        self.k = k
        self.passages: list[Passage] = []

    @property
    def name(self) -> str:
        """Id of the system."""
        return "token-score"

    @property
    def version(self) -> str:
        """Changes with the rules of scoring."""
        return f"1/{self.fixes}"

    @property
    def capabilities(self) -> frozenset[Capability]:
        """It has no generator."""
        return frozenset(("retrieve", "ingest"))

    async def ingest(self, changes: Sequence[DocumentChange]) -> IngestReceipt:
        """Cuts each document at its page breaks; a document with the same id is replaced."""
        for change in changes:
            self.passages = [one for one in self.passages if one.document != change.document]
            if change.action == "upsert":
                pages = change.text.split(PAGE_BREAK)
                texts = join_tables(pages) if self.fixes.tables else pages
                self.passages += [_passage(change, number, text) for number, text in enumerate(texts, start=1)]
        return IngestReceipt(accepted=tuple(change.document for change in changes))

    async def retrieve(self, question: Question) -> Answer:
        """The `k` best passages as candidates and as context."""
        found = tuple(
            Retrieved(chunk=one.id, document=one.document, text=one.text, rank=position, score=float(score))
            for position, (one, score) in enumerate(
                rank(question.text, self.passages, k=self.k, fixes=self.fixes), start=1
            )
        )
        return Answer(text="", candidates=found, context=found)

    async def ask(self, question: Question) -> Answer:
        """Retrieves: there is no generator."""
        return await self.retrieve(question)

    async def generate(self, question: Question, contexts: Sequence[Retrieved]) -> Answer:
        """The passages as they are: there is no generator."""
        return Answer(text="", context=tuple(contexts))


def _passage(change: DocumentChange, number: int, text: str) -> Passage:
    moment = change.effective_from
    day = date.min if moment is None else date(moment.year, moment.month, moment.day)
    return Passage(
        id=f"{change.document}#{number}",
        document=change.document,
        text=text.strip(),
        subject=change.title,
        updated=day,
        status="superseded" if change.effective_to is not None else "current",
    )
