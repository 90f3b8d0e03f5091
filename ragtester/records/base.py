"""What every record shares: frozen, closed to unknown fields, hashable by content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict
from typing_extensions import TypeAliasType

JsonValue = TypeAliasType(
    "JsonValue", "str | int | float | bool | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
)
"""Anything that JSON can hold."""


class Record(BaseModel):
    """A frozen value; two records with equal fields are equal."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def content_hash(self) -> str:
        """SHA-256 (hex) of the record's fields; equal records have equal hashes in every process."""
        return content_key(type(self).__name__, fields=self.model_dump(mode="json"))


def content_key(kind: str, **parts: JsonValue) -> str:
    """The content key of a unit of work: SHA-256 (hex) of its kind and everything it depends on.

    Args:
        kind: the kind of work, such as `generate` or `embed`.
        parts: names, versions, parameters and inputs; anything that JSON can hold. Order of the
            keyword arguments does not matter.

    Raises:
        TypeError: a part is not JSON (a set, a NaN, an object).
    """
    try:
        text = json.dumps(
            {"kind": kind, **parts}, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")
        )
    except ValueError as error:
        raise TypeError(f"the parts of a {kind} key hold a number that JSON cannot: {error}") from error
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def text_hash(text: str) -> str:
    """SHA-256 (hex) of a text in UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
