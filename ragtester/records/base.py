"""What every record shares: frozen, closed to unknown fields, hashable by content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict
from typing_extensions import TypeAliasType

JsonValue = TypeAliasType(
    "JsonValue", "str | int | float | bool | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
)
"""Anything that JSON can hold."""


def well_formed(text: str) -> str:
    """The text with each half of a broken pair replaced by U+FFFD: nothing can store or print a lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


ForeignText = Annotated[str, AfterValidator(well_formed)]
"""A text that a model, a system or a file of somebody else's gave."""


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
