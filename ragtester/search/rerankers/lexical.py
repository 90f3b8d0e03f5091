"""Reranking by shared words: BM25 over the candidates alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ragtester.endpoints import read_options
from ragtester.protocols import ChatModel
from ragtester.records import Chunk, JsonValue, Record, Retrieved
from ragtester.search.bm25 import Bm25Retriever
from ragtester.search.rerankers.order import reranked


class LexicalReranker:
    """Scores candidates by BM25 with the rarity that words have among them.

    Args:
        name: name in the configuration.
    """

    def __init__(self, *, name: str = "lexical") -> None:
        self.name = name
        self._retriever = Bm25Retriever()
        self.version = f"lexical-1:{self._retriever.version}"

    async def rerank(self, query: str, candidates: Sequence[Retrieved], *, k: int) -> list[Retrieved]:
        """The `k` best; candidates that share no word with the query come last, in their order."""
        chunks = [
            Chunk(id=found.chunk, document=found.document, text=found.text, start=-1, end=-1, index=place)
            for place, found in enumerate(candidates)
        ]
        index = await self._retriever.index(chunks)
        hits = (await index.search([query], k=len(chunks)))[0]
        scores = [0.0] * len(chunks)
        for place, score in hits:
            scores[place] = score
        return reranked(candidates, scores, k=k)


class LexicalOptions(Record):
    """No arguments."""


def make_lexical(
    name: str, arguments: Mapping[str, JsonValue], model: ChatModel | None, folder: Path
) -> LexicalReranker:
    """The reranker of `rerankers: [lexical]`.

    Raises:
        ConfigError: an argument was given.
    """
    read_options(LexicalOptions, arguments, place=f"matrix.rerankers.{name}.lexical")
    return LexicalReranker(name=name)
