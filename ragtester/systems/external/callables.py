"""`callable`: a Python function `module:function` of the user's own; it is run off the event loop."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ragtester.config.beside import import_beside
from ragtester.errors import ConfigError, EndpointError, MeasurementError, RagtesterError
from ragtester.records import Answer, Capability, DocumentChange, IngestReceipt, JsonValue, Question, Retrieved
from ragtester.systems.external.base import ExternalSystem, question_fields
from ragtester.systems.external.replies import read_answer, read_receipt, read_records, read_retrieval

_DO = ("ask", "retrieve", "generate", "ingest")
_ALSO = ("records", "restart", "fresh_session")
"""What the lifecycle uses where a module has it."""


class CallableSystem(ExternalSystem):
    """Calls `ask(question)`, and where the module has them `retrieve`, `generate(question, contexts)`, `ingest(changes)`.

    A function may be asynchronous; it returns a text, or `{answer, contexts, ...}`. One that takes `tenant`, `role`,
    `language` or `as_of` is told them. `records()`, `restart()` and `fresh_session()` are attributes of the system
    only where the module has them: their lack is something to be stated.
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
        also: Mapping[str, Callable[..., object]] | None = None,
    ) -> None:
        super().__init__(name, arguments, capabilities=frozenset(functions))
        self._functions: dict[str, Callable[..., object]] = {str(name): one for name, one in functions.items()}
        self._functions |= also or {}
        self._timeout = timeout
        self.concurrency = concurrency
        if "records" in self._functions:
            self.records = self._records
        if "restart" in self._functions:
            self.restart = self._restart
        if "fresh_session" in self._functions:
            self.fresh_session = self._fresh_session

    async def ask(self, question: Question) -> Answer:
        """Calls the function."""
        reply, seconds = await self._call("ask", question.text, question=question)
        return read_answer(reply, system=self.name, seconds=seconds)

    async def retrieve(self, question: Question) -> Answer:
        """Calls `retrieve`."""
        reply, seconds = await self._call("retrieve", question.text, question=question)
        return read_retrieval(reply, system=self.name, seconds=seconds)

    async def generate(self, question: Question, contexts: Sequence[Retrieved]) -> Answer:
        """Calls `generate` with the passages' texts."""
        texts = [passage.text for passage in contexts]
        reply, seconds = await self._call("generate", question.text, texts, question=question)
        answer = read_answer(reply, system=self.name, seconds=seconds)
        return answer.model_copy(update={"context": tuple(contexts)})

    async def ingest(self, changes: Sequence[DocumentChange]) -> IngestReceipt:
        """Calls `ingest` with the changes as mappings."""
        reply, _ = await self._call("ingest", [change.model_dump(mode="json") for change in changes])
        return read_receipt(reply, changes, system=self.name)

    async def _records(self) -> Sequence[Retrieved]:
        reply, _ = await self._call("records")
        return read_records(reply, system=self.name)

    async def _restart(self) -> None:
        await self._call("restart")

    async def _fresh_session(self) -> None:
        await self._call("fresh_session")

    async def _call(self, what: str, *arguments: object, question: Question | None = None) -> tuple[object, float]:
        function = self._functions.get(what)
        if function is None:
            raise self._cannot(what)
        named = _named(function, question, given=len(arguments)) if question else {}
        started = time.monotonic()
        try:
            async with asyncio.timeout(self._timeout):
                found = (
                    function(*arguments, **named)
                    if inspect.iscoroutinefunction(function)
                    else await asyncio.to_thread(function, *arguments, **named)
                )
                if inspect.isawaitable(found):
                    found = await found
        except TimeoutError:
            raise EndpointError(
                f"{self.name} gave no answer within {self._timeout:g} s", problem="timeout", retryable=True
            ) from None
        except RagtesterError:
            raise
        except (Exception, SystemExit) as error:  # the boundary to code that is not ours: its crash is a result
            raise MeasurementError(f"{type(error).__name__}: {error}", reason="system_error") from error
        return found, time.monotonic() - started


def make_callable(name: str, arguments: Mapping[str, JsonValue], folder: Path) -> CallableSystem:
    """The system of `targets: [{name: ..., callable: module:function}]`; the module may lie beside the configuration."""
    given = arguments.get("of") or arguments.get("function")
    if not isinstance(given, str) or given.count(":") != 1:
        raise ConfigError(f"callable is written module:function, not {given!r}", place=f"targets.{name}")
    module_name, _, function_name = given.partition(":")
    module = import_beside(module_name, folder, place=f"targets.{name}")
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
    also = {what: found for what in _ALSO if callable(found := getattr(module, what, None))}
    return CallableSystem(
        name,
        functions,
        arguments=dict(arguments),
        timeout=_number(arguments.get("timeout", 60.0), f"targets.{name}.timeout"),
        concurrency=int(_number(arguments.get("concurrency", 4), f"targets.{name}.concurrency")),
        also=also,
    )


def _named(function: Callable[..., object], question: Question, *, given: int) -> dict[str, JsonValue]:
    """What the question says beside its text, as far as the function takes it by name."""
    try:
        known = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return {}
    anything = any(one.kind is one.VAR_KEYWORD for one in known)
    taken = {one.name for one in known[given:] if one.kind in (one.KEYWORD_ONLY, one.POSITIONAL_OR_KEYWORD)}
    closed = {"question", *(one.name for one in known[:given])}
    fields = question_fields(question)
    return {name: value for name, value in fields.items() if name not in closed and (anything or name in taken)}


def _number(value: JsonValue, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        raise ConfigError(f"must be a number above 0, not {value!r}", place=place)
    return float(value)
