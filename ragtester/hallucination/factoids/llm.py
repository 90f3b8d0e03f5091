"""An answer cut into statements by a chat model."""

from __future__ import annotations

from collections.abc import Mapping

from rapidfuzz.fuzz import partial_ratio_alignment

from ragtester.hallucination.factoids.split import split_factoids
from ragtester.hallucination.grounding import Factoid
from ragtester.prompts import load_prompt
from ragtester.protocols import ChatModel
from ragtester.records import Request
from ragtester.structured import ask_json

_PROMPT = "hallucination/factoids"
_MOST = 40
_CLOSE = 85.0
_CLAIM = 300


async def ask_factoids(model: ChatModel, answer: str, *, question: str = "") -> list[Factoid]:
    """The factoids that the model names, each at the place of its quote; what is not in the answer is dropped.

    An answer of which the model quotes nothing that stands there is cut by the rules instead.

    Raises:
        MeasurementError: the model gave no usable reply.
    """
    prompt = load_prompt(_PROMPT)
    item = {
        "type": "object",
        "properties": {
            "claim": {"type": "string", "maxLength": _CLAIM},
            "quote": {"type": "string", "maxLength": _CLAIM},
        },
        "required": ["claim", "quote"],
        "additionalProperties": False,
    }
    request = Request(
        messages=prompt.messages(question=question or "(none)", answer=answer),
        max_tokens=min(4000, 200 + 2 * len(answer)),
        schema_={
            "type": "object",
            "properties": {"factoids": {"type": "array", "maxItems": _MOST, "items": item}},
            "required": ["factoids"],
            "additionalProperties": False,
        },
        prompt_hash=prompt.hash,
    )
    data = await ask_json(model, request)
    named = data["factoids"]
    found: list[Factoid] = []
    for entry in named if isinstance(named, list) else []:
        if isinstance(entry, Mapping):
            place = locate(str(entry["quote"]), answer)
            if place is not None:
                found.append(Factoid(answer[place[0] : place[1]], *place, str(entry["claim"]).strip()))
    if named and not found:
        return split_factoids(answer)
    return sorted(dict.fromkeys(found), key=lambda factoid: (factoid.start, factoid.end))


def locate(quote: str, answer: str) -> tuple[int, int] | None:
    """Where the quote stands in the answer, exactly or with small differences; None where it does not."""
    bare = quote.strip()
    if not bare:
        return None
    at = answer.find(bare)
    if at >= 0:
        return at, at + len(bare)
    near = partial_ratio_alignment(bare.lower(), answer.lower(), score_cutoff=_CLOSE)
    if near is None or near.dest_end <= near.dest_start or len(answer) < len(bare) // 2:
        return None
    return near.dest_start, near.dest_end
