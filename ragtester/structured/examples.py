"""The smallest data that a JSON schema allows: what stands in for a reply where data is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragtester.records import JsonValue


def example_of(schema: Mapping[str, JsonValue], *, text: str = "example") -> JsonValue:
    """Data that is valid against `schema`: required properties only, first choices, highest numbers.

    Args:
        schema: types, properties, items, enum, const, anyOf, oneOf, and limits of length, size and value.
        text: what strings hold, cut and filled up to their limits.
    """
    if "const" in schema:
        return schema["const"]
    for key in ("enum", "anyOf", "oneOf"):
        choices = schema.get(key)
        if isinstance(choices, Sequence) and choices and not isinstance(choices, str):
            first = choices[0]
            return example_of(first, text=text) if key != "enum" and isinstance(first, Mapping) else first
    kind = schema.get("type")
    if isinstance(kind, Sequence) and not isinstance(kind, str):
        kind = kind[0] if kind else None
    if kind == "object" or (kind is None and "properties" in schema):
        return _object(schema, text)
    if kind == "array":
        items = schema.get("items")
        count = _number(schema.get("minItems"), 0)
        return [example_of(items, text=text) if isinstance(items, Mapping) else text for _ in range(int(count))]
    if kind in ("integer", "number"):
        value = _number(schema.get("maximum"), _number(schema.get("minimum"), 1))
        return int(value) if kind == "integer" else value
    if kind == "boolean":
        return True
    if kind == "null":
        return None
    shortest, longest = int(_number(schema.get("minLength"), 0)), int(_number(schema.get("maxLength"), 1_000_000))
    return text[:longest].ljust(shortest, ".")


def _object(schema: Mapping[str, JsonValue], text: str) -> JsonValue:
    properties = schema.get("properties")
    required = schema.get("required")
    wanted = required if isinstance(required, Sequence) and not isinstance(required, str) else ()
    if not isinstance(properties, Mapping):
        return {}
    named = {str(name): properties.get(str(name), {}) for name in wanted}
    return {name: example_of(inner, text=text) if isinstance(inner, Mapping) else text for name, inner in named.items()}


def _number(value: JsonValue, default: float) -> float:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else default
