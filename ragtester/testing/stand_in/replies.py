"""What a stand-in endpoint says."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from ragtester.records import JsonValue
from ragtester.structured import example_of, find_json
from ragtester.testing.stand_in.faults import Fault

Say: TypeAlias = Callable[[Mapping[str, object]], "str | Mapping[str, object]"]
"""From a request's body to the reply's text, or to a whole chat completion."""


def default_reply(body: Mapping[str, object]) -> str:
    """The smallest valid JSON where a schema was sent; else a sentence that differs with the request, and only so."""
    schema = wanted_schema(body)
    digest = hashlib.blake2b(last_message(body).encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    if schema is not None:
        return json.dumps(example_of(schema, text=f"reply {digest}"), ensure_ascii=False)
    return f"This is the reply {digest} of a stand-in."


def wanted_schema(body: Mapping[str, object]) -> Mapping[str, JsonValue] | None:
    """The JSON schema that a request asks for: in its `response_format`, else written out in a message."""
    form = body.get("response_format")
    named = form.get("json_schema") if isinstance(form, Mapping) else None
    schema = named.get("schema") if isinstance(named, Mapping) else None
    if isinstance(schema, Mapping):
        return schema
    messages = body.get("messages")
    for message in reversed(messages) if isinstance(messages, Sequence) else ():
        found = find_json(str(message.get("content", ""))) if isinstance(message, Mapping) else None
        if found is not None and "properties" in found:
            return found
    return None


def last_message(body: Mapping[str, object]) -> str:
    """The text of the last message."""
    messages = body.get("messages")
    last = messages[-1] if isinstance(messages, Sequence) and messages else None
    return str(last.get("content", "")) if isinstance(last, Mapping) else ""


def completion(
    body: Mapping[str, object], text: str, *, number: int, fault: Fault | None = None, count_tokens: bool = True
) -> dict[str, object]:
    """A chat completion in the form of the protocol; usage counts words."""
    finish, refusal, content = "stop", None, text
    if fault == "empty":
        content = ""
    elif fault == "refusal":
        content, refusal = "", "I'm sorry, I can't help with that."
    elif fault == "filtered":
        content, finish = "", "content_filter"
    elif fault == "truncated":
        content, finish = text[: max(1, len(text) // 2)], "length"
    elif fault == "broken_reply":
        content = text[: max(1, len(text) * 2 // 3)]
    message = {"role": "assistant", "content": content, "refusal": refusal}
    reply: dict[str, object] = {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 0,
        "model": body.get("model"),
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
    }
    if count_tokens:
        sent, received = prompt_words(body), len(content.split())
        reply["usage"] = {"prompt_tokens": sent, "completion_tokens": received, "total_tokens": sent + received}
    return reply


def prompt_words(body: Mapping[str, object]) -> int:
    """Words of all messages, which stand for tokens."""
    messages = body.get("messages")
    listed = messages if isinstance(messages, Sequence) else ()
    return sum(len(str(message.get("content", "")).split()) for message in listed if isinstance(message, Mapping))
