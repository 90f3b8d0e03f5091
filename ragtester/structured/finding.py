"""Finding the JSON object in what a model wrote around it."""

from __future__ import annotations

import json
import re

from ragtester.records import JsonValue

_THOUGHTS = re.compile(r"<think>.*?(</think>|\Z)", re.DOTALL)
_TRIES = 32


def find_json(text: str) -> dict[str, JsonValue] | None:
    """The first JSON object of a text, or None.

    Models put objects into code fences, behind a sentence, or behind thoughts in `<think>`; all of that is passed
    over. A line break inside a string is accepted, since small models write them; an object that is cut off is not.
    """
    text = _THOUGHTS.sub("", text)
    decoder = json.JSONDecoder(strict=False)
    start = text.find("{")
    for _ in range(_TRIES):
        if start < 0:
            return None
        try:
            found, _end = decoder.raw_decode(text, start)
        except (json.JSONDecodeError, RecursionError):
            start = text.find("{", start + 1)
            continue
        return found if isinstance(found, dict) else None
    return None
