"""config.md: every key of a configuration, from the schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generating.components import components
from generating.schema import reference, section
from generating.wording import NOTE


def config_page() -> str:
    """Every key of a configuration, from the schema; and the arguments of the shipped components."""
    from ragtester.config import RunConfig, config_schema

    schema = config_schema()
    lines = [
        "# Configuration",
        "",
        NOTE,
        "A configuration is a YAML file. `ragtester schema` prints its JSON schema, `ragtester validate FILE` checks a file:",
        "an unknown key is an error that names the nearest key, and so is a key given twice. Paths are relative to the",
        "folder of the file. `$NAME` and `${NAME:-default}` are taken from the environment; a variable that is not set",
        "and has no default is an error.",
        "",
        "A *component* is written `name` or `{name: {argument: value}}`. Where a list of names is wanted, one name alone",
        "stands for a list of one.",
        "",
        "## Top level",
        "",
        *section(schema, schema),
    ]
    for name in RunConfig.model_fields:
        found = reference(schema["properties"][name])
        if found:
            lines += _nested(name, schema["$defs"][found], schema)
    return "\n".join([*lines, *components()]).rstrip() + "\n"


def _nested(name: str, found: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    lines = [f"## {name}", "", str(found.get("description", "")), "", *section(found, schema)]
    for key, value in found["properties"].items():
        inner = schema["$defs"].get(reference(value) or "", {})
        if inner.get("properties"):
            lines += [f"### {name}.{key}", "", str(inner.get("description", "")), "", *section(inner, schema)]
    return lines
