"""Reads blueprints: shipped ones by name, a user's own by path."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args, get_origin

import yaml
from pydantic import BaseModel, ValidationError

from ragtester.config.guarded import load_yaml
from ragtester.corpus.blueprint import Blueprint
from ragtester.errors import InputError, UnknownNameError, near_match

SHIPPED = (
    "financial-report",
    "hr-policies",
    "insurance-terms",
    "medical-device-manual",
    "municipal-bylaws",
    "software-operations",
)
"""Blueprints in the package."""


def blueprint_names() -> tuple[str, ...]:
    """Names of the shipped blueprints."""
    return SHIPPED


def load_blueprint(name_or_path: str | Path) -> Blueprint:
    """A shipped blueprint by its name, or the one in a YAML file.

    Raises:
        UnknownNameError: neither a shipped name nor a file; names the nearest.
        InputError: the file is not YAML, or not a blueprint; names the file, the key and the near match.
    """
    name = str(name_or_path)
    if name in SHIPPED:
        return _shipped(name)
    path = Path(name_or_path)
    if path.suffix.lower() not in (".yaml", ".yml") and not path.is_file():
        raise UnknownNameError("blueprint", name, SHIPPED, remedy="or give the path of a YAML file")
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputError("there is no such blueprint file", file=path) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the blueprint cannot be read: {error}", file=path) from error
    return parse_blueprint(text, file=path)


@lru_cache(maxsize=16)
def _shipped(name: str) -> Blueprint:
    resource = files("ragtester.corpus") / "blueprints" / f"{name}.yaml"
    return parse_blueprint(resource.read_text(encoding="utf-8"), file=Path(f"{name}.yaml"))


def parse_blueprint(text: str, *, file: Path | None = None) -> Blueprint:
    """The blueprint that a YAML text describes.

    Raises:
        InputError: names the file, the key, and what would be right.
    """
    try:
        raw = load_yaml(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise InputError(
            f"not valid YAML: {getattr(error, 'problem', None) or error}",
            file=file,
            line=mark.line + 1 if mark is not None else None,
        ) from error
    return validate_blueprint(raw, file=file)


def validate_blueprint(raw: object, *, file: Path | None = None) -> Blueprint:
    """The blueprint in plain data.

    Raises:
        InputError: names the file, the key, and what would be right.
    """
    if not isinstance(raw, dict):
        raise InputError("a blueprint is a mapping of keys such as name, entities, attributes", file=file)
    try:
        return Blueprint.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        raise InputError(
            _message(first["loc"], first["type"], first["msg"], first.get("input")) + more, file=file
        ) from (error)


def _message(place: tuple[int | str, ...], kind: str, message: str, given: object) -> str:
    key = ".".join(str(part) for part in place) or "blueprint"
    if kind == "extra_forbidden":
        near = near_match(str(place[-1]), _keys_at(place[:-1]))
        return f"unknown key {key!r}" + (f"; did you mean {near!r}?" if near else "")
    if kind == "missing":
        return f"the key {key!r} is missing"
    shown = "" if isinstance(given, dict | list) else f"; it is {given!r}"
    return f"{key}: {message.removeprefix('Value error, ')}{shown}"


def _keys_at(place: tuple[int | str, ...]) -> list[str]:
    """The keys that the model has at a place of the blueprint."""
    annotation: Any = Blueprint
    for part in place:
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            field = annotation.model_fields.get(str(part))
            annotation = field.annotation if field else None
        elif get_origin(annotation) in (tuple, dict):
            inner = [entry for entry in get_args(annotation) if entry is not Ellipsis]
            annotation = inner[-1] if inner else None
    is_model = isinstance(annotation, type) and issubclass(annotation, BaseModel)
    return list(annotation.model_fields) if is_model else []
