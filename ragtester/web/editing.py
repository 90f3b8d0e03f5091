"""Changing a configuration in the browser: only what names no new place, program, address or secret."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff

import yaml

from ragtester.config import parse_config
from ragtester.config.guarded import load_yaml
from ragtester.errors import ConfigError
from ragtester.runner import check
from ragtester.web.projects import Project

_FIXED = ("name", "models", "targets", "prompts", "distribute")
"""Sections that only the operator changes: they name programs, addresses and folders."""
_FIXED_KEYS = (
    "files",
    "file",
    "path",
    "paths",
    "topics",
    "calibration",
    "password",
    "blueprint",
    "blueprints",
    "prompt",
    "cross_encoder",
    "sentence_transformers",
    "openai",
    "llama_cpp",
    "base_url",
    "url",
    "headers",
    "api_key",
    "callable",
    "command",
)
_SUSPECT = ("$", "/", "\\", "..", "://")


def check_edit(project: Project, text: str) -> list[str]:
    """The systems of a changed configuration.

    Raises:
        ConfigError: it is not valid, or changes what only the operator may change in the file itself.
    """
    before, after = _data(project.text), _data(text)
    for section in _FIXED:
        if before.get(section) != after.get(section):
            raise ConfigError(
                f"{section} is changed in the operator's file {project.file.name} only, not in the browser",
                place=section,
            )
    known = set(_leaves(before))
    for place, value in _leaves(after):
        guarded = any(part in _FIXED_KEYS for part in place) or any(mark in value for mark in _SUSPECT)
        if guarded and (place, value) not in known:
            raise ConfigError(
                f"{value!r} is new here; paths, addresses, variables and prompts are named in the operator's file "
                f"{project.file.name} only",
                place=".".join(place),
            )
    loaded = parse_config(text, folder=project.file.parent)
    return check(loaded)


def save_edit(project: Project, text: str) -> list[str]:
    """Checks and saves a changed configuration; the file is never seen half-written.

    Raises:
        ConfigError: see `check_edit`.
    """
    systems = check_edit(project, text)
    partial = project.file.with_suffix(".partial")
    partial.write_text(text.replace("\r\n", "\n").rstrip() + "\n", encoding="utf-8")
    partial.replace(project.file)
    return systems


def difference(before: str, after: str) -> list[tuple[str, str]]:
    """Lines of a diff with their kind: same, added, removed or place."""
    kinds = {"+": "added", "-": "removed", "@": "place"}
    lines = list(unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2))[2:]
    return [(kinds.get(line[:1], "same"), line) for line in lines]


def _data(text: str) -> dict[str, object]:
    try:
        data = load_yaml(text)
    except yaml.YAMLError:
        data = parse_config(text)  # raises with the place of the mistake
    if not isinstance(data, dict):
        raise ConfigError("the text is empty or not a mapping; it begins with `name: ...`")
    return {str(key): value for key, value in data.items()}


_Place = tuple[str, ...]


def _leaves(value: object, place: _Place = ()) -> Iterator[tuple[_Place, str]]:
    """Every text with its place, positions in lists apart; keys count as texts, for `{kind: arguments}` components."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield place, str(key)
            yield from _leaves(inner, (*place, str(key)))
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner, place)
    elif isinstance(value, str):
        yield place, value
