"""Forms of a request that a stand-in endpoint refuses with 400, as real ones do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

Refuse: TypeAlias = Literal[
    "max_tokens", "max_completion_tokens", "temperature", "seed", "stop", "strict_limits", "json_schema", "json_object"
]
"""`max_tokens` and `temperature` as reasoning models refuse them, `strict_limits` (a maxLength in a strict schema),
`json_schema` and `json_object` as older servers do."""

_MESSAGES: dict[str, str] = {
    "max_tokens": "Unsupported parameter: 'max_tokens' is not supported with this model. "
    "Use 'max_completion_tokens' instead.",
    "max_completion_tokens": "Unrecognized request argument supplied: max_completion_tokens",
    "temperature": "Unsupported value: 'temperature' does not support 0.0 with this model. "
    "Only the default (1) value is supported.",
    "seed": "Unsupported parameter: 'seed' is not supported with this model.",
    "stop": "Unsupported parameter: 'stop' is not supported with this model.",
    "strict_limits": "Invalid schema for response_format 'reply': In context=('properties', 'answer'), "
    "'maxLength' is not permitted.",
    "json_schema": "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
    "json_object": "response_format: Input should be 'text', unknown type 'json_object'",
}


def refusal_of(body: Mapping[str, object], refuse: frozenset[Refuse]) -> tuple[str, str] | None:
    """The refused parameter and the message of the 400, or None where the body is accepted."""
    form = body.get("response_format")
    kind = form.get("type") if isinstance(form, Mapping) else None
    for name in ("max_tokens", "max_completion_tokens", "temperature", "seed", "stop"):
        if name in refuse and name in body:
            return name, _MESSAGES[name]
    if kind in ("json_schema", "json_object") and kind in refuse:
        return "response_format", _MESSAGES[str(kind)]
    if (
        "strict_limits" in refuse
        and kind == "json_schema"
        and "maxLength" in str(form)
        and "'strict': True" in str(form)
    ):
        return "response_format", _MESSAGES["strict_limits"]
    return None
