"""A chat model, or a panel of them, as verifier: yes, no or not sure, as in MetaRAG."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence

from ragtester.errors import UsageError
from ragtester.hallucination.judgement import Answer, Judgement
from ragtester.hallucination.verification.quotes import find_quote
from ragtester.hallucination.verification.verifier import Finding
from ragtester.prompts import load_prompt
from ragtester.protocols import ChatModel
from ragtester.records import JsonValue, Request
from ragtester.structured import ask_json

_ANSWERS: Mapping[str, Answer] = {"yes": "yes", "no": "no", "not sure": "not_sure"}
_PROMPT = "hallucination/verify"
_TOKENS_PER_VOTE = 90
_QUOTE = 240


class LlmVerifier:
    """Asks one chat model, or several and takes the majority (a tie is `not_sure`).

    Args:
        models: the panel; at least one.
    """

    def __init__(self, *models: ChatModel) -> None:
        if not models:
            raise UsageError("LlmVerifier has no model; give at least one chat model")
        self._models = models

    @property
    def name(self) -> str:
        """The models' names."""
        return "+".join(model.name for model in self._models)

    @property
    def version(self) -> str:
        """The models' versions and the prompt's hash."""
        return "+".join([*(model.version for model in self._models), load_prompt(_PROMPT).hash])

    async def verify(self, claims: Sequence[str], contexts: tuple[str, ...]) -> list[Finding]:
        """One finding per claim; all claims go into one request to each model.

        Raises:
            MeasurementError: a model did not answer, or not with one vote per claim.
        """
        if not claims:
            return []
        panel = await asyncio.gather(*(_votes(model, claims, contexts) for model in self._models))
        return [_majority([votes[i] for votes in panel], contexts) for i in range(len(claims))]


async def _votes(model: ChatModel, claims: Sequence[str], contexts: tuple[str, ...]) -> list[tuple[Answer, str]]:
    data = await ask_json(model, verification_request(claims, contexts))
    votes = data["votes"]
    return [
        (_ANSWERS[str(vote["answer"])], str(vote["evidence"]))
        for vote in (votes if isinstance(votes, list) else [])
        if isinstance(vote, Mapping)
    ]


def verification_request(claims: Sequence[str], contexts: tuple[str, ...]) -> Request:
    """The request that asks for one vote per claim."""
    prompt = load_prompt(_PROMPT)
    statements = "\n".join(f"{number}. {' '.join(claim.split())}" for number, claim in enumerate(claims, start=1))
    context = "\n\n".join(text for text in contexts if text.strip()) or "(there is no context)"
    vote: dict[str, JsonValue] = {
        "type": "object",
        "properties": {
            "number": {"type": "integer"},
            "evidence": {"type": "string", "maxLength": _QUOTE},
            "answer": {"type": "string", "enum": list(_ANSWERS), "maxLength": 8},
        },
        "required": ["number", "evidence", "answer"],
        "additionalProperties": False,
    }
    return Request(
        messages=prompt.messages(context=context, statements=statements),
        max_tokens=_TOKENS_PER_VOTE * len(claims) + 60,
        schema_={
            "type": "object",
            "properties": {"votes": {"type": "array", "items": vote, "minItems": len(claims), "maxItems": len(claims)}},
            "required": ["votes"],
            "additionalProperties": False,
        },
        prompt_hash=prompt.hash,
        passages=contexts,
    )


def _majority(votes: Sequence[tuple[Answer, str]], contexts: tuple[str, ...]) -> Finding:
    count = Counter(answer for answer, _ in votes)
    (answer, most), *others = count.most_common()
    if others and others[0][1] == most:
        answer = "not_sure"
    quote = next((text for given, text in votes if given == answer and text.strip()), "")
    evidence = find_quote(quote, contexts) if answer != "not_sure" else None
    return Finding(Judgement(answer, most / len(votes)), evidence)
