"""A small RAG system in memory for lifecycle tests: right by default, wrong in one way on demand."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.errors import EndpointError
from ragtester.records import Answer, Capability, DocumentChange, IngestReceipt, Question, Retrieved
from ragtester.retrieval.lifecycle import Clock

DEFECTS = (
    "orphans",
    "stale_cache",
    "last_event_wins",
    "missing_item",
    "cache_leak",
    "late_index",
    "duplicates",
    "ignores_roles",
    "keeps_old_chunks",
    "torn_update",
    "ignores_dates",
    "forgets",
    "resurrects",
    "repopulates",
)


@dataclass(frozen=True)
class Stored:
    change: DocumentChange
    text: str
    number: int
    visible: float


class MemorySystem:
    """Documents by revision with tenants, roles, dates and tombstones, a cache, and an index that may lag."""

    name = "memory"
    version = "1"
    capabilities: frozenset[Capability] = frozenset(("ask", "retrieve", "ingest"))

    def __init__(self, clock: Clock, *, defect: str = "", lag_s: float = 0.0, k: int = 5) -> None:
        assert defect == "" or defect in DEFECTS, defect
        self.clock = clock
        self.defect = defect
        self.lag_s = 1.6 if defect == "late_index" else lag_s
        self.evicted: dict[object, tuple[Retrieved, ...]] = {}
        self.evicted_at = 0.0
        self.k = k
        self.index: list[Stored] = []
        self.durable: dict[str, DocumentChange] = {}
        self.tombstones: dict[str, int] = {}
        self.cache: dict[object, tuple[Retrieved, ...]] = {}
        self.fail_once: dict[str, str] = {}
        self.silent: set[str] = set()
        self.answers = True

    async def ingest(self, changes: Sequence[DocumentChange]) -> IngestReceipt:
        failed = {one.document: self.fail_once.pop(one.document) for one in changes if one.document in self.fail_once}
        for change in changes:
            if change.document not in failed and change.document not in self.silent:
                await self._apply(change)
        if self.defect == "repopulates":
            self.evicted, self.evicted_at = dict(self.cache), self.clock.now()
        if self.defect != "stale_cache":
            self.cache.clear()
        lost = {*failed, *self.silent}
        return IngestReceipt(accepted=tuple(one.document for one in changes if one.document not in lost), failed=failed)

    async def _apply(self, change: DocumentChange) -> None:
        name = change.document
        known = self.durable.get(name)
        older = (known is not None and change.revision < known.revision) or (
            name in self.tombstones and change.revision <= self.tombstones[name] and self.defect != "resurrects"
        )
        if older and self.defect != "last_event_wins":
            return
        if change.action == "delete":
            self.durable.pop(name, None)
            self.tombstones[name] = change.revision
            if self.defect != "orphans":
                self.index = [one for one in self.index if one.change.document != name]
            return
        self.tombstones.pop(name, None)
        if not (self.defect == "forgets" and known is not None):
            self.durable[name] = change
        if self.defect == "missing_item" and known is not None and name.endswith("pupils"):
            return
        if self.defect == "duplicates" and known == change:
            self.index += self._pieces(change)
            return
        kept = [one for one in self.index if one.change.document != name]
        if self.defect == "torn_update":
            self.index = kept
            self.cache.clear()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        if self.defect == "keeps_old_chunks":
            new = {one.number for one in self._pieces(change)}
            kept += [one for one in self.index if one.change.document == name and one.number not in new]
        elif self.lag_s:
            kept += [one for one in self.index if one.change.document == name]
        self.index = kept + self._pieces(change)

    def _pieces(self, change: DocumentChange) -> list[Stored]:
        texts = [text.strip() for text in change.text.split("\n\n") if text.strip()]
        return [Stored(change, text, number, self.clock.now() + self.lag_s) for number, text in enumerate(texts)]

    def _visible(self) -> list[Stored]:
        shown = [one for one in self.index if one.visible <= self.clock.now()]
        newest = {one.change.document: one.change.revision for one in sorted(shown, key=lambda one: one.visible)}
        return [one for one in shown if not self.lag_s or one.change.revision == newest[one.change.document]]

    async def records(self) -> Sequence[Retrieved]:
        return [self._hit(one, rank) for rank, one in enumerate(self._visible(), start=1)]

    async def restart(self) -> None:
        self.cache.clear()
        self.index = [one for change in self.durable.values() for one in self._pieces(change)]

    async def fresh_session(self) -> None:
        return None

    async def retrieve(self, question: Question) -> Answer:
        await asyncio.sleep(0)
        if not self.answers:
            raise EndpointError("the search does not answer", problem="timeout", retryable=True)
        words = " ".join(re.findall(r"[a-z0-9]+", question.text.lower()))
        key: object = (words, question.tenant, question.role, question.as_of, self._state())
        if self.defect == "cache_leak":
            key = (words, question.as_of)
        if self.defect == "repopulates" and self.clock.now() > self.evicted_at + 0.3:
            self.cache.update(self.evicted)
            self.evicted = {}
        if key not in self.cache:
            self.cache[key] = tuple(self._search(question))
        found = self.cache[key]
        return Answer(text="", candidates=found, reranked=found, context=found)

    def _state(self) -> int:
        """What is visible decides a cached answer, so that a late index is seen when it comes."""
        return 0 if self.defect in ("stale_cache", "repopulates") else len(self._visible())

    async def ask(self, question: Question) -> Answer:
        return await self.retrieve(question)

    async def generate(self, question: Question, contexts: Sequence[Retrieved]) -> Answer:
        raise NotImplementedError

    def _search(self, question: Question) -> list[Retrieved]:
        asked = set(re.findall(r"[a-z0-9]+", question.text.lower()))
        scored = []
        for one in self._visible():
            if self._sees(question, one.change):
                score = len(asked & set(re.findall(r"[a-z0-9]+", one.text.lower())))
                if score > 2:
                    scored.append((score, one))
        scored.sort(key=lambda pair: -pair[0])
        return [self._hit(one, rank, score) for rank, (score, one) in enumerate(scored[: self.k], start=1)]

    def _sees(self, question: Question, change: DocumentChange) -> bool:
        if change.tenant is not None and change.tenant != question.tenant:
            return False
        if change.roles and question.role not in change.roles and self.defect != "ignores_roles":
            return False
        if question.as_of is None or self.defect == "ignores_dates":
            return True
        begun = change.effective_from is None or change.effective_from <= question.as_of
        over = change.effective_to is not None and change.effective_to <= question.as_of
        return begun and not over

    def _hit(self, one: Stored, rank: int, score: float | None = None) -> Retrieved:
        return Retrieved(
            chunk=f"{one.change.document}@{one.change.revision}#{one.number}",
            document=one.change.document,
            text=one.text,
            rank=rank,
            score=score,
            version=str(one.change.revision),
            tenant=one.change.tenant,
        )
