"""JSON schemas of what an author model replies; every string has a length limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragtester.records import JsonValue


def text(limit: int) -> dict[str, JsonValue]:
    """A string of at most `limit` characters."""
    return {"type": "string", "maxLength": limit}


def closed(properties: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """An object with exactly these properties."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def questions_schema(labels: Sequence[str], count: int) -> dict[str, JsonValue]:
    """One to `count` questions; evidence and answer come first, so that the question is written for them."""
    item = closed(
        {
            "type": {"type": "string", "enum": list(labels), "maxLength": 40},
            "evidence": text(500),
            "answer": text(300),
            "question": text(260),
        }
    )
    return closed({"questions": {"type": "array", "minItems": 1, "maxItems": count, "items": item}})


NEGATIVE_SCHEMA = closed({"question": text(260), "absent": text(80)})
ANSWERABLE_SCHEMA = closed({"quote": text(300), "answerable": {"type": "boolean"}})
ANSWER_SCHEMA = closed({"answer": text(200)})
ABOUT_SCHEMA = closed({"subject": text(120)})
REWORD_SCHEMA = closed({"question": text(300)})
