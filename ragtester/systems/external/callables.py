"""`callable`: a Python function `module:function` of the user's own; it is run off the event loop."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ragtester.errors import ConfigError, EndpointError
from ragtester.records import Answer, Capability, DocumentChange, IngestReceipt, JsonValue, Question, Retrieved
from ragtester.systems.external.base import ExternalSystem
from ragtester.systems.external.replies import read_answer, read_retrieval

_DO = ("ask", "retrieve", "generate", "ingest")


class CallableSystem(ExternalSystem):
    """Calls `ask(question)`, and where the module has them `retrieve`, `generate(question, contexts)`, `ingest(changes)`.

    A function may be asynchronous; it returns a text, or `{answer, contexts, ...}`.
    """

    kind = "callable"

    def __init__(
        self,
        name: str,
        functions: Mapping[Capability, Callable[..., object]],
        *,
        arguments: JsonValue,
        timeout: float,
        concurrency: int,
    ) -> None:
        super().__init__(name, arguments, capabilities=frozenset(functions))
        self._functions = dict(functions)
        self._timeout = timeout
        self.concurrency = concurrency

    async def ask(self, question: Question) -> Answer:
        """Calls the function."""
        reply, seconds = await self._call("ask", question.text)
        return read_answer(reply, system=self.name, seconds=seconds)

    async def retrieve(self, question: Question) -> Answer:
        """Calls `retrieve`."""
        reply, seconds = await self._call("retrieve", question.text)
        return read_retrieval(reply, system=self.name, seconds=seconds)

    async def generate(self, question: Question, contexts: Sequence[Retrieved]) -> Answer:
        """Calls `generate` with the passages' texts."""
        reply, seconds = await self._call("generate", question.text, [passage.text for passage in contexts])
        answer = read_answer(reply, system=self.name, seconds=seconds)
        return answer.model_copy(update={"context": tuple(contexts)})

    async def ingest(self, changes: Sequence[DocumentChange]) -> IngestReceipt:
        """Calls `ingest` with the changes as mappings."""
        await self._call("ingest", [change.model_dump(mode="json") for change in changes])
        return IngestReceipt(accepted=tuple(change.document for change in changes))

    async def _call(self, what: Capability, *arguments: object) -> tuple[object, float]:
        function = self._functions.get(what)
        if function is None:
            raise self._cannot(what)
        started = time.monotonic()
        try:
            async with asyncio.timeout(self._timeout):
                found = (
                    function(*arguments)
                    if inspect.iscoroutinefunction(function)
                    else await asyncio.to_thread(function, *arguments)
                )
                if inspect.isawaitable(found):
                    found = await found
        except TimeoutError:
            raise EndpointError(
                f"{self.name} gave no answer within {self._timeout:g} s", problem="timeout", retryable=True
            ) from None
        return found, time.monotonic() - started


def make_callable(name: str, arguments: Mapping[str, JsonValue], folder: Path) -> CallableSystem:
    """The system of `targets: [{name: ..., callable: module:function}]`; the module may lie beside the configuration."""
    given = arguments.get("of") or arguments.get("function")
    if not isinstance(given, str) or given.count(":") != 1:
        raise ConfigError(f"callable is written module:function, not {given!r}", place=f"targets.{name}")
    module_name, _, function_name = given.partition(":")
    module = _import(module_name, folder, place=f"targets.{name}")
    functions: dict[Capability, Callable[..., object]] = {}
    main = getattr(module, function_name, None)
    if not callable(main):
        raise ConfigError(f"{module_name} has no function {function_name}", place=f"targets.{name}")
    functions["ask"] = main
    for what in _DO[1:]:
        other = arguments.get(what)
        found = getattr(module, other if isinstance(other, str) else what, None)
        if isinstance(other, str) and not callable(found):
            raise ConfigError(f"{module_name} has no function {other}", place=f"targets.{name}")
        if callable(found):
            functions[what] = found  # type: ignore[index]
    return CallableSystem(
        name,
        functions,
        arguments=dict(arguments),
        timeout=_number(arguments.get("timeout", 60.0), f"targets.{name}.timeout"),
        concurrency=int(_number(arguments.get("concurrency", 4), f"targets.{name}.concurrency")),
    )


def _number(value: JsonValue, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        raise ConfigError(f"must be a number above 0, not {value!r}", place=place)
    return float(value)


def _import(name: str, folder: Path, *, place: str) -> object:
    place_of_modules = str(folder.resolve())
    if place_of_modules not in sys.path:
        sys.path.insert(0, place_of_modules)
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ConfigError(f"the module {name} cannot be imported: {error}", place=place) from error
