"""The same oracle with a chat model as the judge of preservation, equivalence and adaptation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ragtester.documents.spans.locating import locate_text
from ragtester.llm import ask_json
from ragtester.metamorphic.oracle.adaptation import HOLDS_FROM, Adaptation
from ragtester.metamorphic.oracle.answers import SameAnswer
from ragtester.metamorphic.oracle.preservation import Preservation
from ragtester.metamorphic.oracle.relation import Observation, altered, decided_early, preserved, shown
from ragtester.metamorphic.oracle.view import OracleView
from ragtester.metamorphic.oracle.wording import coverage, sentences
from ragtester.prompts import load_prompt
from ragtester.protocols import ChatModel
from ragtester.records import JsonValue, RelationOutcome, Request

_TEXT_LIMIT = 6_000
_CHANGE_LIMIT = 3_000


def _schema(**properties: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _text(limit: int) -> Mapping[str, JsonValue]:
    return {"type": "string", "maxLength": limit}


_SCORE: Mapping[str, JsonValue] = {"type": "integer", "minimum": 1, "maximum": 5}
_RELATION: Mapping[str, JsonValue] = {"type": "string", "enum": ["preserving", "altering"], "maxLength": 10}
_PRESERVATION = _schema(evidence=_text(500), contradiction=_text(500), relation=_RELATION)
_EQUIVALENCE = _schema(difference=_text(300), score=_SCORE)
_ADAPTATION = _schema(reason=_text(300), score=_SCORE)


async def model_outcome(
    model: ChatModel, seen: Observation, *, sample: int = 0, prompts: Path | None = None
) -> RelationOutcome:
    """The outcome with a model as judge: at most two calls, and none where an abstention decides.

    Args:
        model: the judge.
        seen: the two executions.
        sample: index of the repetition of the verdict; preservation is asked once for all repetitions.
        prompts: a folder of the user's own templates.

    Raises:
        MeasurementError: the judge gave nothing usable; the outcome is then `unmeasured`.
    """
    change = await model_preservation(model, seen, prompts=prompts)
    early = decided_early(seen, change)
    if early:
        return early
    if change.relation == "preserving":
        return preserved(seen, change, await model_same_answer(model, seen, sample=sample, prompts=prompts))
    return altered(seen, change, await model_adaptation(model, seen, sample=sample, prompts=prompts))


async def model_preservation(model: ChatModel, seen: Observation, *, prompts: Path | None = None) -> Preservation:
    """Whether the mutation preserves the evidence, by a model; unchanged texts need no call."""
    if seen.before == seen.after:
        return Preservation("preserving", "unchanged", "the texts are unchanged", 1.0)
    data = await _ask(
        model,
        "metamorphic/preservation",
        _PRESERVATION,
        prompts=prompts,
        question=seen.view.question,
        base_answer=seen.base.text,
        change=_change(seen),
        before=focus(seen.view, seen.before),
        after=focus(seen.view, seen.after),
    )
    against, evidence = str(data["contradiction"]).strip(), str(data["evidence"]).strip()
    if data["relation"] == "preserving":
        return Preservation("preserving", "intact", f"the judge found the evidence: {evidence}", 0.9)
    if against:
        return Preservation("altering", "contradicted", f"the judge found a contradiction: {against}", 0.9, (against,))
    return Preservation("altering", "lost", "the judge finds the evidence no longer there", 0.9)


async def model_same_answer(
    model: ChatModel, seen: Observation, *, sample: int = 0, prompts: Path | None = None
) -> SameAnswer:
    """Whether two answers say the same, by a model on a scale of 1 to 5."""
    data = await _ask(
        model,
        "metamorphic/equivalence",
        _EQUIVALENCE,
        sample=sample,
        prompts=prompts,
        question=seen.view.question,
        context=focus(seen.view, shown(seen)),
        change=_change(seen),
        base_answer=seen.base.text,
        answer=seen.answer.text,
    )
    score = _score(data)
    return SameAnswer(score >= HOLDS_FROM, f"the judge gives {score} of 5: {data['difference']}", abs(score - 3) / 2)


async def model_adaptation(
    model: ChatModel, seen: Observation, *, sample: int = 0, prompts: Path | None = None
) -> Adaptation:
    """How well the answer follows the change, by a model on a scale of 1 to 5."""
    data = await _ask(
        model,
        "metamorphic/adaptation",
        _ADAPTATION,
        sample=sample,
        prompts=prompts,
        question=seen.view.question,
        change=_change(seen),
        after=focus(seen.view, shown(seen)),
        base_answer=seen.base.text,
        answer=seen.answer.text,
    )
    return Adaptation(_score(data), f"the judge says: {data['reason']}")


def focus(view: OracleView, texts: Sequence[str], *, limit: int = _TEXT_LIMIT) -> str:
    """The part of long texts that a judge needs: around the evidence, and the sentences nearest to the question."""
    if sum(map(len, texts)) <= limit:
        return "\n\n".join(texts)
    parts: list[str] = []
    each = limit // max(1, 2 * len(view.evidence))
    for text in texts:
        for span in view.evidence:
            place = locate_text(span, text)
            if place:
                parts.append(text[max(0, place[0] - each // 2) : place[1] + each // 2])
    near = sorted((s for text in texts for s in sentences(text)), key=lambda s: -coverage(view.question, s))
    for sentence in near:
        if sum(map(len, parts)) + len(sentence) > limit:
            break
        if not any(sentence in part for part in parts):
            parts.append(sentence)
    return "\n[…]\n".join(parts)


def _change(seen: Observation) -> str:
    text = f"{seen.mutant.operator}: {seen.mutant.note}\n{seen.diff}".strip()
    return text if len(text) <= _CHANGE_LIMIT else f"{text[:_CHANGE_LIMIT]}…"


async def _ask(
    model: ChatModel,
    name: str,
    schema: dict[str, JsonValue],
    *,
    sample: int = 0,
    prompts: Path | None = None,
    **values: str,
) -> dict[str, JsonValue]:
    prompt = load_prompt(name, folder=prompts)
    request = Request(
        messages=prompt.messages(**values), max_tokens=512, schema_=schema, sample=sample, prompt_hash=prompt.hash
    )
    return await ask_json(model, request)


def _score(data: Mapping[str, JsonValue]) -> int:
    score = data["score"]
    return score if isinstance(score, int) else 1
