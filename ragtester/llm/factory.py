"""From an entry of a configuration's `models` to a chat model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from ragtester.errors import ConfigError
from ragtester.protocols import ChatModel
from ragtester.records import JsonValue

ModelFactory: TypeAlias = Callable[[str, Mapping[str, JsonValue], Path], ChatModel]
"""Name in the configuration, arguments, folder that relative paths start from."""

GROUP = "ragtester.models"
"""Entry point group of third-party chat models."""


def make_chat_model(name: str, spec: Mapping[str, JsonValue], *, folder: Path | None = None) -> ChatModel:
    """The chat model that an entry of `models` describes; nothing is loaded or sent yet.

    Args:
        name: its name in the configuration.
        spec: one kind with its arguments: `{"openai": {"model": "gpt-5-nano"}}`, `{"llama_cpp": {"path": "m.gguf"}}`.
        folder: where relative paths start; the current folder by default.

    Raises:
        UnknownNameError: there is no such kind of model.
        ConfigError: an argument is unknown, missing or wrong, or a key or file that it names is not there.
    """
    from ragtester.llm.registry import MODELS
    from ragtester.registry import lookup

    place = f"models.{name}"
    if len(spec) != 1:
        raise ConfigError(f"give one kind of model, such as openai; there are {len(spec)}: {sorted(spec)}", place=place)
    kind, arguments = next(iter(spec.items()))
    factory = lookup("kind of model", kind, MODELS, group=GROUP)
    if arguments is None:
        arguments = {}
    if not isinstance(arguments, Mapping):
        raise ConfigError(f"the arguments must be a mapping, not {arguments!r}", place=f"{place}.{kind}")
    return factory(name, arguments, folder or Path())
