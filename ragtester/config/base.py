"""What every section of a configuration shares, and how a component is written in one."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, JsonValue

Arguments: TypeAlias = dict[str, JsonValue]


class Section(BaseModel):
    """A section of the configuration: closed to unknown keys, frozen, its docstrings are its documentation."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Component(BaseModel):
    """A component by name with its arguments; written `name` or `{name: {argument: value}}`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    arguments: Arguments = {}

    @property
    def label(self) -> str:
        """Readable and unique among differing components, such as `recursive-800-80`."""
        values = [_label(value) for value in self.arguments.values()]
        return "-".join([self.name, *values])


def _label(value: JsonValue) -> str:
    if isinstance(value, dict):
        return "-".join(f"{key}-{_label(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return "-".join(_label(inner) for inner in value)
    return str(value).replace("/", "-")


def _component(value: object) -> object:
    if isinstance(value, str):
        return {"name": value, "arguments": {}}
    if isinstance(value, dict) and len(value) == 1:
        ((name, arguments),) = value.items()
        if arguments is None:
            arguments = {}
        if isinstance(arguments, str | int | float | bool | list):
            arguments = {"of": arguments}
        if isinstance(name, str) and isinstance(arguments, dict):
            return {"name": name, "arguments": arguments}
    if isinstance(value, Component):
        return value
    raise ValueError("write a name, or one name with its arguments: {name: {argument: value}}")


def _listed(value: object) -> object:
    return [value] if isinstance(value, str | int) else value


ComponentField: TypeAlias = Annotated[
    Component,
    BeforeValidator(
        _component,
        json_schema_input_type=str | dict[str, JsonValue],
    ),
]
"""A component written either way."""

NameList: TypeAlias = Annotated[list[str], BeforeValidator(_listed)]
"""A list of names; one name alone stands for a list of one."""
