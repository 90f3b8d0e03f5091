"""A chunker from its name and parameters in a configuration."""

from __future__ import annotations

import inspect
from collections.abc import Mapping

from ragtester.documents.chunkers import CHUNKER_GROUP, CHUNKERS
from ragtester.errors import ConfigError, near_match
from ragtester.protocols import Chunker
from ragtester.records import JsonValue
from ragtester.registry import lookup

_COUNTS = {"size": 1, "overlap": 0, "offset": 0}
"""Whole numbers and their smallest value."""


def make_chunker(name: str, spec: Mapping[str, JsonValue] | None = None) -> Chunker:
    """The chunker called `name` with the parameters in `spec`, such as `recursive` with `{size: 800, overlap: 80}`.

    Raises:
        UnknownNameError: there is no such chunker.
        ConfigError: a parameter that it does not have, or a value that it cannot use.
    """
    factory = lookup("chunker", name, CHUNKERS, group=CHUNKER_GROUP)
    given = dict(spec or {})
    known = list(inspect.signature(factory).parameters)
    for key, value in given.items():
        if key not in known:
            near = near_match(key, known)
            hint = f"did you mean {near!r}? " if near else ""
            raise ConfigError(
                f"the chunker {name} has no parameter {key!r}; {hint}it has {', '.join(known)}", place=name
            )
        least = _COUNTS.get(key)
        if least is not None and (not isinstance(value, int) or isinstance(value, bool) or value < least):
            raise ConfigError(f"{value!r} is not a whole number from {least}", place=f"{name}.{key}")
    size, overlap = given.get("size", _default(factory, "size")), given.get("overlap", 0)
    if isinstance(size, int) and isinstance(overlap, int) and overlap >= size:
        raise ConfigError(f"{overlap} is not smaller than the size {size}", place=f"{name}.overlap")
    if isinstance(size, int) and "overlap" in known and "overlap" not in given:
        usual = _default(factory, "overlap")
        given["overlap"] = min(usual, size // 10) if isinstance(usual, int) and usual >= size else usual
    return factory(**given)


def _default(factory: object, key: str) -> JsonValue:
    found = inspect.signature(factory).parameters.get(key) if callable(factory) else None
    return found.default if found is not None and found.default is not inspect.Parameter.empty else None
