"""How a judging model is shown the parts of a case: quoted, so that no line of an answer can end the quotation."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.records import JsonValue, Test

_ANSWER = 6_000
_EVIDENCE = 3_000


def quoted(text: str, *, limit: int = _ANSWER) -> str:
    """Every line with "> " before it; a text over the limit loses its middle."""
    bare = text.strip()
    if len(bare) > limit:
        bare = f"{bare[: limit * 2 // 3]}\n[...]\n{bare[-limit // 3 :]}"
    return "\n".join(f"> {line}" for line in bare.splitlines()) or "> "


def reference_of(test: Test) -> str:
    """The reference as a list of alternatives; for a negative test what is right there."""
    if test.kind == "negative":
        return (
            "- The documents do not hold the answer. Right is to say so, or that the question assumes something false, "
            f"without an invented answer. For example: {test.expected_answer}"
        )
    listed = "\n".join(f"- {text}" for text in dict.fromkeys([test.expected_answer, *test.accepted_answers]))
    parts = [" or ".join(part.forms[:4]) for part in test.answer_parts if part.forms]
    return listed + ("\nA complete answer holds: " + "; ".join(parts) if len(parts) > 1 else "")


def evidence_of(test: Test) -> str:
    """The quotes that the reference rests on."""
    quotes = "\n".join(f"- {' '.join(span.quote.split())}" for span in test.evidence)
    return quotes[:_EVIDENCE] or "(none given)"


def numbered(texts: Sequence[str]) -> str:
    """Texts as a numbered list, one line each."""
    return "\n".join(f"{number}. {' '.join(text.split())}" for number, text in enumerate(texts, start=1))


def object_schema(properties: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """A closed object with these properties, all required, in this order."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def text_schema(limit: int) -> dict[str, JsonValue]:
    """A string of limited length: a small model may never end another one."""
    return {"type": "string", "maxLength": limit}


SCORE: dict[str, JsonValue] = {"type": "integer", "minimum": 1, "maximum": 5}
"""A score from 1 to 5."""
