"""What is wrong with a value, in a reader's words in place of the validator's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic_core import ErrorDetails

_SHOWN = 80
"""Characters of a wrong value that are shown."""
_RUN_NAME = r"^\w[\w.-]{0,60}$"

_SAID: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "int_parsing": lambda _: "must be a whole number",
    "int_type": lambda _: "must be a whole number",
    "int_from_float": lambda _: "must be a whole number",
    "float_parsing": lambda _: "must be a number, such as 0.8",
    "float_type": lambda _: "must be a number, such as 0.8",
    "finite_number": lambda _: "must be a finite number",
    "bool_parsing": lambda _: "must be true or false",
    "bool_type": lambda _: "must be true or false",
    "string_type": lambda _: "must be text",
    "list_type": lambda _: "must be a list, such as [a, b]",
    "tuple_type": lambda _: "must be a list, such as [a, b]",
    "dict_type": lambda _: "must be a mapping, such as {key: value}",
    "model_type": lambda _: "must be a mapping, such as {key: value}",
    "greater_than": lambda context: f"must be above {context['gt']:g}",
    "greater_than_equal": lambda context: f"must be at least {context['ge']:g}",
    "less_than": lambda context: f"must be below {context['lt']:g}",
    "less_than_equal": lambda context: f"must be at most {context['le']:g}",
    "literal_error": lambda context: f"must be one of {context['expected'].replace(' or ', ', ')}",
    "too_short": lambda context: f"must have at least {context['min_length']}",
    "too_long": lambda context: f"must have at most {context['max_length']}",
    "string_too_short": lambda context: f"must have at least {context['min_length']} characters",
    "string_too_long": lambda context: f"must have at most {context['max_length']} characters",
}


def wording(error: ErrorDetails) -> str:
    """What is wrong and, for a plain value, what was given: `must be at most 1, not 1.7`."""
    context = error.get("ctx", {})
    if error["type"] == "string_pattern_mismatch" and context.get("pattern") == _RUN_NAME:
        said = "must begin with a letter or digit and go on with letters, digits, '.', '-' and '_', 61 at most"
    elif error["type"] in _SAID:
        said = _SAID[error["type"]](context)
    else:
        message = error["msg"].removeprefix("Value error, ")
        said = f"{message[:1].lower()}{message[1:]}"
        if isinstance(error["input"], dict | list):
            return said
    return f"{said}, not {shortened(error['input'])}"


def shortened(value: object) -> str:
    """A value as it is written, cut where it is long."""
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}... ({len(text):,} characters)"
