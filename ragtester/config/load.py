"""From a YAML file to a checked configuration; every mistake is named with place, value and remedy."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

import yaml
from pydantic import BaseModel, JsonValue, ValidationError
from pydantic_core import ErrorDetails

from ragtester.config.guarded import check_unfolding
from ragtester.config.sections import LoadedConfig, RunConfig
from ragtester.config.wording import wording
from ragtester.errors import ConfigError, near_match

_VARIABLE = re.compile(
    r"\$\{(?P<braced>[A-Za-z_][A-Za-z0-9_]*)(?::-(?P<default>[^}]*))?\}|\$(?P<plain>[A-Za-z_][A-Za-z0-9_]*)"
)
_SHOWN = 5


def load_config(file: Path, *, environment: Mapping[str, str] | None = None) -> LoadedConfig:
    """Reads and checks a configuration.

    Args:
        file: the YAML file; its relative paths start from its folder.
        environment: where `$NAME` and `${NAME:-default}` are looked up; the process's by default.

    Raises:
        ConfigError: the file cannot be read, is not YAML, or does not fit the schema.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise ConfigError(f"there is no such file{_nearby(file)}; `ragtester init` writes one", file=file) from None
    except IsADirectoryError:
        raise ConfigError("is a folder; name the YAML file in it", file=file) from None
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror}); check its permissions", file=file) from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"byte {error.start} is not UTF-8; save the file as UTF-8", file=file) from error
    return parse_config(text, file=file, environment=environment)


def parse_config(
    text: str, *, file: Path | None = None, folder: Path | None = None, environment: Mapping[str, str] | None = None
) -> LoadedConfig:
    """Checks a configuration that is given as YAML text; see `load_config`."""
    data, lines = _read_yaml(text, file)
    if not isinstance(data, dict):
        raise ConfigError("the file is empty or not a mapping; it begins with `name: ...`", file=file)
    expanded = _expand(data, os.environ if environment is None else environment, "", file)
    try:
        config = RunConfig.model_validate(expanded)
    except ValidationError as error:
        raise ConfigError(_explain(error.errors(), lines), file=file) from None
    return LoadedConfig(config=config, file=file, folder=(folder or (file.parent if file else Path())))


def yaml_data(text: str) -> object:
    """What a YAML text holds, read as a configuration is.

    Raises:
        ConfigError: it is not YAML, or gives a key twice.
    """
    return _read_yaml(text, None)[0]


def _nearby(file: Path) -> str:
    if not file.parent.is_dir():
        return f" (there is no folder {file.parent} either)"
    near = near_match(file.name, [other.name for other in file.parent.iterdir()])
    return f"; did you mean {near}?" if near else ""


class _UniqueKeys(yaml.SafeLoader):
    """A loader that refuses a key given twice, and reads `on`, `off`, `yes` and `no` as words, as YAML 1.2 does.

    The operator ON would be a boolean otherwise. A key that wants true or false takes these words too.
    """

    yaml_implicit_resolvers = {  # noqa: RUF012  as PyYAML declares it
        first: [(tag, words) for tag, words in resolvers if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def _mapping(loader: _UniqueKeys, node: yaml.MappingNode) -> dict[object, object]:
    seen: set[str] = set()
    for key, _ in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise yaml.constructor.ConstructorError(
                None, None, "a list or mapping stands where a key is expected; write `name: value`", key.start_mark
            )
        if key.value in seen:
            raise yaml.constructor.ConstructorError(None, None, f"the key {key.value!r} is given twice", key.start_mark)
        seen.add(key.value)
    return dict(yaml.SafeLoader.construct_mapping(loader, node, deep=True))


_UniqueKeys.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def _read_yaml(text: str, file: Path | None) -> tuple[object, dict[str, int]]:
    try:
        loader = _UniqueKeys(text)
        try:
            node = loader.get_single_node()
            if node is not None:
                check_unfolding(node)
            data = loader.construct_document(node) if node is not None else None
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise ConfigError(f"{where}not valid YAML: {getattr(error, 'problem', None) or error}", file=file) from None
    except RecursionError:
        raise ConfigError("not valid YAML: nested too deeply", file=file) from None
    lines: dict[str, int] = {}
    if node is not None:
        _collect_lines(node, "", lines, set())
    return data, lines


def _collect_lines(node: yaml.Node, place: str, lines: dict[str, int], seen: set[int]) -> None:
    lines.setdefault(place, node.start_mark.line + 1)
    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            inner = f"{place}.{key.value}" if place else str(key.value)
            lines.setdefault(inner, key.start_mark.line + 1)
            _collect_lines(value, inner, lines, seen)
    elif isinstance(node, yaml.SequenceNode):
        for position, value in enumerate(node.value):
            _collect_lines(value, f"{place}.{position}", lines, seen)


def expand_variables(values: Mapping[str, str], *, place: str) -> dict[str, JsonValue]:
    """Texts with `$NAME` and `${NAME:-default}` taken from the environment, as in a configuration.

    Raises:
        ConfigError: a variable is not set and has no default.
    """
    return {key: _expand(value, os.environ, place, None) for key, value in values.items()}


def _expand(value: object, environment: Mapping[str, str], place: str, file: Path | None) -> JsonValue:
    if isinstance(value, dict):
        return {
            str(key): _expand(inner, environment, f"{place}.{key}" if place else str(key), file)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [_expand(inner, environment, f"{place}.{position}", file) for position, inner in enumerate(value)]
    if isinstance(value, str):
        return _VARIABLE.sub(lambda match: _variable(match, environment, place, file), value)
    if value is None or isinstance(value, bool | int | float):
        return value
    return str(value)  # a YAML date or time


def _variable(match: re.Match[str], environment: Mapping[str, str], place: str, file: Path | None) -> str:
    name = match["braced"] or match["plain"]
    found = environment.get(name)
    if found:
        return found
    if match["default"] is not None:
        return match["default"]
    raise ConfigError(
        f"the environment variable {name} is not set; set it, put it into a file for --env-file, "
        f"or write ${{{name}:-value}} to give a default",
        place=place,
        file=file,
    )


_REQUIRED = {
    "name": "; it names the folder of the results: name: my-rag",
    "corpus": "; corpus: {blueprint: hr-policies} makes documents, corpus: {files: [docs/*.pdf]} takes yours",
}
"""What to write where a key is missing."""


def _explain(errors: list[ErrorDetails], lines: Mapping[str, int]) -> str:
    errors = sorted(errors, key=lambda error: error["type"] != "extra_forbidden")
    told = [_explain_one(error, lines) for error in errors[:_SHOWN]]
    if len(errors) > _SHOWN:
        told.append(f"and {len(errors) - _SHOWN} more")
    return "\n".join(told) if len(told) > 1 else told[0]


def _explain_one(error: ErrorDetails, lines: Mapping[str, int]) -> str:
    parts = list(error["loc"])
    place = ".".join(str(part) for part in parts)
    known = next((lines[p] for p in _ancestors(place) if p in lines), None)
    where = ": ".join(part for part in (f"line {known}" if known else "", place) if part)
    message = wording(error)
    if error["type"] == "extra_forbidden":
        choices = _keys_at(parts[:-1])
        near = near_match(str(parts[-1]), choices)
        message = (
            f"unknown key {parts[-1]!r}"
            + (f"; did you mean {near!r}?" if near else "")
            + f"; keys here: {', '.join(choices)}"
        )
    elif error["type"] == "missing":
        message = "this key is required" + _REQUIRED.get(place, "")
    return f"{where}: {message}" if where else message


def _ancestors(place: str) -> list[str]:
    parts = place.split(".")
    return [".".join(parts[:length]) for length in range(len(parts), 0, -1)]


def _keys_at(parts: list[str | int]) -> list[str]:
    model: type[BaseModel] | None = RunConfig
    for part in parts:
        if isinstance(part, int) or model is None:
            continue
        field = model.model_fields.get(part)
        model = _model_of(field.annotation) if field else None
    return sorted(model.model_fields) if model else []


def _model_of(annotation: object) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for inner in getattr(annotation, "__args__", ()):
        found = _model_of(inner)
        if found:
            return found
    return None
