"""Variants written by a chat model that sees the question."""

from __future__ import annotations

from ragtester.hallucination.grounding import Direction, Variant
from ragtester.prompts import load_prompt
from ragtester.protocols import ChatModel
from ragtester.records import JsonValue, Request
from ragtester.structured import ask_json

_PROMPT = "hallucination/variants"
_LENGTH = 300


async def ask_variants(model: ChatModel, claim: str, *, question: str = "", n: int = 2) -> tuple[Variant, ...]:
    """At most `n` variants of each direction; those that change nothing or repeat another are dropped.

    Raises:
        MeasurementError: the model gave no usable reply.
    """
    prompt = load_prompt(_PROMPT)
    texts: dict[str, JsonValue] = {
        "type": "array",
        "minItems": 1,
        "maxItems": n,
        "items": {"type": "string", "maxLength": _LENGTH},
    }
    request = Request(
        messages=prompt.messages(question=question or "(none)", claim=claim, n=str(n)),
        max_tokens=120 * n + 80,
        schema_={
            "type": "object",
            "properties": {"same": texts, "opposite": texts},
            "required": ["same", "opposite"],
            "additionalProperties": False,
        },
        prompt_hash=prompt.hash,
    )
    data = await ask_json(model, request)
    seen = {_bare(claim)}
    found: list[Variant] = []
    directions: tuple[Direction, ...] = ("same", "opposite")
    for direction in directions:
        given = data[direction]
        for text in given if isinstance(given, list) else []:
            if isinstance(text, str) and text.strip() and _bare(text) not in seen:
                seen.add(_bare(text))
                found.append(Variant(text.strip(), direction, "llm"))
    if all(variant.direction == "opposite" for variant in found):
        found.insert(0, Variant(claim, "same", "identity"))
    return tuple(found)


def _bare(text: str) -> str:
    return " ".join(text.split()).strip(" .").lower()
