"""A section of a JSON schema as a table: key, type, meaning, default."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from generating.wording import cell

_SEVERAL = ("text", "section", "component", "mapping", "integer", "number")


def section(
    found: Mapping[str, Any], schema: Mapping[str, Any], *, meanings: Mapping[str, str] | None = None, what: str = "key"
) -> list[str]:
    """The rows of one section.

    Args:
        found: the section.
        schema: the whole schema, where references lead.
        meanings: texts by key, where the schema has no descriptions.
        what: the head of the first column.
    """
    required = found.get("required", [])
    lines = [f"| {what} | type | meaning | default |", "|---|---|---|---|"]
    for key, value in found.get("properties", {}).items():
        name = reference(value)
        meaning = (meanings or {}).get(key) or value.get("description") or ""
        if not meaning and name:
            meaning = schema["$defs"][name].get("description", "")
        default = "required" if key in required else _default(value.get("default"))
        lines.append(f"| `{key}` | {cell(_type(value))} | {cell(meaning)} | {default} |")
    return [*lines, ""]


def reference(value: Mapping[str, Any]) -> str | None:
    """The section that a key holds, alone, as an option, or as the items of a list."""
    items = value.get("items", {})
    for candidate in (value, *value.get("anyOf", ()), items, *items.get("anyOf", ())):
        name = str(candidate.get("$ref", "")).rpartition("/")[2]
        if name and name != "JsonValue":
            return name
    return None


def _type(value: Mapping[str, Any]) -> str:
    if "$ref" in value:
        return "anything" if value["$ref"].endswith("JsonValue") else "section"
    if "anyOf" in value:
        kinds = [_type(one) for one in value["anyOf"] if one.get("type") != "null"]
        return "component" if kinds == ["text", "mapping of anything"] else " or ".join(dict.fromkeys(kinds))
    if "enum" in value:
        return ", ".join(f"`{one}`" for one in value["enum"])
    if value.get("type") == "array":
        return f"list of {_plural(_type(value.get('items', {})))}"
    if value.get("type") == "object":
        inner = value.get("additionalProperties")
        return f"mapping of {_plural(_type(inner))}" if isinstance(inner, dict) else "mapping"
    names = {"string": "text", "integer": "integer", "number": "number", "boolean": "true or false"}
    return names.get(str(value.get("type")), "anything") + _bounds(value)


def _plural(kind: str) -> str:
    if " or " in kind:
        return " or ".join(_plural(one) for one in kind.split(" or "))
    return next((one + "s" + kind.removeprefix(one) for one in _SEVERAL if kind.startswith(one)), kind)


def _bounds(value: Mapping[str, Any]) -> str:
    low = value.get("minimum", value.get("exclusiveMinimum"))
    high = value.get("maximum", value.get("exclusiveMaximum"))
    above = "above" if "exclusiveMinimum" in value else "from"
    if low is None:
        return ""
    return f", {above} {low:,}" if high is None else f", {low:,} to {high:,}"


def _default(value: object) -> str:
    if value is None or value in ("", [], {}):
        return ""
    if isinstance(value, dict) and len(value) > 3:
        return "its own"
    return f"`{json.dumps(_written(value), ensure_ascii=False)}`".replace('"', "")


def _written(value: object) -> object:
    """A value as it stands in a configuration."""
    if isinstance(value, list):
        return [_written(one) for one in value]
    if isinstance(value, dict) and set(value) == {"name", "arguments"}:
        return {value["name"]: value["arguments"]} if value["arguments"] else value["name"]
    if isinstance(value, dict):
        return value["label"] if "label" in value else {k: _written(v) for k, v in value.items() if v is not None}
    return value
