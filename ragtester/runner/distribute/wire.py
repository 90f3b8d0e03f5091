"""Requests and replies on their way between processes: plain data in one string of bytes, packed in a fraction of a record's time."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from typing import Any, TypeAlias, TypeVar

from pydantic import BaseModel

from ragtester.errors import EndpointError, MeasurementError, ReplyError
from ragtester.records import Finish, JsonValue, Message, Record, Reply, Request, Usage

Spec: TypeAlias = Mapping[str, Mapping[str, JsonValue]]
"""A model's kind and arguments."""
Packed: TypeAlias = dict[str, Any]
"""A request's fields, its messages as pairs of role and content."""
Told: TypeAlias = tuple[dict[str, tuple[Spec, str]], list[tuple[str, int, Packed]]]
"""Models by name with the folder of their configuration, and requests: the model's name, a ticket, the request."""
PackedReply: TypeAlias = tuple[str, Finish, tuple[int | None, int | None, int | None], str, float]
PackedError: TypeAlias = tuple[type[MeasurementError], str, dict[str, object]]
Came: TypeAlias = list[tuple[int, PackedReply | PackedError | None]]
"""Tickets, each with its reply, why there is none, or None where the worker could not even ask."""

_REPLY = dict(Reply(text="").__dict__)
"""Every field of a reply, those that do not travel as they are by default."""
_Kind = TypeVar("_Kind", bound=Record)
_FIELDS: dict[type[Record], set[str]] = {kind: set(kind.model_fields) for kind in (Message, Request, Usage, Reply)}
_new = object.__new__
_put_fields, _put_given, _put_extra, _put_private = (
    BaseModel.__dict__[name].__set__
    for name in ("__dict__", "__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__")
)
"""What `object.__setattr__` does, in a third of its time."""

_HERE = frozenset({"authentication", "connection", "not_found"})
"""What may lie in the worker's surroundings (its keys, its way to the endpoint): the driver then asks for itself."""


def to_bytes(told: Told | Came) -> bytes:
    """As it travels."""
    return pickle.dumps(told, protocol=pickle.HIGHEST_PROTOCOL)


def told_from(data: bytes) -> Told:
    """What a driver sent to its worker."""
    told: Told = pickle.loads(data)  # noqa: S301  between a driver and its own workers, as Ray itself does
    return told


def came_from(data: bytes) -> Came:
    """What a worker sent to its driver."""
    came: Came = pickle.loads(data)  # noqa: S301  between a driver and its own workers, as Ray itself does
    return came


def pack(request: Request) -> Packed:
    """A request without records."""
    packed: Packed = dict(request.__dict__)
    packed["messages"] = [(message.role, message.content) for message in request.messages]
    return packed


def unpack(packed: Packed) -> Request:
    """The request that was packed, not checked a second time; what was packed is used up."""
    pairs = packed["messages"]
    packed["messages"] = tuple(_record(Message, {"role": role, "content": content}) for role, content in pairs)
    return _record(Request, packed)


def pack_reply(reply: Reply) -> PackedReply:
    """A reply without records."""
    usage = reply.usage
    counts = (usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens)
    return reply.text, reply.finish, counts, reply.model, reply.seconds


def pack_error(error: MeasurementError) -> PackedError | None:
    """Why a worker has no reply; None where another process may get one."""
    if error.reason in _HERE:
        return None
    if isinstance(error, EndpointError):
        return EndpointError, str(error), {"problem": error.problem, "retryable": False}
    if isinstance(error, ReplyError):
        return ReplyError, str(error), {"problem": error.problem, "reply": error.reply}
    return MeasurementError, str(error), {"reason": error.reason}


def unpack_reply(packed: PackedReply | PackedError) -> Reply | MeasurementError:
    """The reply or the error that was packed."""
    if len(packed) == 3:
        kind, message, fields = packed
        return kind(message, **fields)  # type: ignore[arg-type]
    text, finish, (sent, received, cached), model, seconds = packed
    counts = {"prompt_tokens": sent, "completion_tokens": received, "cached_tokens": cached}
    fields = {"text": text, "finish": finish, "usage": _record(Usage, counts), "model": model, "seconds": seconds}
    return _record(Reply, {**_REPLY, **fields})


def _record(kind: type[_Kind], fields: dict[str, Any]) -> _Kind:
    """A record from all of its fields, as unpickling makes it: in a thirtieth of the time that `model_construct` takes."""
    made = _new(kind)
    _put_fields(made, fields)
    _put_given(made, _FIELDS[kind])
    _put_extra(made, None)
    _put_private(made, None)
    return made
