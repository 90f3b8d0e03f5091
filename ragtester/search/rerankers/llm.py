"""Reranking by a chat model that rates every passage from 0 to 5."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import Field

from ragtester.endpoints import read_options
from ragtester.errors import ConfigError
from ragtester.prompts import load_prompt
from ragtester.protocols import ChatModel
from ragtester.records import JsonValue, Message, Record, Request, Retrieved
from ragtester.search.rerankers.order import reranked
from ragtester.structured import ask_json

_TOKENS_PER_RATING = 16


class LlmOptions(Record):
    """Arguments of `rerankers: [{llm: {...}}]`."""

    model: str = ""
    """Name under `models`."""
    units: int = Field(default=30, ge=1, le=100)
    """Candidates that are rated, the first ones."""
    best: int = Field(default=6, ge=1, le=100)
    """Candidates that are kept at most."""
    characters: int = Field(default=1200, ge=100)
    """Of a passage that are shown."""


class LlmReranker:
    """Rates up to 30 candidates from 0 to 5 in one call and keeps the best six, as the repair study does.

    Args:
        model: the chat model.
        name: name in the configuration.
        options: how many are rated, kept and shown.
    """

    def __init__(self, model: ChatModel, *, name: str = "llm", options: LlmOptions | None = None) -> None:
        self.name = name
        self.model = model
        self.options = options or LlmOptions()
        shown = f"{self.options.units}-{self.options.best}-{self.options.characters}"
        self.version = f"llm-1-{shown}-{load_prompt('search/rerank').hash}:{model.version}"

    async def rerank(self, query: str, candidates: Sequence[Retrieved], *, k: int) -> list[Retrieved]:
        """The best, at most `k` and at most as many as are kept; equal ratings keep their order.

        Raises:
            EndpointError: the model did not answer.
            ReplyError: it gave no ratings that can be used.
        """
        rated = candidates[: self.options.units]
        if not rated:
            return []
        data = await ask_json(self.model, self._request(query, rated))
        ratings = data["ratings"]
        scores = [0.0] * len(rated)
        for rating in ratings if isinstance(ratings, list) else ():
            scores[int(rating["passage"]) - 1] = float(rating["rating"])
        return reranked(rated, scores, k=min(k, self.options.best))

    def _request(self, query: str, rated: Sequence[Retrieved]) -> Request:
        prompt = load_prompt("search/rerank")
        passages = "\n\n".join(
            f"<passage number={number}>\n{found.text[: self.options.characters]}\n</passage>"
            for number, found in enumerate(rated, start=1)
        )
        return Request(
            messages=(Message(role="user", content=prompt.render(question=query, passages=passages)),),
            max_tokens=64 + _TOKENS_PER_RATING * len(rated),
            schema_=_schema(len(rated)),
            prompt_hash=prompt.hash,
        )


def _schema(count: int) -> dict[str, JsonValue]:
    number: dict[str, JsonValue] = {"type": "integer", "minimum": 1, "maximum": count}
    entry: dict[str, JsonValue] = {
        "type": "object",
        "properties": {"passage": number, "rating": {"type": "integer", "minimum": 0, "maximum": 5}},
        "required": ["passage", "rating"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"ratings": {"type": "array", "items": entry, "minItems": count, "maxItems": count}},
        "required": ["ratings"],
        "additionalProperties": False,
    }


def make_llm(name: str, arguments: Mapping[str, JsonValue], model: ChatModel | None, folder: Path) -> LlmReranker:
    """The reranker of `rerankers: [{llm: {...}}]`.

    Raises:
        ConfigError: a wrong argument, or no chat model.
    """
    place = f"matrix.rerankers.{name}.llm"
    options = read_options(LlmOptions, arguments, place=place)
    if model is None:
        raise ConfigError("an llm reranker needs a chat model; write {llm: NAME_OF_A_MODEL}", place=place)
    return LlmReranker(model, name=name, options=options)
