"""Systems that are not ours: a web service, a Python function, a program, or a file of given answers."""

from collections.abc import Callable, Mapping
from pathlib import Path

from ragtester.protocols import RagSystem
from ragtester.records import JsonValue
from ragtester.systems.external.answers import AnswersSystem, make_answers
from ragtester.systems.external.callables import CallableSystem, make_callable
from ragtester.systems.external.http import HttpSystem, make_http
from ragtester.systems.external.processes import SubprocessSystem, make_subprocess

SystemFactory = Callable[[str, Mapping[str, JsonValue], Path], RagSystem]
"""Name in the configuration, arguments, folder that relative paths start from."""

EXTERNAL: dict[str, SystemFactory] = {
    "answers": make_answers,
    "callable": make_callable,
    "http": make_http,
    "subprocess": make_subprocess,
}
"""Kinds of external systems by their name in `targets`."""

__all__ = [
    "EXTERNAL",
    "AnswersSystem",
    "CallableSystem",
    "HttpSystem",
    "SubprocessSystem",
    "SystemFactory",
]
