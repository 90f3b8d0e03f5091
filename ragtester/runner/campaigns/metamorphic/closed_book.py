"""The generator of a system asked without the corpus: whoever knows the answer anyway is no base instance."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.errors import UsageError
from ragtester.prompts import Prompt
from ragtester.protocols import ChatModel, RagSystem
from ragtester.records import (
    Answer,
    Capability,
    DocumentChange,
    IngestReceipt,
    Question,
    Request,
    Retrieved,
    content_key,
)


class ClosedBook:
    """Answers from what the model knows (paper, section 5.2.1)."""

    capabilities: frozenset[Capability] = frozenset(("ask",))

    def __init__(self, name: str, generator: ChatModel, prompt: Prompt, *, max_tokens: int, temperature: float) -> None:
        self.name = name
        self._generator = generator
        self._prompt = prompt
        self._max_tokens = max_tokens
        self._temperature = temperature

    @property
    def version(self) -> str:
        """Content key of everything that an answer depends on, the question apart."""
        return content_key(
            "closed-book",
            generator=[self._generator.name, self._generator.version],
            prompt=self._prompt.hash,
            max_tokens=self._max_tokens,
            temperature=self._temperature,
        )

    async def ask(self, question: Question) -> Answer:
        """The generator's answer to the bare question.

        Raises:
            MeasurementError: it gave no usable reply.
        """
        request = Request(
            messages=self._prompt.messages(question=question.text),
            temperature=self._temperature,
            max_tokens=self._max_tokens,
            prompt_hash=self._prompt.hash,
            question=question.text,
            sample=question.sample,
        )
        reply = await self._generator.ask(request)
        return Answer(
            text=reply.text,
            finish=reply.finish,
            usage=reply.usage,
            seconds=reply.seconds,
            model=reply.model,
            reused=reply.reused,
        )

    async def retrieve(self, question: Question) -> Answer:
        """Has nothing to retrieve from."""
        raise UsageError(f"{self.name} is asked without a corpus and retrieves nothing")

    async def generate(self, question: Question, contexts: Sequence[Retrieved]) -> Answer:
        """Has no passages to answer from."""
        raise UsageError(f"{self.name} is asked without a corpus and takes no passages")

    async def ingest(self, changes: Sequence[DocumentChange]) -> IngestReceipt:
        """Has no corpus."""
        raise UsageError(f"{self.name} is asked without a corpus and takes no documents")


class WithoutPassages(ClosedBook):
    """An external system that generates, given no passage at all."""

    def __init__(self, name: str, system: RagSystem) -> None:
        self.name = name
        self._system = system

    @property
    def version(self) -> str:
        """Of the system, closed-book."""
        return content_key("closed-book", system=self._system.version)

    async def ask(self, question: Question) -> Answer:
        """The system's answer from no passage.

        Raises:
            MeasurementError: it gave none.
        """
        return await self._system.generate(question, ())
