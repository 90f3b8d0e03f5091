"""A reranker with a fault in its order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ragtester.protocols import Reranker
from ragtester.records import Retrieved


class FaultyReranker:
    """Lets the healthy reranker order all candidates, changes the order, and cuts it.

    Args:
        inner: the healthy reranker.
        fault: the fault's name, part of the version.
        change: from the query and the healthy order to the faulty one.
    """

    def __init__(
        self, inner: Reranker, fault: str, change: Callable[[str, list[Retrieved]], Sequence[Retrieved]]
    ) -> None:
        self.name = inner.name
        self.version = f"{inner.version}+{fault}"
        self._inner = inner
        self._change = change

    async def rerank(self, query: str, candidates: Sequence[Retrieved], *, k: int) -> list[Retrieved]:
        """The first `k` of the faulty order."""
        ordered = self._change(query, await self._inner.rerank(query, candidates, k=len(candidates)))
        return [passage.model_copy(update={"rank": rank}) for rank, passage in enumerate(ordered[:k], start=1)]
