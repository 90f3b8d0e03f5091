"""The interfaces between layers; everything above `protocols` speaks to these, never to a class.

A component carries `name` (stable, unique in its registry) and `version` (changes whenever the same
input may give another result); both are part of every content key.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from ragtester.records import (
    Answer,
    Capability,
    Chunk,
    Document,
    DocumentChange,
    IngestReceipt,
    Question,
    Reply,
    Request,
    Retrieved,
    Test,
    Verdict,
)

Vectors: TypeAlias = npt.NDArray[np.float32]
"""Shape (n, d), one unit-length row per text."""


@runtime_checkable
class ChatModel(Protocol):
    """A chat model behind any transport."""

    @property
    def name(self) -> str:
        """Name in the configuration."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same request may get another reply: model id, weights, endpoint."""
        ...

    @property
    def samples(self) -> bool:
        """Whether equal requests may get different replies (False for a deterministic model)."""
        ...

    async def ask(self, request: Request) -> Reply:
        """The reply to one request.

        Raises:
            EndpointError: no usable answer after bounded retries.
            ReplyError: the reply is empty or was refused by the API.
        """
        ...


@runtime_checkable
class Embedder(Protocol):
    """Texts to unit vectors."""

    @property
    def name(self) -> str:
        """Name in the configuration."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same text may get another vector."""
        ...

    async def embed(self, texts: Sequence[str], *, purpose: Literal["document", "query"] = "document") -> Vectors:
        """Unit-length float32 rows, shape (len(texts), d), in the order of `texts`.

        Raises:
            EndpointError: a remote embedder did not answer.
        """
        ...


class Index(Protocol):
    """Chunks made searchable."""

    async def search(
        self, queries: Sequence[str], *, k: int, allowed: Sequence[npt.NDArray[np.bool_] | None] | None = None
    ) -> list[list[tuple[int, float]]]:
        """For each query the `k` best (position of the chunk, score), best first, ties by position.

        `allowed` gives a mask over the chunks per query, or None for all of them.
        """
        ...


class Retriever(Protocol):
    """Makes an index of chunks: dense, lexical, or both."""

    @property
    def name(self) -> str:
        """Name in the configuration."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same chunks and query may give another ranking."""
        ...

    async def index(self, chunks: Sequence[Chunk]) -> Index:
        """An index over `chunks`."""
        ...


class Reranker(Protocol):
    """Reorders candidates for one query."""

    @property
    def name(self) -> str:
        """Name in the configuration."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same candidates may be ordered otherwise."""
        ...

    async def rerank(self, query: str, candidates: Sequence[Retrieved], *, k: int) -> list[Retrieved]:
        """The `k` best, best first, with ranks and scores set anew."""
        ...


class Chunker(Protocol):
    """Cuts a document into chunks."""

    @property
    def name(self) -> str:
        """Name with its parameters, such as `recursive-800-80`."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same document may be cut otherwise."""
        ...

    def chunk(self, document: Document) -> list[Chunk]:
        """The document's chunks in order, with offsets; together they hold all of its text."""
        ...


@runtime_checkable
class RagSystem(Protocol):
    """A system under test; a call outside `capabilities` is the caller's mistake."""

    @property
    def name(self) -> str:
        """Id of the system in the matrix."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same question may be answered otherwise."""
        ...

    @property
    def capabilities(self) -> frozenset[Capability]:
        """What it can do."""
        ...

    async def ask(self, question: Question) -> Answer:
        """Answers a question from its own corpus.

        Raises:
            MeasurementError: there is no answer that could be judged.
        """
        ...

    async def retrieve(self, question: Question) -> Answer:
        """Retrieves without generating: an answer with an empty text and the trace."""
        ...

    async def generate(self, question: Question, contexts: Sequence[Retrieved]) -> Answer:
        """Answers from the given passages only."""
        ...

    async def ingest(self, changes: Sequence[DocumentChange]) -> IngestReceipt:
        """Takes document changes; what it accepted may become visible later."""
        ...


@runtime_checkable
class Judge(Protocol):
    """Says whether an answer is right, relevant, complete and clear."""

    @property
    def name(self) -> str:
        """Name in the configuration."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same answer may get another verdict: rules, prompt, model."""
        ...

    async def judge(self, test: Test, answer: Answer) -> Verdict:
        """The verdict; `unmeasured` where the judge's model failed, never an exception for that."""
        ...
