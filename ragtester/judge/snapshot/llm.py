"""The four metrics with a model, as Es et al. 2024 (RAGAS, sections 3 and 4) and its later reference-based forms define them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from ragtester.judge.quoting import numbered, object_schema, quoted, text_schema
from ragtester.judge.snapshot.result import Item, Metric, Snapshot, average_precision, cosine, share
from ragtester.prompts import load_prompt
from ragtester.protocols import ChatModel, Embedder
from ragtester.records import JsonValue, Request
from ragtester.structured import ask_json
from ragtester.text import tokens

_MOST = 20
_QUESTIONS = 3
_CONTEXT = 12_000
_PASSAGE = 2_000


async def snapshot_by_model(
    question: str,
    answer: str,
    contexts: Sequence[str],
    references: Sequence[str],
    *,
    model: ChatModel,
    embedder: Embedder | None = None,
    prompts: Path | None = None,
) -> Snapshot:
    """The four metrics of one answer, every claim and verdict kept.

    Args:
        question: what was asked.
        answer: the answer, without text that addresses a grader.
        contexts: the retrieved passages by rank.
        references: alternatives of the right answer; the first is used.
        model: says claims, verdicts and questions.
        embedder: measures how near a written question is to the one that was asked; word overlap without one.
        prompts: folder of the user's own templates.

    Raises:
        MeasurementError: the model gave no usable answer.
    """
    ask = _Asking(model, prompts)
    return Snapshot(
        metrics=(
            share("faithfulness", await ask.supported(await ask.statements(question, answer), contexts)),
            await _relevancy(ask, question, answer, embedder),
            await _precision(ask, question, contexts, references),
            share(
                "context_recall",
                await ask.supported(await ask.statements(question, references[0]), contexts) if references else [],
                note="" if references else "no reference",
            ),
        )
    )


async def _relevancy(ask: _Asking, question: str, answer: str, embedder: Embedder | None) -> Metric:
    """The mean similarity of the asked question to questions written from the answer; 0 where it is noncommittal."""
    questions, noncommittal = await ask.questions(answer)
    near = await _similarities(question, questions, embedder)
    items = tuple(Item(text=text, similarity=round(value, 4)) for text, value in zip(questions, near, strict=True))
    score = 0.0 if noncommittal else sum(near) / len(near) if near else None
    return Metric(name="response_relevancy", score=score, items=items, note="noncommittal" if noncommittal else "")


async def _similarities(question: str, written: Sequence[str], embedder: Embedder | None) -> list[float]:
    if not written:
        return []
    if embedder is None:
        asked = Counter(tokens(question))
        return [cosine(asked, Counter(tokens(text))) for text in written]
    vectors = await embedder.embed([question, *written], purpose="query")
    return [float(value) for value in np.clip(vectors[1:] @ vectors[0], 0.0, 1.0)]


async def _precision(ask: _Asking, question: str, contexts: Sequence[str], references: Sequence[str]) -> Metric:
    if not references:
        return Metric(name="context_precision", score=None, note="no reference")
    return average_precision("context_precision", await ask.useful(question, references[0], contexts))


class _Asking:
    """The questions that the metrics put to the model."""

    def __init__(self, model: ChatModel, prompts: Path | None) -> None:
        self._model = model
        self._prompts = prompts

    async def statements(self, question: str, text: str) -> list[str]:
        """The statements of a text."""
        if not text.strip():
            return []
        listed: dict[str, JsonValue] = {"type": "array", "maxItems": _MOST, "items": text_schema(300)}
        data = await self._ask(
            "statements", {"statements": listed}, 60 + 2 * len(text), question=question, text=quoted(text)
        )
        return [str(one).strip() for one in _list(data["statements"]) if str(one).strip()]

    async def supported(self, statements: Sequence[str], contexts: Sequence[str]) -> list[Item]:
        """Which statements follow from the passages."""
        if not statements:
            return []
        if not any(text.strip() for text in contexts):
            return [Item(text=text, holds=False, reason="there is no context") for text in statements]
        context = "\n\n".join(contexts)[:_CONTEXT]
        return await self._verdicts(
            "support", "supported", statements, context=context, statements=numbered(statements)
        )

    async def useful(self, question: str, reference: str, contexts: Sequence[str]) -> list[Item]:
        """Which passages were useful for the reference answer."""
        if not contexts:
            return []
        passages = numbered([text[:_PASSAGE] for text in contexts])
        return await self._verdicts(
            "useful", "useful", contexts, question=question, reference=reference, passages=passages
        )

    async def questions(self, answer: str) -> tuple[list[str], bool]:
        """Questions that the answer answers, and whether it is noncommittal."""
        if not answer.strip():
            return [], True
        listed: dict[str, JsonValue] = {
            "type": "array", "minItems": _QUESTIONS, "maxItems": _QUESTIONS, "items": text_schema(200)
        }  # fmt: skip
        fields: dict[str, JsonValue] = {"questions": listed, "noncommittal": {"type": "boolean"}}
        data = await self._ask("questions", fields, 260, n=str(_QUESTIONS), text=quoted(answer))
        return [str(one) for one in _list(data["questions"])], bool(data["noncommittal"])

    async def _verdicts(self, prompt: str, key: str, texts: Sequence[str], **values: str) -> list[Item]:
        one = object_schema({"number": {"type": "integer"}, "reason": text_schema(160), key: {"type": "boolean"}})
        listed: dict[str, JsonValue] = {"type": "array", "minItems": len(texts), "maxItems": len(texts), "items": one}
        data = await self._ask(prompt, {"verdicts": listed}, 60 + 80 * len(texts), **values)
        said = [entry for entry in _list(data["verdicts"]) if isinstance(entry, Mapping)]
        return [
            Item(text=text, holds=bool(entry[key]), reason=str(entry["reason"]))
            for text, entry in zip(texts, said, strict=True)
        ]

    async def _ask(self, prompt: str, fields: dict[str, JsonValue], limit: int, **values: str) -> dict[str, JsonValue]:
        template = load_prompt(f"judge/{prompt}", folder=self._prompts)
        request = Request(
            messages=template.messages(**values),
            schema_=object_schema(fields),
            max_tokens=min(4000, limit),
            prompt_hash=template.hash,
        )
        return await ask_json(self._model, request)


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []
