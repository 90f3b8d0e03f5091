"""Reading a component's arguments into a typed record, with the place, the near match and the remedy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from pydantic import ValidationError

from ragtester.errors import ConfigError, near_match
from ragtester.records import JsonValue, Record

Options = TypeVar("Options", bound=Record)


def read_options(kind: type[Options], arguments: Mapping[str, JsonValue], *, place: str) -> Options:
    """The arguments as a record.

    Args:
        kind: the record that names the arguments and their types.
        arguments: what the user wrote.
        place: where it stands, such as `models.gpt.openai`.

    Raises:
        ConfigError: an unknown argument (with the nearest known one), a missing one, or a wrong value.
    """
    try:
        return kind.model_validate(arguments)
    except ValidationError as error:
        first = min(error.errors(include_url=False), key=lambda found: found["type"] != "extra_forbidden")
        key = ".".join(str(part) for part in first["loc"])
        raise ConfigError(_message(first["type"], key, first["msg"], first["input"], kind), place=place) from None


def _message(problem: str, key: str, message: str, value: object, kind: type[Record]) -> str:
    known = sorted(kind.model_fields)
    if problem == "extra_forbidden":
        near = near_match(key, known)
        return f"unknown argument {key!r}; {f'did you mean {near!r}? ' if near else ''}choices: {', '.join(known)}"
    if problem == "missing":
        return f"the argument {key!r} is missing; choices: {', '.join(known)}"
    where = f"{key} = {value!r}: " if key else ""
    return f"{where}{message.removeprefix('Value error, ')}"
