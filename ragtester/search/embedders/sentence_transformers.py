"""Any model of the sentence-transformers library: a folder, a hub name, or the one that a package brings."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, Protocol, Self

from pydantic import Field, model_validator

from ragtester.endpoints import read_options
from ragtester.errors import ConfigError
from ragtester.protocols import Vectors
from ragtester.records import JsonValue, Record, content_key
from ragtester.search.embedders.batches import on_a_thread
from ragtester.search.embedders.onnx_cache import prefers_onnx
from ragtester.search.embedders.rows import unit_rows
from ragtester.search.embedders.weights import ModelSource, find_model

Backend = Literal["auto", "torch", "onnx"]
Precision = Literal["float32", "bfloat16"]


class SentenceTransformersOptions(Record):
    """Arguments of `models: {NAME: {sentence_transformers: {...}}}`."""

    model: str = Field(min_length=1)
    """`all-MiniLM-L6-v2` (packaged), a folder, or a name on the hub."""
    backend: Backend = "auto"
    """`onnx` is faster and needs onnxruntime; `auto` takes it for many texts. An exported model is checked to give
    torch's vectors (cosine 0.9999 at least), so that a vector keeps its key whichever computes it."""
    precision: Precision = "float32"
    """`bfloat16` multiplies matrices in 16 bits (by torch): twice as fast on processors with AMX or AVX512-BF16, slower on
    others. It is checked to stay at cosine 0.9999 of the full precision, and its vectors have keys of their own, since
    chunks that are as good as equal may change places."""
    batch: int | None = Field(default=None, ge=1, le=4096)
    """Texts at a time, where torch computes; by default what is fast for the device and precision."""
    query_prefix: str = ""
    """Put before a query, for models that were trained with it, such as `query: `."""
    document_prefix: str = ""
    """Put before a text that is indexed."""
    max_tokens: int | None = Field(default=None, ge=8)
    """Tokens of a text that are read; the model's own limit by default."""
    device: str | None = None
    """`cuda`, `mps` or `cpu`; the best there is by default."""

    def identity(self) -> dict[str, JsonValue]:
        """What the vectors depend on beside the weights."""
        parts = self.model_dump(mode="json", include={"query_prefix", "document_prefix", "max_tokens"})
        return parts if self.precision == "float32" else {**parts, "precision": self.precision}

    @model_validator(mode="after")
    def _onnx_is_exact(self) -> Self:
        if self.backend == "onnx" and self.precision != "float32":
            raise ValueError(f"precision: {self.precision} is computed by torch; write backend: torch, or leave it out")
        return self


class Encoder(Protocol):
    """A loaded model."""

    def encode(self, texts: Sequence[str], given_up: threading.Event | None = None) -> Vectors:
        """One row per text; ends early where the event is set."""
        ...


class SentenceTransformersEmbedder:
    """Loads the model with the first text, and computes on a thread.

    Args:
        name: name in the configuration.
        options: what the configuration says.
        source: where the model is.
    """

    def __init__(self, name: str, *, options: SentenceTransformersOptions, source: ModelSource) -> None:
        self.name = name
        self.options = options
        self.source = source
        self.purposes_differ = options.query_prefix != options.document_prefix
        digest = content_key("embedder", weights=source.sha256, **options.identity())[:12]
        self.version = f"{source.name}:{digest}"
        self._lock = threading.Lock()
        self._encoder: Encoder | None = None

    async def embed(self, texts: Sequence[str], *, purpose: Literal["document", "query"] = "document") -> Vectors:
        """Unit-length rows.

        Raises:
            ConfigError: the model cannot be loaded.
        """
        prefix = self.options.query_prefix if purpose == "query" else self.options.document_prefix
        return await on_a_thread(partial(self._embed, [prefix + text for text in texts]))

    async def prepare(self) -> None:
        """Loads the model now.

        Raises:
            ConfigError: the model cannot be loaded.
        """
        await on_a_thread(partial(self._embed, [""]))

    def _embed(self, texts: list[str], given_up: threading.Event) -> Vectors:
        with self._lock:
            if self._encoder is None:
                self._encoder = self._load(len(texts))
            return unit_rows(self._encoder.encode(texts, given_up), name=self.name)

    def _load(self, texts: int) -> Encoder:
        from ragtester.search.embedders.torch_encoder import load_encoder

        options = self.options
        onnx = options.backend == "onnx" or (
            options.backend == "auto"
            and options.precision == "float32"
            and prefers_onnx(self.source, device=options.device, max_tokens=options.max_tokens, texts=texts)
        )
        if onnx:
            from ragtester.search.embedders.onnx_encoder import load_onnx

            try:
                return load_onnx(self.source, options)
            except ConfigError:
                if options.backend == "onnx":
                    raise
        return load_encoder(self.source, options)


def make_sentence_transformers(
    name: str, arguments: Mapping[str, JsonValue], folder: Path
) -> SentenceTransformersEmbedder:
    """The embedder of `models: {NAME: {sentence_transformers: {...}}}`; the model is found, not loaded.

    Raises:
        ConfigError: a wrong argument, or a folder that holds no model.
        MissingExtraError: the package of a packaged model is not installed.
    """
    place = f"models.{name}.sentence_transformers"
    options = read_options(SentenceTransformersOptions, arguments, place=place)
    return SentenceTransformersEmbedder(name, options=options, source=find_model(options.model, folder, place=place))
