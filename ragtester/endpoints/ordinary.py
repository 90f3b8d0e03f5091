"""The openai client's ordinary methods: dearer per call, and kept for versions whose cheap path differs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, cast

from ragtester.records import JsonValue

if TYPE_CHECKING:
    from openai import AsyncOpenAI


class _Create(Protocol):
    async def __call__(self, **arguments: object) -> _Dumps: ...


class _Dumps(Protocol):
    def model_dump(self, *, mode: str) -> dict[str, object]: ...


async def send_ordinarily(client: AsyncOpenAI, path: str, body: Mapping[str, JsonValue]) -> object:
    """What `client.chat.completions.create` or `client.embeddings.create` gives, as plain JSON."""
    chat = path.endswith("/chat/completions")
    create = cast("_Create", client.chat.completions.create if chat else client.embeddings.create)
    named = ("model", "messages") if chat else ("model", "input", "encoding_format")
    arguments = {key: body[key] for key in named if key in body}
    rest = {key: value for key, value in body.items() if key not in named}
    reply = await create(**arguments, extra_body=rest)
    return reply if isinstance(reply, str) else reply.model_dump(mode="json")
