"""Parameters of operators: described, with defaults and limits, checked before use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ragtester.errors import ConfigError, UnknownNameError
from ragtester.records import JsonValue

Parameters: TypeAlias = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: its default is the paper's value (table 2) where the paper gives one."""

    name: str
    default: JsonValue
    description: str
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()


STYLE = Parameter(
    "style",
    "plain",
    "how inserted text looks: as written, or as if it had been through a scanner",
    choices=("plain", "ocr"),
)


def pool_parameter(what: str) -> Parameter:
    """The parameter by which a user brings a pool of their own."""
    return Parameter("pool", None, f"a list of your own {what}, used instead of the shipped ones")


def resolve(operator: str, declared: Sequence[Parameter], given: Parameters) -> dict[str, JsonValue]:
    """Every declared parameter with its given or default value.

    Raises:
        UnknownNameError: a name that the operator does not have.
        ConfigError: a value of the wrong type or outside its limits.
    """
    known = {parameter.name: parameter for parameter in declared}
    for name in given:
        if name not in known:
            raise UnknownNameError(f"parameter of {operator}", name, known)
    resolved = {name: given.get(name, parameter.default) for name, parameter in known.items()}
    for name, value in resolved.items():
        if name in given:
            _check(operator, known[name], value)
    return resolved


def _check(operator: str, parameter: Parameter, value: JsonValue) -> None:
    place = f"metamorphic.parameters.{operator}.{parameter.name}"
    if parameter.choices and value not in parameter.choices:
        raise ConfigError(f"{value!r} is not one of {', '.join(parameter.choices)}", place=place)
    if parameter.minimum is not None or parameter.maximum is not None:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ConfigError(f"{value!r} is not a number", place=place)
        low, high = parameter.minimum, parameter.maximum
        if (low is not None and value < low) or (high is not None and value > high):
            raise ConfigError(f"{value!r} lies outside {low} to {high}", place=place)
    if isinstance(parameter.default, bool) and not isinstance(value, bool):
        raise ConfigError(f"{value!r} is neither true nor false", place=place)
    if isinstance(parameter.default, int) and not isinstance(parameter.default, bool) and value != int(number(value)):
        raise ConfigError(f"{value!r} is not a whole number", place=place)
    if parameter.name == "pool" and value is not None:
        strings(value, place=place)


def number(value: JsonValue) -> float:
    """A parameter that is a number.

    Raises:
        ConfigError: it is none.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ConfigError(f"{value!r} is not a number")
    return float(value)


def strings(value: JsonValue, *, place: str = "") -> tuple[str, ...]:
    """A parameter that is a list of texts.

    Raises:
        ConfigError: it is not a list of non-empty texts.
    """
    if isinstance(value, str) or not isinstance(value, Sequence) or not value:
        raise ConfigError(f"{value!r} is not a list of texts", place=place)
    texts = tuple(item for item in value if isinstance(item, str) and item.strip())
    if len(texts) != len(value):
        raise ConfigError("the list holds something that is not a text", place=place)
    return texts


def own_pool(parameters: Parameters) -> tuple[str, ...]:
    """The user's own pool, or nothing."""
    value = parameters.get("pool")
    return strings(value) if value is not None else ()
