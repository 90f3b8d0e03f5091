"""An embedder that embeds each distinct text once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from ragtester.errors import BudgetSpentError
from ragtester.protocols import Embedder, Vectors
from ragtester.records import content_key
from ragtester.runner.progress import Bar
from ragtester.runner.work import WorkLog
from ragtester.store import Store

_PASS = 256
"""Texts in one call of the embedder: what a killed process may have to embed again."""


class StoredEmbedder:
    """Looks vectors up by the hash of their text, embeds the missing ones, and stores them.

    Args:
        embedder: gives the vectors.
        store: where they are kept.
        log: counts the work.
        most_new: texts that may be embedded in one call; None for any number. An estimate bounds them.
        keep: whether new vectors are stored.
    """

    def __init__(
        self, embedder: Embedder, *, store: Store, log: WorkLog, most_new: int | None = None, keep: bool = True
    ) -> None:
        self._embedder = embedder
        self._store = store
        self._log = log
        self._known: dict[str, Vectors] = {}
        self._keep = keep
        self.most_new = most_new
        self.refused = False
        """Whether there were more new texts than may be embedded."""
        self.bar: Bar | None = None

    @property
    def name(self) -> str:
        """The embedder's name."""
        return self._embedder.name

    @property
    def version(self) -> str:
        """The embedder's version."""
        return self._embedder.version

    async def embed(self, texts: Sequence[str], *, purpose: Literal["document", "query"] = "document") -> Vectors:
        """Unit rows of shape (len(texts), d), in order."""
        keys = [content_key("embed", space=self.version, purpose=purpose, text=text) for text in texts]
        distinct = dict(zip(keys, texts, strict=True))
        unknown = [key for key in distinct if key not in self._known]
        self._known.update(self._store.vectors(unknown))
        missing = [key for key in unknown if key not in self._known]
        if self.most_new is not None and len(missing) > self.most_new:
            self.refused = True
            raise BudgetSpentError(f"{len(missing)} texts have no vector by {self.name} yet")
        self._log.reused("embed", len(distinct) - len(missing))
        if self.bar is not None:
            self.bar.grow(len(missing))
        for start in range(0, len(missing), _PASS):
            some = missing[start : start + _PASS]
            vectors = await self._embedder.embed([distinct[key] for key in some], purpose=purpose)
            new = dict(zip(some, vectors, strict=True))
            if self._keep:
                self._store.put_vectors(new)
            self._known.update(new)
            self._log.done("embed", len(some))
            if self.bar is not None:
                self.bar.advance(len(some))
        if not keys:
            return np.zeros((0, 1), dtype=np.float32)
        return np.stack([self._known[key] for key in keys])
