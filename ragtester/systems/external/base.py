"""What external systems have in common: a name, a version, what they can do, and honest refusals."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.errors import EndpointError
from ragtester.records import (
    Answer,
    Capability,
    DocumentChange,
    IngestReceipt,
    JsonValue,
    Question,
    Retrieved,
    content_key,
)


class ExternalSystem:
    """A system that can do nothing yet; each kind adds what it can."""

    kind = ""

    def __init__(
        self, name: str, arguments: JsonValue, *, capabilities: frozenset[Capability], version: str = ""
    ) -> None:
        self._name = name
        self._arguments = arguments
        self._version = version
        self._capabilities = capabilities

    @property
    def name(self) -> str:
        """Its name in the configuration."""
        return self._name

    @property
    def version(self) -> str:
        """Content key of what the configuration says of it; `version` there renews its answers."""
        return content_key("external", name=self._name, of=self.kind, arguments=self._arguments, version=self._version)

    @property
    def capabilities(self) -> frozenset[Capability]:
        """What it can do."""
        return self._capabilities

    async def ask(self, question: Question) -> Answer:
        """Answers a question."""
        raise self._cannot("ask")

    async def retrieve(self, question: Question) -> Answer:
        """Retrieves without generating."""
        raise self._cannot("retrieve")

    async def generate(self, question: Question, contexts: Sequence[Retrieved]) -> Answer:
        """Answers from the given passages."""
        raise self._cannot("generate")

    async def ingest(self, changes: Sequence[DocumentChange]) -> IngestReceipt:
        """Takes document changes."""
        raise self._cannot("ingest")

    async def close(self) -> None:
        """Ends what it keeps open, which is nothing unless a kind says otherwise."""

    def _cannot(self, what: str) -> EndpointError:
        return EndpointError(f"{self._name} cannot {what}", problem="bad_request", retryable=False)


def question_fields(question: Question) -> dict[str, JsonValue]:
    """A question as a program or service receives it."""
    return {
        "question": question.text,
        "tenant": question.tenant,
        "role": question.role,
        "language": question.language,
        "as_of": question.as_of.isoformat() if question.as_of else None,
    }
