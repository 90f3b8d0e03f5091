"""Vectors of hashed words: fast, without a model, the same everywhere; for tests and dry runs."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

import numpy as np
from pydantic import Field

from ragtester.endpoints import read_options
from ragtester.protocols import Vectors
from ragtester.records import JsonValue, Record
from ragtester.search.embedders.rows import unit_rows
from ragtester.search.words import search_words


class HashingOptions(Record):
    """Arguments of `models: {NAME: {hashing: {...}}}`."""

    dimension: int = Field(default=256, ge=8, le=65536)
    """Numbers of a vector."""
    seed: int = 0
    """Another seed is another embedder."""


class HashingEmbedder:
    """Texts that share words are near each other (feature hashing, Weinberger et al. 2009).

    Args:
        name: name in the configuration.
        dimension: of the vectors.
        seed: another seed, other vectors.
    """

    def __init__(self, *, name: str = "hashing", dimension: int = 256, seed: int = 0) -> None:
        self.name = name
        self.dimension = dimension
        self.version = f"hashing-1-{dimension}-{seed}"
        self.embedded = 0
        self._seed = seed

    async def embed(self, texts: Sequence[str], *, purpose: Literal["document", "query"] = "document") -> Vectors:
        """Unit-length rows; `embedded` counts the texts."""
        self.embedded += len(texts)
        return hashed_vectors(texts, dimension=self.dimension, seed=self._seed)


def hashed_vectors(texts: Sequence[str], *, dimension: int, seed: int = 0) -> Vectors:
    """One unit-length row per text: signed hashed words, each weighted by the root of how often it stands there."""
    rows = np.zeros((len(texts), dimension), dtype=np.float32)
    for row, text in zip(rows, texts, strict=True):
        for word, times in Counter(search_words(text)).items():
            place, sign = _bucket(word, dimension, seed)
            row[place] += sign * times**0.5
    return unit_rows(rows, name="hashing")


def make_hashing(name: str, arguments: Mapping[str, JsonValue], folder: Path) -> HashingEmbedder:
    """The embedder of `models: {NAME: {hashing: {...}}}`.

    Raises:
        ConfigError: a wrong argument.
    """
    options = read_options(HashingOptions, arguments, place=f"models.{name}.hashing")
    return HashingEmbedder(name=name, dimension=options.dimension, seed=options.seed)


@lru_cache(maxsize=200_000)
def _bucket(word: str, dimension: int, seed: int) -> tuple[int, float]:
    digest = hashlib.blake2b(f"{seed}|{word}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
    number = int.from_bytes(digest, "big")
    return (number >> 1) % dimension, 1.0 if number & 1 else -1.0
