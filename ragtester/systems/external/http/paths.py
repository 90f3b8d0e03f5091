"""JSONPaths: checked, and followed in a reply."""

from __future__ import annotations

from ragtester.errors import ConfigError


def check_path(path: str, place: str) -> None:
    """Whether a path is one.

    Raises:
        ConfigError: it is not.
    """
    import jsonpath

    try:
        jsonpath.compile(path)
    except jsonpath.JSONPathError as error:
        raise ConfigError(f"{path!r} is not a JSONPath: {error}", place=place) from None


def all_at(value: object, path: str) -> list[object]:
    """Everything that a path leads to."""
    import jsonpath

    if not isinstance(value, dict | list):
        return [value] if path == "$" else []  # the library would read a text as JSON
    return list(jsonpath.findall(path, value))


def first_at(value: object, path: str) -> object:
    """The first of it, None where there is nothing."""
    found = all_at(value, path)
    return found[0] if found else None
