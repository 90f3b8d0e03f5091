"""An embedder whose texts are embedded by the workers of a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import numpy as np

from ragtester.protocols import Embedder, Vectors
from ragtester.records import JsonValue
from ragtester.runner.distribute.pool import RayPool, Shard

_FEW = 32
"""So many texts are embedded here: sending them would take longer."""


class RayEmbedder:
    """Embeds shards of texts on workers; what they do not give is embedded here.

    Args:
        embedder: the same embedder in this process, which names it.
        spec: its kind and arguments, from which workers make theirs.
        folder: folder of the configuration.
        pool: the workers.
    """

    def __init__(
        self, embedder: Embedder, *, spec: Mapping[str, Mapping[str, JsonValue]], folder: str, pool: RayPool
    ) -> None:
        self._embedder = embedder
        self._spec = spec
        self._folder = folder
        self._pool = pool

    @property
    def name(self) -> str:
        """The embedder's name."""
        return self._embedder.name

    @property
    def version(self) -> str:
        """The embedder's version: where its vectors are made changes none."""
        return self._embedder.version

    async def embed(self, texts: Sequence[str], *, purpose: Literal["document", "query"] = "document") -> Vectors:
        """Unit rows of shape (len(texts), d), in order."""
        if len(texts) <= _FEW:
            return await self._embedder.embed(texts, purpose=purpose)
        parts: dict[int, Vectors] = {}
        size = self._pool.options.shard_texts
        async for shard, vectors in self._pool.run(self._shards(texts, purpose)):
            start = int(str(shard.name))
            if vectors is None:
                vectors = await self._embedder.embed(texts[start : start + size], purpose=purpose)
            parts[start] = vectors
        return np.concatenate([parts[start] for start in sorted(parts)])

    def _shards(self, texts: Sequence[str], purpose: Literal["document", "query"]) -> Iterator[Shard]:
        size = self._pool.options.shard_texts
        for start in range(0, len(texts), size):
            some = list(texts[start : start + size])
            yield Shard("embed", (self.name, self._spec, self._folder, some, purpose), start)
