"""Rerankers: none, by shared words, by a cross-encoder, or by a chat model."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from ragtester.protocols import ChatModel, Reranker
from ragtester.records import JsonValue
from ragtester.search.rerankers.cross_encoder import CrossEncoderReranker, make_cross_encoder
from ragtester.search.rerankers.lexical import LexicalReranker, make_lexical
from ragtester.search.rerankers.llm import LlmReranker, make_llm
from ragtester.search.rerankers.none import NoReranker, make_none
from ragtester.search.rerankers.order import reranked

RerankerFactory: TypeAlias = Callable[[str, Mapping[str, JsonValue], "ChatModel | None", Path], Reranker]
"""Name in the configuration, arguments, chat model if there is one, folder that relative paths start from."""

RERANKERS: dict[str, RerankerFactory] = {
    "cross_encoder": make_cross_encoder,
    "lexical": make_lexical,
    "llm": make_llm,
    "none": make_none,
}
"""The rerankers that ship; third parties add theirs by the entry point group `ragtester.rerankers`."""

__all__ = [
    "RERANKERS",
    "CrossEncoderReranker",
    "LexicalReranker",
    "LlmReranker",
    "NoReranker",
    "RerankerFactory",
    "reranked",
]
