"""One mutant run on one system: its answer under the mutant, what the oracle sees, and the outcome."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from ragtester.errors import MeasurementError, RagtesterError, ReplyError
from ragtester.metamorphic import (
    Observation,
    apply_to_context,
    apply_to_documents,
    diff,
    edited,
    evidence_documents,
    truth,
    unmeasured_outcome,
)
from ragtester.metamorphic.edits import by_document
from ragtester.records import (
    Answer,
    Corpus,
    Document,
    DocumentChange,
    Fact,
    RelationOutcome,
    Retrieved,
    content_key,
    text_hash,
)
from ragtester.runner.campaigns.metamorphic.making import Work
from ragtester.runner.campaigns.metamorphic.oracles import Oracle
from ragtester.runner.cells import question_of
from ragtester.runner.session import Session
from ragtester.runner.stored import touched_replies
from ragtester.systems.reference import ReferenceSystem

RELATION_VERSION = "1"
"""Changes when outcomes are computed otherwise from the same answers."""


class Relater:
    """Runs mutants and decides their outcomes; the one place here for a broad `except`."""

    def __init__(self, session: Session, corpus: Corpus, oracle: Oracle) -> None:
        self._session = session
        self._corpus = corpus
        self._facts: Mapping[str, Fact] = {fact.id: fact for fact in corpus.facts}
        self._locks: dict[str, asyncio.Lock] = {}
        self._restored: set[str] = set()
        self.oracle = oracle

    def key(self, work: Work) -> str:
        """Content key of an outcome: the mutation, the system, the base answer and the oracle."""
        mutant, subject = work.mutant, work.subject
        searched = subject.indexes.version(work.place) if subject.indexes and work.place else None
        return content_key(
            "relate",
            version=RELATION_VERSION,
            oracle=self.oracle.version,
            system=subject.cell.version,
            searched=[searched, work.k],
            test=work.instance.test.model_dump(mode="json"),
            base=[text_hash(work.instance.base.text), _hashes(work.instance.base.context)],
            scope=mutant.scope,
            operator=mutant.operator,
            edits=[edit.model_dump() for edit in mutant.edits],
            note=mutant.note,
        )

    async def outcome(self, work: Work) -> tuple[RelationOutcome, bool]:
        """The outcome of a mutant, and whether it is final (an unmeasured one is not stored as a result)."""
        try:
            answer = await self.answer(work)
            found = await self._decided(self.observation(work, answer))
        except MeasurementError as error:
            found = unmeasured_outcome(work.mutant, system=work.subject.id, reason=error.reason, rationale=str(error))
        except RagtesterError:
            raise
        except Exception as error:  # noqa: BLE001  the worker boundary: a system's crash is its result
            message = f"{type(error).__name__}: {error}"
            found = unmeasured_outcome(work.mutant, system=work.subject.id, reason="system_error", rationale=message)
        return found, found.outcome != "unmeasured"

    async def answer(self, work: Work) -> Answer:
        """The system's answer under the mutant.

        Raises:
            MeasurementError: it gave none.
        """
        question = question_of(work.instance.test)
        if work.mutant.scope == "post":
            context = apply_to_context(work.instance.base.context or (), work.mutant)
            return await self._generated(work, context)
        indexes, system = work.subject.indexes, work.subject.system
        if indexes is None or work.place is None or not isinstance(system, ReferenceSystem):
            return await self._ingested(work)
        found = await indexes.search(work.place, question, k=work.k)
        return await self._generated(work, system.stages.fit(question, found))

    async def _generated(self, work: Work, context: Sequence[Retrieved]) -> Answer:
        answer = await work.subject.system.generate(question_of(work.instance.test), context)
        (self._session.log.reused if answer.reused else self._session.log.done)("generate")
        return answer if answer.context is not None else answer.model_copy(update={"context": tuple(context)})

    async def _ingested(self, work: Work) -> Answer:
        """An external system's answer while it holds the mutated documents; the original ones are put back."""
        edits = by_document(work.mutant.edits)
        originals = [document for document in self._corpus.documents if document.id in edits]
        system = work.subject.system
        async with self._locks.setdefault(work.subject.id, asyncio.Lock()):
            if work.subject.id not in self._restored:
                # A killed campaign may have left a mutated document behind.
                await system.ingest([_upsert(document) for document in self._corpus.documents])
                self._restored.add(work.subject.id)
            await system.ingest([_upsert(edited(d, edits[d.id])) for d in originals])
            try:
                answer = await system.ask(question_of(work.instance.test))
            finally:
                await system.ingest([_upsert(document) for document in originals])
        self._session.log.done("generate")
        return answer

    async def _decided(self, seen: Observation, *, sample: int = 0) -> RelationOutcome:
        with touched_replies() as touched:
            try:
                return await self.oracle.decide(seen, sample=sample)
            except ReplyError as error:
                if error.reason == "unparseable":
                    self._session.store.forget(touched)
                raise

    async def decided(self, work: Work, answer: Answer, *, sample: int = 0) -> RelationOutcome:
        """The oracle's verdict on an answer that is there already; `sample` counts its repetitions.

        Raises:
            MeasurementError: the judge gave nothing usable.
        """
        return await self._decided(self.observation(work, answer), sample=sample)

    def observation(self, work: Work, answer: Answer) -> Observation:
        """What the oracle may look at."""
        texts, before, after = self._texts(work)
        return Observation.of(
            work.instance.test,
            work.mutant,
            system=work.subject.id,
            base=work.instance.base,
            answer=answer,
            before=before,
            after=after,
            diff=diff(work.mutant, texts),
        )

    def with_truth(self, work: Work, outcome: RelationOutcome) -> RelationOutcome:
        """The outcome beside what the test's own answers say of it."""
        if outcome.outcome not in ("held", "violated"):
            return outcome
        texts, _, _ = self._texts(work, changed=False)
        known = truth(work.instance.test, work.mutant, outcome.mutant_answer, texts, facts=self._facts)
        return outcome.model_copy(update={"truth": known.outcome if known else None})

    def originals(self, work: Work) -> dict[str, str]:
        """The texts that a mutant changes, before the change: documents (pre) or passages (post) by id."""
        return self._texts(work, changed=False)[0]

    def _texts(self, work: Work, *, changed: bool = True) -> tuple[dict[str, str], list[str], list[str]]:
        if work.mutant.scope == "post":
            context = work.instance.base.context or ()
            texts = {passage.chunk: passage.text for passage in context}
            after = [p.text for p in apply_to_context(context, work.mutant)] if changed else []
            return texts, list(texts.values()), after
        held = evidence_documents(work.instance.test, self._corpus.documents)
        texts = {document.id: document.text for document in held}
        now: Sequence[Document] = apply_to_documents(held, work.mutant) if changed and work.mutant.edits else held
        return texts, list(texts.values()), [document.text for document in now]


def _upsert(document: Document) -> DocumentChange:
    return DocumentChange(
        action="upsert",
        document=document.id,
        text=document.text,
        title=document.title,
        revision=document.revision,
        tenant=document.tenant,
        roles=document.roles,
        effective_from=document.effective_from,
        effective_to=document.effective_to,
    )


def _hashes(context: Sequence[Retrieved] | None) -> list[str] | None:
    return None if context is None else [text_hash(passage.text) for passage in context]
