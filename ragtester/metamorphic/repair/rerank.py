"""LLM-based reranking as in the paper: at most 30 evidence units, each scored 0 to 5, the best six kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ragtester.llm import ask_json
from ragtester.metamorphic.oracle.wording import coverage
from ragtester.prompts import load_prompt
from ragtester.protocols import ChatModel
from ragtester.records import JsonValue, Request, Retrieved
from ragtester.text import split_sentences

MAX_UNITS = 30
KEPT_UNITS = 6
_UNIT_WORDS = 60


def evidence_units(candidates: Sequence[Retrieved], *, limit: int = MAX_UNITS) -> list[Retrieved]:
    """The candidates as at most `limit` units of a few whole sentences each, in order.

    Units begin at about 60 words and grow where there would be more than `limit` of them, so that no
    candidate is left out.
    """
    words = _UNIT_WORDS
    while True:
        units = [unit for candidate in candidates for unit in _cut(candidate, words)]
        if len(units) <= limit or len(units) <= len(candidates):
            return [unit.model_copy(update={"rank": rank}) for rank, unit in enumerate(units[:limit], start=1)]
        words *= 2


def best_units(units: Sequence[Retrieved], scores: Sequence[float], *, kept: int = KEPT_UNITS) -> list[Retrieved]:
    """The `kept` units with the highest scores, best first, ties in their old order; units at 0 are left out.

    Raises:
        ValueError: there is not one score per unit.
    """
    ranked = sorted(zip(units, scores, strict=True), key=lambda pair: -pair[1])[:kept]
    useful = [pair for pair in ranked if pair[1] > 0] or ranked[:1]
    return [
        unit.model_copy(update={"rank": rank, "score": float(score)})
        for rank, (unit, score) in enumerate(useful, start=1)
    ]


def lexical_scores(question: str, units: Sequence[Retrieved]) -> list[float]:
    """A score of 0 to 5 without a model: the share of the question's content words that a unit holds."""
    return [round(5 * coverage(question, unit.text), 3) for unit in units]


async def model_scores(
    model: ChatModel, question: str, units: Sequence[Retrieved], *, prompts: Path | None = None
) -> list[float]:
    """Scores of 0 to 5 by a model, in one call; a unit that the model passes over gets 0.

    Raises:
        MeasurementError: the model gave nothing usable.
    """
    prompt = load_prompt("metamorphic/rerank", folder=prompts)
    passages = "\n".join(f"[{number}] {unit.text}" for number, unit in enumerate(units, start=1))
    request = Request(
        messages=prompt.messages(question=question, passages=passages),
        max_tokens=40 + 20 * len(units),
        schema_=_schema(len(units)),
        prompt_hash=prompt.hash,
    )
    data = await ask_json(model, request)
    given: dict[int, float] = {}
    entries = data["scores"]
    for entry in entries if isinstance(entries, Sequence) else ():
        if isinstance(entry, dict) and isinstance(entry.get("number"), int):
            given[int(entry["number"])] = float(entry.get("score", 0))
    return [given.get(number, 0.0) for number in range(1, len(units) + 1)]


def _schema(units: int) -> dict[str, JsonValue]:
    entry: dict[str, JsonValue] = {
        "type": "object",
        "properties": {
            "number": {"type": "integer", "minimum": 1, "maximum": max(units, 1)},
            "score": {"type": "integer", "minimum": 0, "maximum": 5},
        },
        "required": ["number", "score"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"scores": {"type": "array", "items": entry, "maxItems": max(units, 1)}},
        "required": ["scores"],
        "additionalProperties": False,
    }


def _cut(candidate: Retrieved, words: int) -> list[Retrieved]:
    groups: list[list[str]] = [[]]
    for sentence in split_sentences(candidate.text):
        if groups[-1] and sum(len(text.split()) for text in groups[-1]) + len(sentence.text.split()) > words:
            groups.append([])
        groups[-1].append(sentence.text)
    texts = [" ".join(group) for group in groups if group]
    return [
        candidate.model_copy(
            update={"text": text, "chunk": f"{candidate.chunk}/{at}" if len(texts) > 1 else candidate.chunk}
        )
        for at, text in enumerate(texts)
    ]
