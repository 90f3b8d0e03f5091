"""Names of a configuration to kinds and arguments: its own `models`, shipped names, and short forms."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from ragtester.config import LoadedConfig, RunConfig
from ragtester.errors import UnknownNameError
from ragtester.records import JsonValue

Spec: TypeAlias = Mapping[str, Mapping[str, JsonValue]]
"""One kind with its arguments."""

CHAT: Mapping[str, Spec] = {"smollm2-135m-instruct": {"llama_cpp": {"model": "smollm2-135m-instruct"}}}
"""Chat models known without an entry under `models`; `reader`, `obedient` and `builtin` are no models."""

GENERATORS = ("reader", "obedient")
"""Generators that are built in: rules, which need no store and no window."""

EMBEDDERS: Mapping[str, Spec] = {
    "all-MiniLM-L6-v2": {"sentence_transformers": {"model": "all-MiniLM-L6-v2"}},
    "minilm": {"sentence_transformers": {"model": "all-MiniLM-L6-v2"}},
    "use_multilingual": {"use_multilingual": {}},
    "hashing": {"hashing": {}},
}
"""Embedders known without an entry under `models`."""

_SHORT = {"openai": "model", "llama_cpp": "path", "sentence_transformers": "model"}
_REMEDY = "name a model under `models:`, or write openai/NAME, llama_cpp/PATH or sentence_transformers/NAME"


def model_spec(
    config: RunConfig, name: str, *, kind: str, known: Mapping[str, Spec], also: tuple[str, ...] = ()
) -> Spec:
    """The kind and arguments behind a name.

    Args:
        config: whose `models` are looked at first.
        name: what another section says.
        kind: what it should be, for the message: `generator`, `embedder`, `judge`.
        known: names that need no entry.
        also: further names that are possible there, for the message.

    Raises:
        UnknownNameError: nothing has this name; lists the choices and the nearest one.
    """
    if name in config.models:
        return config.models[name]
    if name in known:
        return known[name]
    short, found, rest = name.partition("/")
    if found and short in _SHORT and rest:
        return {short: {_SHORT[short]: rest}}
    raise UnknownNameError(kind, name, [*config.models, *known, *also], remedy=_REMEDY)


def blueprint_place(loaded: LoadedConfig, name: str) -> str | Path:
    """A shipped blueprint's name, or the path of a file."""
    path = loaded.path(name)
    return path if name.endswith((".yaml", ".yml")) or path.is_file() else name
