"""Requests and replies on their way between processes: plain tuples, which are packed in a fraction of a record's time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from ragtester.records import Finish, JsonValue, Message, Reply, Request, Usage
from ragtester.runner.distribute.pool import Shard

Packed: TypeAlias = dict[str, object]
"""A request's fields, its messages as pairs of role and content."""
PackedReply: TypeAlias = tuple[str, Finish, tuple[int | None, int | None, int | None], str, float]


def ask_shard(
    name: str, spec: Mapping[str, Mapping[str, JsonValue]], folder: str, requests: Iterable[Request], what: object
) -> Shard:
    """A shard of requests to one model.

    Args:
        name: the model's name in the configuration.
        spec: its kind and arguments.
        folder: folder of the configuration.
        requests: what it is asked.
        what: what the shard is for.
    """
    return Shard("ask", (name, spec, folder, [pack(request) for request in requests]), what)


def pack(request: Request) -> Packed:
    """A request without records."""
    packed: Packed = dict(request.__dict__)
    packed["messages"] = [(message.role, message.content) for message in request.messages]
    return packed


def unpack(packed: Mapping[str, object]) -> Request:
    """The request that was packed."""
    fields = dict(packed)
    pairs = fields["messages"]
    listed = pairs if isinstance(pairs, list) else []
    fields["messages"] = tuple(Message(role=role, content=content) for role, content in listed)
    return Request.model_validate(fields)


def pack_reply(reply: Reply) -> PackedReply:
    """A reply without records."""
    usage = reply.usage
    counts = (usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens)
    return reply.text, reply.finish, counts, reply.model, reply.seconds


def replies_of(packed: Sequence[PackedReply | None]) -> list[Reply | None]:
    """The replies of a shard in the order of its requests; None where there is none."""
    return [None if one is None else _unpacked(one) for one in packed]


def _unpacked(packed: PackedReply) -> Reply:
    text, finish, (sent, received, cached), model, seconds = packed
    usage = Usage(prompt_tokens=sent, completion_tokens=received, cached_tokens=cached)
    return Reply(text=text, finish=finish, usage=usage, model=model, seconds=seconds)
