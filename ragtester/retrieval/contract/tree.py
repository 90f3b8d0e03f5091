"""Reading JSON and YAML so that nothing is lost silently: repeated keys, NaN and odd bytes are errors."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable
from pathlib import Path
from typing import Any, NoReturn, cast

import yaml

from ragtester.config.guarded import load_yaml
from ragtester.errors import ContractError
from ragtester.records import JsonValue


class _Repeated(dict[str, JsonValue]):
    """An object that held a key twice; found again to say where."""

    key = ""


class _NotANumberError(ValueError):
    """JSON does not have this number."""


def read_tree(path: Path) -> JsonValue:
    """The content of a JSON or YAML file (by suffix; anything but .yaml and .yml is JSON).

    Raises:
        ContractError: the file cannot be read or is not well formed; says where.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise ContractError("no such file; check the path", file=path) from None
    except IsADirectoryError:
        raise ContractError("is a folder; name the file in it", file=path) from None
    except OSError as error:
        raise ContractError(f"cannot be read ({error.strerror}); check its permissions", file=path) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ContractError(f"byte {error.start} is not UTF-8; save the file as UTF-8", file=path) from None
    del data
    if not text.strip():
        raise ContractError("is empty; it must hold one JSON object", file=path)
    is_yaml = path.suffix.lower() in (".yaml", ".yml")
    try:
        return _parse_yaml(text, path) if is_yaml else _parse_json(text, path)
    except RecursionError:
        raise ContractError("is nested too deeply to be a contract or capture", file=path) from None


def _parse_json(text: str, path: Path) -> JsonValue:
    repeated: list[str] = []

    def gather(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        keys = [key for key, _ in pairs]
        marked = _Repeated(found)
        marked.key = next(key for key in keys if keys.count(key) > 1)
        repeated.append(marked.key)
        return marked

    try:
        tree: JsonValue = json.loads(text, object_pairs_hook=gather, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise ContractError(
            f"is not valid JSON at column {error.colno}: {error.msg}; correct it there", file=path, line=error.lineno
        ) from None
    except _NotANumberError as error:
        raise ContractError(
            f"holds {error}, which is not JSON; write a number, or null where there is none", file=path
        ) from None
    except ValueError as error:
        raise ContractError(f"holds a number that cannot be read: {error}", file=path) from None
    if repeated:
        place, key = _find_repeated(tree, "") or ("", repeated[0])
        raise ContractError(f"{place or 'top level'}: key {key!r} is given twice; keep one of them", file=path)
    return tree


def _refuse(name: str) -> NoReturn:
    raise _NotANumberError(name)


def _find_repeated(tree: JsonValue, place: str) -> tuple[str, str] | None:
    if isinstance(tree, _Repeated):
        return place, tree.key
    if isinstance(tree, dict):
        children = [(f"{place}.{key}".lstrip("."), value) for key, value in tree.items()]
    elif isinstance(tree, list):
        children = [(f"{place}[{position}]", value) for position, value in enumerate(tree)]
    else:
        return None
    return next((found for where, child in children if (found := _find_repeated(child, where))), None)


_BASE: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _StrictLoader(_BASE):  # type: ignore[misc]
    """YAML 1.2's core types only (a date stays text, `no` stays text), and no key twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        """A mapping whose keys are texts and given once."""
        found: dict[Hashable, Any] = {}
        for key_node, value_node in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, str):
                raise yaml.constructor.ConstructorError(
                    None, None, f"key {key!r} is not a text; put it in quotes", key_node.start_mark
                )
            if key in found:
                raise yaml.constructor.ConstructorError(
                    None, None, f"key {key!r} is given twice; keep one of them", key_node.start_mark
                )
            found[key] = self.construct_object(value_node, deep=True)
        return found


def _mapping(loader: _StrictLoader, node: yaml.MappingNode) -> dict[Hashable, Any]:
    return loader.construct_mapping(node, deep=True)


_StrictLoader.add_constructor("tag:yaml.org,2002:map", _mapping)
_StrictLoader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", r"~|null|Null|NULL|", "~nN"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    (
        "float",
        r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)",
        "-+0123456789.",
    ),
):
    _StrictLoader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_pattern})$"), [*_first, ""])


def _decimal(loader: _StrictLoader, node: yaml.ScalarNode) -> int:
    return int(loader.construct_scalar(node))


_StrictLoader.add_constructor("tag:yaml.org,2002:int", _decimal)


def _parse_yaml(text: str, path: Path) -> JsonValue:
    try:
        tree = cast("JsonValue", load_yaml(text, loader=_StrictLoader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = str(error.problem or error.context or "it cannot be parsed").removesuffix(".")
        where = f" at column {mark.column + 1}" if mark else ""
        raise ContractError(
            f"is not valid YAML{where}: {message}; correct it there", file=path, line=mark.line + 1 if mark else None
        ) from None
    except (yaml.YAMLError, ValueError) as error:
        raise ContractError(f"is not valid YAML: {error}", file=path) from None
    return tree
