"""Checking data against a JSON schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from ragtester.records import JsonValue
from ragtester.structured.plain import plainly_valid

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

_SHOWN = 160


def schema_problem(data: JsonValue, schema: Mapping[str, JsonValue]) -> str | None:
    """What is wrong with `data`, in one line with its place, or None where it is valid.

    Raises:
        ValueError: the schema itself is not a JSON schema.
    """
    if plainly_valid(data, schema):
        return None
    errors = _validator(json.dumps(schema, sort_keys=True)).iter_errors(data)
    worst = min(errors, key=lambda error: (len(error.absolute_path), error.message), default=None)
    if worst is None:
        return None
    place = ".".join(str(part) for part in worst.absolute_path)
    message = worst.message if len(worst.message) <= _SHOWN else f"{worst.message[:_SHOWN]}…"
    return f"{place}: {message}" if place else message


@lru_cache(maxsize=128)
def _validator(schema: str) -> Validator:
    from jsonschema import Draft202012Validator, SchemaError

    parsed = json.loads(schema)
    try:
        Draft202012Validator.check_schema(parsed)
    except SchemaError as error:
        raise ValueError(f"not a JSON schema: {error.message}") from None
    return Draft202012Validator(parsed)


def unbounded_strings(schema: JsonValue, place: str = "") -> Iterator[str]:
    """The places of strings without a `maxLength`, `enum` or `const`: a small model may never end one of them."""
    if isinstance(schema, Mapping):
        if schema.get("type") == "string" and not {"maxLength", "enum", "const"} & schema.keys():
            yield place or "(root)"
        for key, inner in schema.items():
            yield from unbounded_strings(inner, f"{place}.{key}" if place else str(key))
    elif isinstance(schema, list | tuple):
        for position, inner in enumerate(schema):
            yield from unbounded_strings(inner, f"{place}.{position}")
