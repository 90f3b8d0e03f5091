"""Units of work and their results: the result of a key is stored once."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ragtester.errors import UnmeasuredReason
from ragtester.records.base import JsonValue, Record

WorkKind = Literal["author", "write", "embed", "retrieve", "generate", "judge", "mutate", "relate", "ground"]


class WorkItem(Record):
    """One unit of work under its content key."""

    key: str
    kind: WorkKind
    payload: dict[str, JsonValue] = Field(default_factory=dict)


class WorkResult(Record):
    """The outcome of a unit of work; an error is never stored as a result."""

    key: str
    kind: WorkKind
    status: Literal["done", "unmeasured"]
    payload: dict[str, JsonValue] = Field(default_factory=dict)
    reason: UnmeasuredReason | None = None
    message: str = ""


class WorkCount(Record):
    """How much work of one kind a run needed, found, did and failed to do."""

    needed: int = 0
    reused: int = 0
    done: int = 0
    failed: int = 0
