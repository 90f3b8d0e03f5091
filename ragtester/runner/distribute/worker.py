"""What a Ray worker does: it asks models and embeds texts, and never writes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from ragtester.errors import MeasurementError
from ragtester.llm import LimitedModel, limited, make_chat_model
from ragtester.protocols import Embedder, Vectors
from ragtester.records import JsonValue
from ragtester.runner.distribute.wire import Packed, PackedReply, pack_reply, unpack
from ragtester.search import make_embedder


class Worker:
    """Models and embedders by name, made on first use and kept."""

    def __init__(self) -> None:
        self._models: dict[str, LimitedModel] = {}
        self._embedders: dict[str, Embedder] = {}

    async def ask(
        self, name: str, spec: Mapping[str, Mapping[str, JsonValue]], folder: str, requests: Sequence[Packed]
    ) -> list[PackedReply | None]:
        """Replies in order; None where the model gave none, which the driver then tries itself."""
        if name not in self._models:
            self._models[name] = limited(make_chat_model(name, spec, folder=Path(folder)))
        model = self._models[name]

        async def one(request: Packed) -> PackedReply | None:
            try:
                return pack_reply(await model.ask(unpack(request)))
            except MeasurementError:
                return None

        return list(await asyncio.gather(*(one(request) for request in requests)))

    async def embed(
        self,
        name: str,
        spec: Mapping[str, Mapping[str, JsonValue]],
        folder: str,
        texts: Sequence[str],
        purpose: Literal["document", "query"],
    ) -> Vectors:
        """Vectors in order, shape (len(texts), d)."""
        if name not in self._embedders:
            self._embedders[name] = make_embedder(name, spec, folder=Path(folder))
        return await self._embedders[name].embed(texts, purpose=purpose)

    async def ready(self) -> int:
        """The worker's process, once it has started."""
        return os.getpid()


def as_actor(*, gpus: float) -> Any:  # noqa: ANN401  Ray has no types for what it makes
    """The class as a Ray actor that is started again when its process dies."""
    import ray

    return ray.remote(Worker).options(num_cpus=1, num_gpus=gpus, max_restarts=3, max_concurrency=1000)
