"""Making a judge from its entry in a configuration."""

from __future__ import annotations

from collections.abc import Mapping

from ragtester.errors import ConfigError, UnknownNameError
from ragtester.judge.builtin import BuiltinJudge
from ragtester.judge.dimensions import Thresholds
from ragtester.protocols import ChatModel, Judge
from ragtester.records import JsonValue


def make_judge(spec: Mapping[str, JsonValue], *, models: Mapping[str, ChatModel] | None = None) -> Judge:
    """The judge of a configuration's `judge` entry, such as `{model: builtin, thresholds: {factuality: 4}}`.

    Args:
        spec: the entry; without `model` the built-in judge is made.
        models: the chat models that the configuration names.

    Raises:
        ConfigError: the entry has an unknown key or a threshold that is none.
        UnknownNameError: the judge's model is not known.
    """
    known = ("model", "thresholds")
    for key in spec:
        if key not in known:
            raise ConfigError(f"unknown key {key!r}; the keys are {', '.join(known)}", place=f"judge.{key}")
    name = str(spec.get("model") or "builtin")
    given = spec.get("thresholds")
    if given is not None and not isinstance(given, Mapping):
        raise ConfigError(f"{given!r} is no mapping of dimensions to scores", place="judge.thresholds")
    thresholds = Thresholds.read(given)
    if name == "builtin":
        return BuiltinJudge(thresholds=thresholds)
    raise UnknownNameError("judge", name, ["builtin", *(models or {})])
