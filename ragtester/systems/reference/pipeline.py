"""The reference RAG pipeline: load, chunk, embed, search, rerank, fit, prompt, generate; every stage traced."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ragtester.records import (
    Answer,
    Capability,
    DocumentChange,
    IngestReceipt,
    Question,
    Request,
    Retrieved,
    SystemSpec,
    content_key,
)
from ragtester.systems.reference.knowledge import Knowledge
from ragtester.systems.reference.stages import Stages


class ReferenceSystem:
    """One cell of the matrix: knowledge that may be shared, and the second half of the stages."""

    def __init__(self, spec: SystemSpec, knowledge: Knowledge, stages: Stages) -> None:
        self.spec = spec
        self.knowledge = knowledge
        self.stages = stages

    @property
    def name(self) -> str:
        """Id of the system in the matrix."""
        return self.spec.id

    @property
    def version(self) -> str:
        """Content key of everything that an answer depends on, the question apart."""
        empty = self.stages.compose(Question(text=""), ())
        return content_key(
            "reference-system",
            knowledge=self.knowledge.key(),
            reranker=[self.stages.reranker.name, self.stages.reranker.version],
            top_k=self.stages.top_k,
            candidates=self.stages.candidates,
            prompt=empty.model_dump(mode="json"),
            generator=[self.stages.generator.name, self.stages.generator.version],
            rewriter=self.stages.rewriter.version if self.stages.rewriter else None,
            stages=self.stages.version,
        )

    @property
    def capabilities(self) -> frozenset[Capability]:
        """All of them."""
        return frozenset(("ask", "retrieve", "generate", "ingest"))

    async def retrieve(self, question: Question) -> Answer:
        """Retrieves without generating: the trace with an empty text."""
        started = time.monotonic()
        searched = await self._rewritten(question)
        found = await self.knowledge.candidates(searched, k=self.stages.candidates)
        candidates = self.stages.searched(searched, found)
        ranked = await self.stages.reranker.rerank(searched.text, candidates, k=self.stages.top_k)
        reranked = self.stages.chosen(searched, list(ranked))
        context = self.stages.fit(question, list(reranked))
        return Answer(
            text="",
            candidates=tuple(candidates),
            reranked=tuple(reranked),
            context=tuple(context),
            query=searched.text if searched.text != question.text else None,
            seconds=time.monotonic() - started,
        )

    async def ask(self, question: Question) -> Answer:
        """Retrieves, then generates.

        Raises:
            MeasurementError: the generator gave no usable reply.
        """
        return await self._generate(question, await self.retrieve(question))

    async def generate(self, question: Question, contexts: Sequence[Retrieved]) -> Answer:
        """Answers from the given passages only.

        Raises:
            MeasurementError: the generator gave no usable reply.
        """
        return await self._generate(question, Answer(text="", context=tuple(contexts)))

    def request(self, question: Question, contexts: Sequence[Retrieved]) -> Request:
        """What the generator is sent; equal requests are one piece of work."""
        request = self.stages.compose(question, contexts)
        return request.model_copy(update={"sample": question.sample}) if question.sample != request.sample else request

    async def _generate(self, question: Question, trace: Answer) -> Answer:
        request = self.request(question, trace.context or ())
        reply = await self.stages.generator.ask(request)
        return Answer(
            text=reply.text,
            candidates=trace.candidates,
            reranked=trace.reranked,
            context=trace.context,
            prompt=request.messages,
            query=trace.query,
            finish=reply.finish,
            usage=reply.usage,
            seconds=trace.seconds + reply.seconds,
            model=reply.model,
            reused=reply.reused,
        )

    async def ingest(self, changes: Sequence[DocumentChange]) -> IngestReceipt:
        """Takes document changes, which the next question sees; what cannot be taken is under `failed`."""
        return self.knowledge.ingest(changes)

    async def records(self) -> list[Retrieved]:
        """Every record of the index, of every revision, tenant and role."""
        return await self.knowledge.records()

    async def restart(self) -> None:
        """Forgets everything that is made from the documents, and makes it again from them."""
        self.knowledge.forget()
        await self.knowledge.build()

    async def _rewritten(self, question: Question) -> Question:
        rewriter, prompt = self.stages.rewriter, self.stages.rewrite_prompt
        if rewriter is None or prompt is None:
            return question
        reply = await rewriter.ask(
            Request(messages=prompt.messages(question=question.text), max_tokens=80, prompt_hash=prompt.hash)
        )
        return question.model_copy(update={"text": reply.text.strip() or question.text})
