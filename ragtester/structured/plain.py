"""Seeing at once that data is valid, for the few keywords that most schemas are made of.

A reply of every case is checked; where it is right, which nearly all are, a general validator takes longer than
everything else that is done with it. Whoever is not sure says no, and the general validator decides.
"""

from __future__ import annotations

from collections.abc import Mapping

from ragtester.records import JsonValue

_KNOWN = frozenset(
    "type properties required additionalProperties enum items minItems maxItems minLength maxLength minimum maximum "
    "description title".split()
)
_TYPES: Mapping[str, type] = {
    "string": str,
    "integer": int,
    "number": int,
    "boolean": bool,
    "array": list,
    "object": dict,
}


def plainly_valid(data: JsonValue, schema: JsonValue) -> bool:
    """Whether `data` is valid against `schema` beyond doubt; False also where this cannot tell.

    Examples:
        >>> plainly_valid({"score": 5}, {"type": "object", "properties": {"score": {"type": "integer", "maximum": 5}}})
        True
        >>> plainly_valid({"score": 5}, {"$ref": "#/$defs/anything"})
        False
    """
    if not isinstance(schema, dict) or not schema.keys() <= _KNOWN:
        return False
    kind = schema.get("type")
    wanted = _TYPES.get(kind) if isinstance(kind, str) else None
    if wanted is None or type(data) is not wanted:
        return False
    choices = schema.get("enum")
    if choices is not None and not (isinstance(choices, list | tuple) and type(data) is str and data in choices):
        return False
    if isinstance(data, str):
        return _between(len(data), schema, "minLength", "maxLength")
    if isinstance(data, list):
        inner = schema.get("items")
        every = "items" not in schema or all(plainly_valid(item, inner) for item in data)
        return every and _between(len(data), schema, "minItems", "maxItems")
    if isinstance(data, dict):
        return _fields(data, schema)
    return isinstance(data, bool) or (isinstance(data, int) and _between(data, schema, "minimum", "maximum"))


def _fields(data: dict[str, JsonValue], schema: Mapping[str, JsonValue]) -> bool:
    properties, required = schema.get("properties", {}), schema.get("required", ())
    if not isinstance(properties, dict) or not isinstance(required, list | tuple):
        return False
    if any(name not in data for name in required):
        return False
    closed = schema.get("additionalProperties", True)
    if closed is not True and (closed is not False or not data.keys() <= properties.keys()):
        return False
    return all(plainly_valid(value, properties[name]) for name, value in data.items() if name in properties)


def _between(size: int, schema: Mapping[str, JsonValue], least: str, most: str) -> bool:
    low, high = schema.get(least), schema.get(most)
    return (low is None or (isinstance(low, int | float) and size >= low)) and (
        high is None or (isinstance(high, int | float) and size <= high)
    )
