"""What every record shares: frozen, closed to unknown fields, hashable by content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from json.encoder import encode_basestring
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
    return text_hash(_encoded(kind, {"kind": kind, **parts}))


class KeyMaker:
    """`content_key` for keys that share most of their parts: what is shared is encoded once.

    Args:
        kind: the kind of work.
        open_parts: names of the parts that differ from key to key.
        parts: the parts that all keys share.

    Raises:
        TypeError: a part is not JSON.

    Examples:
        >>> KeyMaker("embed", ("text",), space="s").key(text="a") == content_key("embed", space="s", text="a")
        True
    """

    __slots__ = ("_kind", "_names", "_pieces")

    def __init__(self, kind: str, open_parts: Sequence[str], **parts: JsonValue) -> None:
        self._kind = kind
        self._names: list[str] = []
        self._pieces: list[str] = []
        piece = "{"
        shared: dict[str, JsonValue] = {"kind": kind, **parts}
        for number, name in enumerate(sorted({*shared, *open_parts})):
            piece += f"{',' if number else ''}{_encoded(kind, name)}:"
            if name in open_parts:
                self._names.append(name)
                self._pieces.append(piece)
                piece = ""
            else:
                piece += _encoded(kind, shared[name])
        self._pieces.append(piece + "}")

    def key(self, **open_parts: JsonValue) -> str:
        """The content key with these values of the open parts.

        Raises:
            TypeError: a part is missing, is not one of the open ones, or is not JSON.
        """
        if sorted(open_parts) != self._names:
            raise TypeError(f"a {self._kind} key needs {', '.join(self._names)}, not {', '.join(open_parts)}")
        text = ""
        for piece, name in zip(self._pieces, self._names, strict=False):
            text += piece + _encoded(self._kind, open_parts[name])
        return text_hash(text + self._pieces[-1])


_ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _encoded(kind: str, parts: JsonValue) -> str:
    if type(parts) is str:
        return encode_basestring(parts)
    if type(parts) is int:
        return str(parts)
    try:
        return _ENCODER.encode(parts)
    except ValueError as error:
        raise TypeError(f"the parts of a {kind} key hold a number that JSON cannot: {error}") from error


def text_hash(text: str) -> str:
    """SHA-256 (hex) of a text in UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
