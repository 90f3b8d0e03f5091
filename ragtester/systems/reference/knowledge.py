"""What a pipeline knows: documents, their chunks, and the index over them; shared by many systems."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from datetime import date, datetime

from ragtester.protocols import Index, Retriever
from ragtester.records import Chunk, Document, DocumentChange, Question, Retrieved, content_key
from ragtester.systems.reference.stages import Stages


class Knowledge:
    """Documents made searchable by the first half of a pipeline's stages.

    Systems that differ only in reranker, top-k or generator share one. It is built on first use;
    after `ingest` the changed documents are cut again and the index is renewed.
    """

    def __init__(self, documents: Iterable[Document], stages: Stages) -> None:
        self._given = {document.id: document for document in documents}
        self._stages = stages
        self._lock = asyncio.Lock()
        self._index: Index | None = None
        self._found: dict[tuple[str, str], list[Retrieved]] = {}
        self.retriever: Retriever = stages.make_retriever(stages.embedder)
        self.documents: list[Document] = []
        self.chunks: list[Chunk] = []
        """As cut."""
        self.indexed: list[Chunk] = []
        """As indexed; they may differ from `chunks` only where a stage is faulty."""

    @property
    def given(self) -> list[Document]:
        """The documents before any stage touched them."""
        return list(self._given.values())

    def key(self) -> str:
        """Content key of everything that a search result depends on, the question apart."""
        return content_key(
            "knowledge",
            documents=sorted([document.id, document.content_hash()] for document in self._given.values()),
            chunker=[self._stages.chunker.name, self._stages.chunker.version],
            retriever=[self.retriever.name, self.retriever.version],
            stages=self._stages.version,
        )

    async def build(self) -> Index:
        """The index, made on the first call."""
        async with self._lock:
            if self._index is None:
                self.documents = self._stages.parse(list(self._given.values()))
                self.chunks = [chunk for document in self.documents for chunk in self._stages.chunker.chunk(document)]
                self.indexed = self._stages.keep(self.chunks)
                self._index = await self.retriever.index(self.indexed)
            return self._index

    async def prepare(self, questions: Sequence[Question], *, k: int) -> None:
        """Searches for many questions at once, so that `candidates` finds them ready."""
        index = await self.build()
        missing = {_asker(question): question for question in questions}
        missing = {key: question for key, question in missing.items() if len(self._found.get(key, ())) < k}
        if not missing:
            return
        asked = list(missing.values())
        masks = [self._stages.allow(question, self.indexed) for question in asked]
        hits = await index.search([question.text for question in asked], k=k, allowed=masks)
        for key, found in zip(missing, hits, strict=True):
            self._found[key] = [
                passage(self.indexed[position], rank=rank, score=score)
                for rank, (position, score) in enumerate(found, start=1)
            ]

    async def candidates(self, question: Question, *, k: int) -> list[Retrieved]:
        """The `k` best passages for one question, best first."""
        found = self._found.get(_asker(question))
        if found is None or (len(found) < k and len(found) < len(self.indexed)):
            await self.prepare([question], k=k)
            found = self._found[_asker(question)]
        return found[:k]

    def ingest(self, changes: Sequence[DocumentChange]) -> None:
        """Takes document changes; an older revision than the one that is known changes nothing."""
        for change in changes:
            known = self._given.get(change.document)
            if known is not None and change.revision < known.revision:
                continue
            if change.action == "delete":
                self._given.pop(change.document, None)
            else:
                self._given[change.document] = _document(change)
        self._index = None
        self._found.clear()


def passage(chunk: Chunk, *, rank: int, score: float | None = None) -> Retrieved:
    """A chunk as a search returns it."""
    return Retrieved(
        chunk=chunk.id,
        document=chunk.document,
        text=chunk.text,
        rank=rank,
        score=score,
        start=chunk.start,
        end=chunk.end,
        version=str(chunk.revision),
        tenant=chunk.tenant,
    )


def _asker(question: Question) -> tuple[str, str]:
    return question.text, f"{question.tenant}|{question.role}|{question.as_of}"


def _document(change: DocumentChange) -> Document:
    return Document(
        id=change.document,
        title=change.title,
        text=change.text,
        revision=change.revision,
        tenant=change.tenant,
        roles=change.roles,
        effective_from=_day(change.effective_from),
        effective_to=_day(change.effective_to),
    )


def _day(moment: date | datetime | None) -> date | None:
    return moment.date() if isinstance(moment, datetime) else moment
