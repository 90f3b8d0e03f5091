"""The stages of the reference pipeline as replaceable parts: a fault or a fix is another part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ragtester.prompts import Prompt
from ragtester.protocols import ChatModel, Chunker, Embedder, Reranker, Retriever
from ragtester.records import Chunk, Document, Question, Request, Retrieved

Parse: TypeAlias = Callable[[Sequence[Document]], list[Document]]
"""Documents as loaded to documents as the pipeline keeps them."""
Keep: TypeAlias = Callable[[Sequence[Chunk]], list[Chunk]]
"""Chunks as cut to chunks as indexed."""
Allow: TypeAlias = Callable[[Question, Sequence[Chunk]], npt.NDArray[np.bool_] | None]
"""Which chunks a question may see."""
Select: TypeAlias = Callable[[Question, list[Retrieved]], list[Retrieved]]
"""Passages of one stage to passages of the next."""
Compose: TypeAlias = Callable[[Question, Sequence[Retrieved]], Request]
"""Question and passages to the request for the generator."""


def everything(documents: Sequence[Document]) -> list[Document]:
    """Keeps all documents as they are."""
    return list(documents)


def all_chunks(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Indexes all chunks."""
    return list(chunks)


def unchanged(_question: Question, passages: list[Retrieved]) -> list[Retrieved]:
    """Passes the passages on."""
    return passages


@dataclass(frozen=True, kw_only=True)
class Stages:
    """Every part of a pipeline; `dataclasses.replace` makes another pipeline of it."""

    chunker: Chunker
    make_retriever: Callable[[Embedder | None], Retriever]
    embedder: Embedder | None
    reranker: Reranker
    fit: Select
    """Reranked passages to the final context: budget and order."""
    compose: Compose
    generator: ChatModel
    allow: Allow
    top_k: int
    candidates: int
    """How many candidates a reranker sees; `top_k` where there is none."""
    parse: Parse = everything
    keep: Keep = all_chunks
    searched: Select = unchanged
    """What the search found to the candidates."""
    chosen: Select = unchanged
    """What the reranker chose to what goes on."""
    retired: tuple[Document, ...] = ()
    """Documents that the pipeline once held and must not index: earlier editions, deleted documents."""
    rewriter: ChatModel | None = None
    rewrite_prompt: Prompt | None = None
    version: str = "1"
    """Changes with every part that a content key does not see otherwise."""
    notes: tuple[str, ...] = field(default=())
    """What was replaced, for people."""
