"""From a request to the JSON that is sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache

from ragtester.llm.openai_compatible.dialect import Dialect, without_limits
from ragtester.llm.openai_compatible.options import OpenAIOptions
from ragtester.prompts import load_prompt
from ragtester.records import JsonValue, Request


def request_body(request: Request, options: OpenAIOptions, dialect: Dialect) -> dict[str, JsonValue]:
    """The body of a chat completion, in the forms that the endpoint is known to accept."""
    messages: list[JsonValue] = [{"role": message.role, "content": message.content} for message in request.messages]
    body: dict[str, JsonValue] = {
        "model": options.model,
        "messages": messages,
        dialect.tokens_field: options.max_tokens or request.max_tokens,
    }
    if dialect.temperature:
        body["temperature"] = request.temperature if options.temperature is None else options.temperature
    if request.seed is not None and dialect.seed:
        body["seed"] = request.seed + request.sample
    if request.stop and dialect.stop:
        body["stop"] = list(request.stop)
    if request.schema_ is not None:
        _ask_for_schema(body, messages, request.schema_, dialect)
    return body | options.extra_body


def _ask_for_schema(
    body: dict[str, JsonValue], messages: list[JsonValue], schema: Mapping[str, JsonValue], dialect: Dialect
) -> None:
    level = dialect.schema_level
    if level in ("object", "prompt"):
        instruction = _instruction(json.dumps(schema, ensure_ascii=False))
        first = messages[0] if messages else None
        if isinstance(first, Mapping) and first["role"] == "system":
            messages[0] = {"role": "system", "content": f"{first['content']}\n\n{instruction}"}
        else:
            messages.insert(0, {"role": "system", "content": instruction})
        if level == "object":
            body["response_format"] = {"type": "json_object"}
        return
    wanted: JsonValue = without_limits(schema) if level == "strict_bare" else schema
    named: dict[str, JsonValue] = {"name": "reply", "schema": wanted, "strict": level != "loose"}
    body["response_format"] = {"type": "json_schema", "json_schema": named}


@lru_cache(maxsize=64)
def _instruction(schema: str) -> str:
    return load_prompt("structured/follow_schema").render(schema=schema)
