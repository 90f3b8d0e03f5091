"""No reranking: the search's own order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ragtester.endpoints import read_options
from ragtester.protocols import ChatModel
from ragtester.records import JsonValue, Record, Retrieved


class NoReranker:
    """Takes the first candidates as they are."""

    name = "none"
    version = "none-1"

    async def rerank(self, query: str, candidates: Sequence[Retrieved], *, k: int) -> list[Retrieved]:
        """The first `k`, with their scores."""
        return [
            candidate.model_copy(update={"rank": rank})
            for rank, candidate in enumerate(candidates[: max(0, k)], start=1)
        ]


class NoOptions(Record):
    """No arguments."""


def make_none(name: str, arguments: Mapping[str, JsonValue], model: ChatModel | None, folder: Path) -> NoReranker:
    """The reranker `none`.

    Raises:
        ConfigError: an argument was given.
    """
    read_options(NoOptions, arguments, place=f"matrix.rerankers.{name}.none")
    return NoReranker()
