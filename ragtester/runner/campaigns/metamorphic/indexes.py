"""The indexes of a campaign: one base index for each retriever, and those of its mutants at the cost of what is new."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ragtester.config import Component
from ragtester.errors import ConfigError
from ragtester.metamorphic import IndexSettings, Segmentation, edited, segment
from ragtester.metamorphic.edits import by_document
from ragtester.protocols import Chunker, Index
from ragtester.records import Chunk, Document, Edit, Question, Retrieved, content_key
from ragtester.runner.plan.components import Components
from ragtester.runner.progress import Progress, shown
from ragtester.search import ChangeableIndex
from ragtester.systems.reference import Knowledge, Stages, allowed, passage

_KEPT = 128
"""Mutated indexes that are kept; mutants are run in the order of their index, so a few are enough."""


@dataclass(frozen=True, slots=True)
class Place:
    """Which index a mutant is searched in: the retriever, the changes of its chunk lists, and edited documents."""

    retriever: str
    hybrid: bool = False
    segmentation: tuple[Segmentation, ...] = ()
    edits: tuple[Edit, ...] = ()

    @classmethod
    def of(cls, settings: IndexSettings, edits: Sequence[Edit] = ()) -> Place:
        """The place of a mutant; k is the search's business, not the index's."""
        return cls(settings.retriever, settings.hybrid, settings.segmentation, tuple(edits))

    @property
    def base(self) -> Place:
        """The same retriever over the unchanged corpus."""
        return Place(self.retriever, self.hybrid)


@dataclass(frozen=True, slots=True)
class Built:
    """One index with the chunks and the documents that it was made from."""

    index: Index
    chunks: tuple[Chunk, ...]
    documents: tuple[Document, ...]


class Indexes:
    """Every index of one corpus under one chunker.

    Args:
        components: gives embedders whose vectors are stored.
        documents: the corpus.
        chunker: of the base setting.
        stages: the stages of a system whose retriever is exchanged.
        known: retrievers by their names in the configuration.
        dense: the embedder that a hybrid search adds to a lexical one.
    """

    def __init__(
        self,
        components: Components,
        documents: Sequence[Document],
        *,
        chunker: Chunker,
        stages: Stages,
        known: Mapping[str, Component],
        dense: str,
    ) -> None:
        self.components = components
        self.documents = tuple(documents)
        self.chunker = chunker
        self.by_id = {document.id: document for document in documents}
        self._stages = stages
        self._known = dict(known)
        self._dense = dense
        self._knowledge: dict[Place, Knowledge] = {}
        self._base_chunks: dict[str, list[Chunk]] = {}
        self._mutated: OrderedDict[Place, asyncio.Future[Built]] = OrderedDict()
        self._queries: list[str] = []
        self._keys: dict[Place, str] = {}

    def knowledge(self, place: Place) -> Knowledge:
        """The unchanged corpus under a retriever; systems that differ in their generator share it."""
        base = place.base
        if base not in self._knowledge:
            component = self._component(base)
            dense = self.components.embedder_name(component)
            embedder = self.components.embedder(dense) if dense else None
            stages = replace(
                self._stages,
                chunker=self.chunker,
                embedder=embedder,
                make_retriever=self.components.retriever_factory(component),
            )
            self._knowledge[base] = Knowledge(self.documents, stages)
        return self._knowledge[base]

    def version(self, place: Place) -> str:
        """Content key of what a search in this place depends on, the question apart."""
        if place.base not in self._keys:
            self._keys[place.base] = self.knowledge(place).key()
        return content_key(
            "mutated-index",
            base=self._keys[place.base],
            segmentation=[str(change) for change in place.segmentation],
            edits=[edit.model_dump() for edit in place.edits],
        )

    async def search(self, place: Place, question: Question, *, k: int) -> list[Retrieved]:
        """The `k` best passages of a mutated index, exactly as an index built anew would give them."""
        built = await self.built(place)
        masks = [allowed(question, built.chunks)]
        hits = (await built.index.search([question.text], k=k, allowed=masks))[0]
        return [passage(built.chunks[at], rank=rank, score=score) for rank, (at, score) in enumerate(hits, start=1)]

    async def prepare(self, places: Iterable[Place], queries: Sequence[str], *, progress: Progress) -> None:
        """Embeds the new chunks of all these places in one pass for each embedder, and ranks the queries once."""
        self._queries = list(dict.fromkeys([*self._queries, *queries]))
        texts: dict[str, dict[str, None]] = {}
        for place in dict.fromkeys(places):
            component = self._component(place)
            dense = self.components.embedder_name(component)
            if dense is None or (not place.edits and not place.segmentation):
                continue
            new = texts.setdefault(dense, {})
            for chunks in self._changed_chunks(place).values():
                new.update((chunk.text, None) for chunk in chunks)
        if texts:
            with shown(progress, "new chunks", None) as bar:
                for dense, wanted in texts.items():
                    embedder = self.components.embedder(dense)
                    embedder.bar = bar
                    await embedder.embed(list(wanted))
                    embedder.bar = None

    async def built(self, place: Place) -> Built:
        """The index of a place; made once, shared by all who ask for it meanwhile."""
        known = self._mutated.get(place)
        if known is None:
            known = self._mutated[place] = asyncio.ensure_future(self._build(place))
            while len(self._mutated) > _KEPT:
                self._mutated.popitem(last=False)
        self._mutated.move_to_end(place)
        return await asyncio.shield(known)

    async def _build(self, place: Place) -> Built:
        knowledge = self.knowledge(place)
        base = await knowledge.build()
        if not place.edits and not place.segmentation:
            return Built(base, tuple(knowledge.indexed), tuple(knowledge.documents))
        changed = self._changed_chunks(place)
        edits = by_document(place.edits)
        documents = tuple(edited(d, edits[d.id]) if d.id in edits else d for d in self.documents)
        index: ChangeableIndex = base  # type: ignore[assignment]  # every shipped index changes
        if not place.segmentation and hasattr(base, "changed"):
            await index.store(self._queries)
            change = index.layout.replace(changed)
            return Built(await index.changed(change), tuple(index.layout.replaced(change)), documents)
        chunks = [c for d in knowledge.documents for c in changed.get(d.id, self._base(d))]
        return Built(await knowledge.retriever.index(chunks), tuple(chunks), documents)

    def _changed_chunks(self, place: Place) -> dict[str, list[Chunk]]:
        """The chunk lists of the documents that a place changes."""
        edits = by_document(place.edits)
        changed: dict[str, list[Chunk]] = {}
        for document in self.documents:
            own = edits.get(document.id)
            if not own and not place.segmentation:
                continue
            now = edited(document, own) if own else document
            chunks = self.chunker.chunk(now) if own else self._base(document)
            changed[document.id] = segment(now, chunks, place.segmentation, chunker=self.chunker)
        return changed

    def _base(self, document: Document) -> list[Chunk]:
        if document.id not in self._base_chunks:
            self._base_chunks[document.id] = self.chunker.chunk(document)
        return self._base_chunks[document.id]

    def _component(self, place: Place) -> Component:
        component = self._known.get(place.retriever, Component(name=place.retriever))
        if not place.hybrid or component.name == "hybrid":
            return component
        dense = self._dense if component.name == "bm25" else component.name
        if dense == "bm25":
            raise ConfigError("hybrid search needs an embedder beside bm25", place="repair.strategies")
        return Component(name="hybrid", arguments={"of": dense})
