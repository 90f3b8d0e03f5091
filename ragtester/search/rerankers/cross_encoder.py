"""Reranking by a cross-encoder of sentence-transformers."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol, cast

import numpy as np
from pydantic import Field

from ragtester.endpoints import read_options
from ragtester.errors import ConfigError
from ragtester.protocols import ChatModel
from ragtester.records import JsonValue, Record, Retrieved
from ragtester.search.embedders.quiet import quiet_transformers
from ragtester.search.embedders.weights import ModelSource, find_model
from ragtester.search.rerankers.order import reranked


class CrossEncoderOptions(Record):
    """Arguments of `rerankers: [{cross_encoder: {...}}]`."""

    model: str = Field(min_length=1)
    """A folder with the model, or a name on the hub."""
    batch: int = Field(default=32, ge=1, le=1024)
    """Pairs at a time."""
    device: str | None = None
    """`cuda`, `mps` or `cpu`; the best there is by default."""


class _Model(Protocol):
    def predict(self, pairs: list[tuple[str, str]], *, batch_size: int, show_progress_bar: bool) -> object: ...


class CrossEncoderReranker:
    """Reads query and candidate together and scores the pair; loads the model with the first query.

    Args:
        name: name in the configuration.
        options: what the configuration says.
        source: where the model is.
    """

    def __init__(self, name: str, *, options: CrossEncoderOptions, source: ModelSource) -> None:
        self.name = name
        self.options = options
        self.source = source
        self.version = f"cross_encoder-1:{source.name}:{source.sha256[:12]}"
        self._lock = threading.Lock()
        self._model: _Model | None = None

    async def rerank(self, query: str, candidates: Sequence[Retrieved], *, k: int) -> list[Retrieved]:
        """The `k` best by the model's score.

        Raises:
            ConfigError: the model cannot be loaded.
        """
        if not candidates:
            return []
        scores = await asyncio.to_thread(self._scores, query, [found.text for found in candidates])
        return reranked(candidates, scores, k=k)

    def _scores(self, query: str, texts: Sequence[str]) -> list[float]:
        with self._lock:
            if self._model is None:
                self._model = self._load()
            given = self._model.predict(
                [(query, text) for text in texts], batch_size=self.options.batch, show_progress_bar=False
            )
        scores = np.asarray(given, dtype=np.float64)
        return [float(score) for score in (scores if scores.ndim == 1 else scores[:, -1])]

    def _load(self) -> _Model:
        quiet_transformers()
        from sentence_transformers import CrossEncoder

        try:
            return cast(
                "_Model",
                CrossEncoder(self.source.location, device=self.options.device, local_files_only=self.source.local),
            )
        except (OSError, ValueError, RuntimeError, KeyError) as error:
            reason = " ".join(str(error).split())[:300]
            raise ConfigError(
                f"the cross-encoder {self.source.location} cannot be loaded: {reason}; give a folder with the model"
            ) from error


def make_cross_encoder(
    name: str, arguments: Mapping[str, JsonValue], model: ChatModel | None, folder: Path
) -> CrossEncoderReranker:
    """The reranker of `rerankers: [{cross_encoder: {...}}]`; the model is found, not loaded.

    Raises:
        ConfigError: a wrong argument, or a folder that holds no model.
    """
    place = f"matrix.rerankers.{name}.cross_encoder"
    options = read_options(CrossEncoderOptions, arguments, place=place)
    return CrossEncoderReranker(name, options=options, source=find_model(options.model, folder, place=place))
