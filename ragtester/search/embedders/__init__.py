"""Embedders: sentence-transformers models, USE multilingual, an OpenAI-compatible endpoint, and hashing for tests."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from ragtester.protocols import Embedder
from ragtester.records import JsonValue
from ragtester.search.embedders.hashing import HashingEmbedder, hashed_vectors, make_hashing
from ragtester.search.embedders.openai_compatible import OpenAIEmbedder, make_openai_embedder
from ragtester.search.embedders.sentence_transformers import (
    SentenceTransformersEmbedder,
    make_sentence_transformers,
)
from ragtester.search.embedders.use_multilingual import UseMultilingualEmbedder, make_use_multilingual

EmbedderFactory: TypeAlias = Callable[[str, Mapping[str, JsonValue], Path], Embedder]
"""Name in the configuration, arguments, folder that relative paths start from."""

EMBEDDERS: dict[str, EmbedderFactory] = {
    "hashing": make_hashing,
    "openai": make_openai_embedder,
    "sentence_transformers": make_sentence_transformers,
    "use_multilingual": make_use_multilingual,
}
"""The kinds of embedder that ship; third parties add theirs by the entry point group `ragtester.embedders`."""

__all__ = [
    "EMBEDDERS",
    "EmbedderFactory",
    "HashingEmbedder",
    "OpenAIEmbedder",
    "SentenceTransformersEmbedder",
    "UseMultilingualEmbedder",
    "hashed_vectors",
]
