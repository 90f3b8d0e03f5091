"""One repair applied to one violated mutant: the system's answer with the repair in place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragtester.errors import ConfigError
from ragtester.metamorphic import IndexSettings, RepairStrategy, apply_to_context, repaired_settings, settings_of
from ragtester.metamorphic.repair import (
    best_units,
    corrected,
    evidence_units,
    lexical_scores,
    model_scores,
    newest_first,
    vocabulary,
    with_neighbours,
)
from ragtester.protocols import ChatModel
from ragtester.records import Answer, Chunk, Document, Retrieved
from ragtester.runner.campaigns.metamorphic import Place, Work
from ragtester.runner.cells import question_of
from ragtester.runner.session import Session
from ragtester.systems.reference import ReferenceSystem, Stages


class Repairer:
    """Applies strategies; models are those that the configuration names for repairs."""

    def __init__(self, session: Session, documents: Sequence[Document]) -> None:
        config = session.loaded.config.repair
        self._session = session
        self._documents = tuple(documents)
        self._known_words: dict[Place | None, dict[str, int]] = {}
        upgrade, reranker = (config.upgrade, config.reranker) if config else (None, None)
        self.upgrade: ChatModel | None = session.components.generator(upgrade) if upgrade else None
        self.reranker: ChatModel | None = session.components.model(reranker, what="reranker") if reranker else None

    def refuses(self, strategy: RepairStrategy, work: Work) -> str:
        """Why a strategy is not tried on a fault; empty where it is."""
        if not strategy.applies_to(work.mutant):
            return "it is not meant for this operator and scope"
        if strategy.kind == "generator":
            if self.upgrade is None:
                return "the configuration names no stronger generator (repair.upgrade)"
            stages = _stages(work)
            if stages is None or self.upgrade.version == stages.generator.version:
                return "the system's generator is the stronger one already, or its own"
        if work.subject.settings is None and work.mutant.scope == "pre":
            return "the retrieval of an external system is its own"
        return ""

    def version(self, strategy: RepairStrategy) -> list[str]:
        """What the strategy's answer depends on beside the fault."""
        if strategy.kind == "generator" and self.upgrade:
            return [strategy.name, self.upgrade.version]
        if strategy.name == "rerank" and self.reranker:
            return [strategy.name, self.reranker.version]
        return [strategy.name, repr(strategy)]

    def place(self, strategy: RepairStrategy, work: Work) -> tuple[Place, int] | None:
        """Where a repaired pre-chunk mutant is searched, and how deep."""
        if work.mutant.scope == "post" or work.subject.settings is None:
            return None
        settings: IndexSettings = repaired_settings(settings_of(work.mutant, work.subject.settings), strategy)
        return Place.of(settings, work.mutant.edits), settings.top_k

    async def answer(self, strategy: RepairStrategy, work: Work) -> Answer:
        """The repaired system's answer.

        Raises:
            MeasurementError: it gave none.
        """
        question = question_of(work.instance.test)
        place = self.place(strategy, work)
        chunks: Sequence[Chunk] = ()
        documents = self._documents
        if place is None:
            context = apply_to_context(work.instance.base.context or (), work.mutant)
        else:
            indexes = work.subject.indexes
            if indexes is None:
                raise ConfigError(f"{work.subject.id} has no index of its own", place="repair")
            context = await indexes.search(place[0], question, k=place[1])
            built = await indexes.built(place[0])
            chunks, documents = built.chunks, built.documents
        context = await self._changed(strategy, context, work, chunks, documents, place[0] if place else None)
        stages = _stages(work)
        if stages is not None and place is not None:
            context = stages.fit(question, context)
        system = work.subject.system
        if strategy.kind == "generator" and self.upgrade is not None and isinstance(system, ReferenceSystem):
            stronger = replace(system.stages, generator=self.upgrade)
            system = ReferenceSystem(system.spec, system.knowledge, stronger)
        answer = await system.generate(question, context)
        (self._session.log.reused if answer.reused else self._session.log.done)("generate")
        return answer if answer.context is not None else answer.model_copy(update={"context": tuple(context)})

    async def _changed(
        self,
        strategy: RepairStrategy,
        context: list[Retrieved],
        work: Work,
        chunks: Sequence[Chunk],
        documents: Sequence[Document],
        place: Place | None,
    ) -> list[Retrieved]:
        query = work.instance.test.query
        if strategy.name == "rerank":
            units = evidence_units(context)
            if not units:
                return units
            scores = (
                await model_scores(self.reranker, query, units, prompts=self._session.components.prompts)
                if self.reranker
                else lexical_scores(query, units)
            )
            return best_units(units, scores)
        if strategy.name == "neighbour_chunks":
            return with_neighbours(context, chunks)
        if strategy.name == "recency_rule":
            return newest_first(context, {document.id: document for document in documents})
        if strategy.name == "typo_tolerance":
            if place not in self._known_words:
                self._known_words[place] = vocabulary(document.text for document in documents)
            return corrected(context, self._known_words[place], question=query)
        return context


def _stages(work: Work) -> Stages | None:
    system = work.subject.system
    return system.stages if isinstance(system, ReferenceSystem) else None
