"""Embeddings from any endpoint that speaks the OpenAI protocol."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import numpy as np
from pydantic import Field

from ragtester.endpoints import Address, Endpoint, read_options, resolve_address
from ragtester.errors import EndpointError
from ragtester.protocols import Vectors
from ragtester.records import JsonValue, Record, content_key
from ragtester.search.embedders.rows import unit_rows


class OpenAIEmbedderOptions(Record):
    """Arguments of `models: {NAME: {openai: {...}}}` where it is used as an embedder."""

    model: str = Field(min_length=1)
    """The model as the endpoint knows it."""
    base_url: str | None = None
    """Address up to `/v1`; `$OPENAI_BASE_URL`, else OpenAI's own."""
    api_key_env: str | None = None
    """Environment variable with the key; `OPENAI_API_KEY` by default."""
    dimensions: int | None = Field(default=None, ge=1)
    """Shorter vectors, where the model can."""
    query_prefix: str = ""
    """Put before a query, for models that were trained with it."""
    document_prefix: str = ""
    """Put before a text that is indexed."""
    batch: int = Field(default=128, ge=1, le=2048)
    """Texts in one call."""
    concurrency: int = Field(default=4, ge=1, le=256)
    """Calls in flight."""
    timeout: float = Field(default=60.0, gt=0, le=3600)
    """Seconds after which a call counts as hanging."""
    tries: int = Field(default=4, ge=1, le=10)
    """Sendings of one batch at most."""
    input_price: float | None = Field(default=None, ge=0)
    """USD per million tokens."""

    def identity(self) -> dict[str, JsonValue]:
        """What the vectors depend on."""
        return self.model_dump(mode="json", include={"model", "dimensions", "query_prefix", "document_prefix"})


class OpenAIEmbedder:
    """Sends texts in batches; a failed batch is sent again a few times.

    Args:
        name: name in the configuration.
        options: what the configuration says.
        address: where the endpoint is.
        endpoint: the endpoint, where several models share one.
    """

    def __init__(
        self, name: str, *, options: OpenAIEmbedderOptions, address: Address, endpoint: Endpoint | None = None
    ) -> None:
        self.name = name
        self.options = options
        self.endpoint = endpoint or Endpoint(address, timeout=options.timeout)
        self.tokens = 0
        self.version = f"{options.model}@{address.url}#{content_key('embedder', **options.identity())[:12]}"
        self.purposes_differ = options.query_prefix != options.document_prefix

    async def embed(self, texts: Sequence[str], *, purpose: Literal["document", "query"] = "document") -> Vectors:
        """Unit-length rows.

        Raises:
            EndpointError: the endpoint did not answer with one vector per text.
        """
        options = self.options
        prefix = options.query_prefix if purpose == "query" else options.document_prefix
        parts = [texts[start : start + options.batch] for start in range(0, len(texts), options.batch)]
        places = asyncio.Semaphore(options.concurrency)

        async def one(part: Sequence[str]) -> Vectors:
            async with places:
                return await self._tried([prefix + text for text in part])

        rows = await asyncio.gather(*(one(part) for part in parts))
        return np.concatenate(rows) if rows else np.zeros((0, options.dimensions or 1), dtype=np.float32)

    async def _tried(self, texts: list[str]) -> Vectors:
        for attempt in range(1, self.options.tries + 1):
            try:
                return await self._sent(texts)
            except EndpointError as error:
                if not error.retryable or attempt == self.options.tries:
                    raise
                await asyncio.sleep(error.retry_after if error.retry_after is not None else 0.5 * 2 ** (attempt - 1))
        raise AssertionError("unreachable")

    async def _sent(self, texts: list[str]) -> Vectors:
        options = self.options
        body: dict[str, JsonValue] = {
            "model": options.model,
            "input": [text or " " for text in texts],
            "encoding_format": "base64",
        }
        if options.dimensions:
            body["dimensions"] = options.dimensions
        payload = await self.endpoint.post("/embeddings", body, model=options.model)
        data = payload.get("data") if isinstance(payload, Mapping) else None
        rows = [_row(entry) for entry in _ordered(data)] if isinstance(data, list) else []
        if len(rows) != len(texts) or len({len(row) for row in rows}) > 1:
            raise EndpointError(
                f"{self.endpoint.address.url} gave {len(rows)} vectors for {len(texts)} texts; "
                f"is {options.model} an embedding model, and does base_url end with /v1?",
                problem="not_json",
                retryable=True,
            )
        self._count(payload)
        return unit_rows(np.stack(rows), name=self.name)

    def _count(self, payload: object) -> None:
        usage = payload.get("usage") if isinstance(payload, Mapping) else None
        tokens = usage.get("prompt_tokens") if isinstance(usage, Mapping) else None
        self.tokens += tokens if isinstance(tokens, int) else 0


def _ordered(data: list[object]) -> list[Mapping[str, object]]:
    entries = [entry for entry in data if isinstance(entry, Mapping)]
    return sorted(entries, key=lambda entry: index if isinstance(index := entry.get("index"), int) else 0)


def _row(entry: Mapping[str, object]) -> Vectors:
    given = entry.get("embedding")
    try:
        if isinstance(given, str):
            return np.frombuffer(base64.b64decode(given), dtype="<f4")
        return np.asarray(given if isinstance(given, list) else [], dtype=np.float32)
    except ValueError:
        return np.zeros(0, dtype=np.float32)


def make_openai_embedder(name: str, arguments: Mapping[str, JsonValue], folder: Path) -> OpenAIEmbedder:
    """The embedder of `models: {NAME: {openai: {...}}}`.

    Raises:
        ConfigError: a wrong argument, an address that is none, or a key that is not set.
    """
    place = f"models.{name}.openai"
    options = read_options(OpenAIEmbedderOptions, arguments, place=place)
    return OpenAIEmbedder(
        name, options=options, address=resolve_address(options.base_url, options.api_key_env, place=place)
    )
