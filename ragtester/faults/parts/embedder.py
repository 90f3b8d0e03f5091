"""An embedder that is faulty for documents and healthy for queries, as where an index was built wrongly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from ragtester.protocols import Embedder, Vectors


class FaultyEmbedder:
    """Changes what is embedded, or the vectors.

    Args:
        inner: the healthy embedder.
        fault: the fault's name, part of the version.
        text: what is embedded in place of a document's text.
        vectors: what is kept in place of the vectors of these texts.
    """

    def __init__(
        self,
        inner: Embedder,
        fault: str,
        *,
        text: Callable[[str], str] = str,
        vectors: Callable[[Vectors, Sequence[str]], Vectors] | None = None,
    ) -> None:
        self.name = inner.name
        self.version = f"{inner.version}+{fault}"
        self._inner = inner
        self._text = text
        self._vectors = vectors

    async def embed(self, texts: Sequence[str], *, purpose: Literal["document", "query"] = "document") -> Vectors:
        """Faulty rows for documents, healthy ones for queries."""
        if purpose == "query":
            return await self._inner.embed(texts, purpose=purpose)
        found = await self._inner.embed([self._text(text) for text in texts], purpose=purpose)
        if self._vectors is None or not len(found):
            return found
        return np.ascontiguousarray(self._vectors(found, texts), dtype=np.float32)
