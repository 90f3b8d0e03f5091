"""What a pipeline knows: documents, their chunks, and the index over them; shared by many systems."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ragtester.protocols import Index, Retriever
from ragtester.records import Chunk, Document, DocumentChange, IngestReceipt, Question, Retrieved, content_key
from ragtester.systems.reference.revisions import Revisions
from ragtester.systems.reference.stages import Stages


@dataclass(frozen=True)
class _Built:
    """One state of the documents made searchable, whole: a reader never sees half of an update."""

    documents: list[Document]
    chunks: list[Chunk]
    indexed: list[Chunk]
    index: Index
    found: dict[tuple[str, str], list[Retrieved]] = field(default_factory=dict)
    """What was searched for in this state; it goes with it."""


class Knowledge:
    """Documents made searchable by the first half of a pipeline's stages.

    Systems that differ only in reranker, top-k or generator share one. It is built on first use; after
    `ingest` the changed documents are cut again and the index is renewed.
    """

    def __init__(self, documents: Iterable[Document], stages: Stages) -> None:
        self._revisions = Revisions(documents)
        self._stages = stages
        self._lock = asyncio.Lock()
        self._built: _Built | None = None
        self._last: _Built | None = None
        self._state = 0
        self.retriever: Retriever = stages.make_retriever(stages.embedder)

    @property
    def given(self) -> list[Document]:
        """The documents before any stage touched them."""
        return self._revisions.documents

    @property
    def documents(self) -> list[Document]:
        """As parsed when the index was last built; empty before."""
        return self._last.documents if self._last else []

    @property
    def chunks(self) -> list[Chunk]:
        """As cut when the index was last built."""
        return self._last.chunks if self._last else []

    @property
    def indexed(self) -> list[Chunk]:
        """As indexed; they may differ from `chunks` only where a stage is faulty."""
        return self._last.indexed if self._last else []

    def key(self) -> str:
        """Content key of everything that a search result depends on, the question apart."""
        return content_key(
            "knowledge",
            documents=sorted([document.id, document.content_hash()] for document in self.given),
            chunker=[self._stages.chunker.name, self._stages.chunker.version],
            retriever=[self.retriever.name, self.retriever.version],
            stages=self._stages.version,
        )

    async def build(self) -> Index:
        """The index, made on the first call."""
        return (await self._current()).index

    async def prepare(self, questions: Sequence[Question], *, k: int) -> None:
        """Searches for many questions at once, so that `candidates` finds them ready."""
        await self._search(await self._current(), questions, k=k)

    async def candidates(self, question: Question, *, k: int) -> list[Retrieved]:
        """The `k` best passages for one question, best first."""
        built = await self._current()
        found = built.found.get(_asker(question))
        if found is None or (len(found) < k and len(found) < len(built.indexed)):
            await self._search(built, [question], k=k)
            found = built.found[_asker(question)]
        return found[:k]

    async def records(self) -> list[Retrieved]:
        """Every chunk of the index, of every revision, tenant and role."""
        built = await self._current()
        return [passage(chunk, rank=rank) for rank, chunk in enumerate(built.indexed, start=1)]

    def ingest(self, changes: Sequence[DocumentChange]) -> IngestReceipt:
        """Takes document changes, each or not; the next question sees them."""
        receipt = self._revisions.apply(changes)
        self.forget()
        return receipt

    def forget(self) -> None:
        """Drops everything that is made from the documents: chunks, index and what was searched for."""
        self._built = None
        self._state += 1

    async def _current(self) -> _Built:
        if self._built is not None:
            return self._built
        async with self._lock:
            while self._built is None:
                state = self._state
                documents = self._stages.parse(self.given)
                chunks = [chunk for document in documents for chunk in self._stages.chunker.chunk(document)]
                indexed = self._stages.keep(chunks)
                made = _Built(documents, chunks, indexed, await self.retriever.index(indexed))
                if state == self._state:  # else documents changed meanwhile: this state is over
                    self._built = self._last = made
            return self._built

    async def _search(self, built: _Built, questions: Sequence[Question], *, k: int) -> None:
        wanted = {_asker(question): question for question in questions}
        missing = {key: question for key, question in wanted.items() if len(built.found.get(key, ())) < k}
        if not missing:
            return
        asked = list(missing.values())
        masks = [self._stages.allow(question, built.indexed) for question in asked]
        hits = await built.index.search([question.text for question in asked], k=k, allowed=masks)
        for key, found in zip(missing, hits, strict=True):
            built.found[key] = [
                passage(built.indexed[position], rank=rank, score=score)
                for rank, (position, score) in enumerate(found, start=1)
            ]


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
    return question.text, repr((question.tenant, question.role, question.as_of))
