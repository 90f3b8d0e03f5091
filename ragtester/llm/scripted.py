"""A chat model that answers by rules or by a Python function: for tests, for dry runs, for seeded faults."""

from __future__ import annotations

import asyncio
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from inspect import isawaitable
from pathlib import Path
from typing import TypeAlias, cast

from pydantic import Field, model_validator

from ragtester.config.beside import import_beside
from ragtester.endpoints import read_options
from ragtester.errors import ConfigError, EndpointError, EndpointProblem, MeasurementError, ReplyError
from ragtester.records import JsonValue, Record, Reply, Request, Usage, content_key

Said: TypeAlias = str | Reply | MeasurementError
Respond: TypeAlias = Callable[[Request], Said | Awaitable[Said]]
"""What a script says to a request: a text, a whole reply, or an error to raise."""

_KEPT = 1000


class Rule(Record):
    """One rule: the first whose pattern is found in the request decides."""

    match: str = ""
    """Regular expression, searched in all messages; empty matches everything."""
    reply: str = ""
    """The reply; `\\1` stands for the pattern's first group."""
    error: EndpointProblem | None = None
    """A failure in place of a reply."""


class ScriptedOptions(Record):
    """Arguments of `models: {NAME: {scripted: {...}}}`."""

    rules: tuple[Rule, ...] = ()
    """Tried in order."""
    function: str | None = Field(default=None, pattern=r"^[\w.]+:[\w.]+$")
    """`module:function` of a function from a request to a reply's text, in place of rules."""
    latency: float = Field(default=0.0, ge=0)
    """Seconds that a reply takes."""
    samples: bool = False
    """Whether equal requests may get different replies."""
    concurrency: int = Field(default=64, ge=1)
    """Calls at a time."""

    @model_validator(mode="after")
    def _one_way(self) -> ScriptedOptions:
        if bool(self.rules) == bool(self.function):
            raise ValueError("give either rules or a function")
        return self


class ScriptedModel:
    """Answers what a function says; `asked` counts the requests, `requests` keeps the last thousand.

    Args:
        respond: from a request to a text, a reply, or an error to raise; it may be asynchronous.
        name: name in the configuration.
        version: changes whenever the function may answer otherwise.
        samples: whether equal requests may get different replies.
        latency: seconds that a reply takes.
        concurrency: calls at a time.
    """

    def __init__(
        self,
        respond: Respond,
        *,
        name: str = "scripted",
        version: str = "1",
        samples: bool = False,
        latency: float = 0.0,
        concurrency: int = 64,
    ) -> None:
        self.name = name
        self.version = version
        self.samples = samples
        self.concurrency = concurrency
        self.requests: deque[Request] = deque(maxlen=_KEPT)
        self.asked = 0
        self._respond = respond
        self._latency = latency

    async def ask(self, request: Request) -> Reply:
        """The script's reply; an empty text is a `ReplyError`, as from any other model.

        Raises:
            EndpointError: the script said so.
            ReplyError: the script said so, or said nothing.
        """
        self.requests.append(request)
        self.asked += 1
        started = time.perf_counter()
        if self._latency:
            await asyncio.sleep(self._latency)
        said = self._respond(request)
        if isawaitable(said):
            said = await said
        if isinstance(said, MeasurementError):
            raise said
        if isinstance(said, Reply):
            return said
        if not said.strip():
            raise ReplyError(f"{self.name}: the script's reply is empty", problem="empty")
        return Reply(text=said, usage=_usage(request, said), model=self.name, seconds=time.perf_counter() - started)


def make_scripted(name: str, arguments: Mapping[str, JsonValue], folder: Path) -> ScriptedModel:
    """The model of `models: {NAME: {scripted: {...}}}`.

    Raises:
        ConfigError: a wrong argument, a pattern that is none, or a function that cannot be imported.
    """
    place = f"models.{name}.scripted"
    options = read_options(ScriptedOptions, arguments, place=place)
    respond = _imported(options.function, folder, place) if options.function else _by_rules(options.rules, name, place)
    digest = content_key("scripted", **options.model_dump(mode="json", include={"rules", "function"}))[:12]
    return ScriptedModel(
        respond,
        name=name,
        version=f"scripted#{digest}",
        samples=options.samples,
        latency=options.latency,
        concurrency=options.concurrency,
    )


def _by_rules(rules: tuple[Rule, ...], name: str, place: str) -> Respond:
    compiled: list[tuple[re.Pattern[str], Rule]] = []
    for position, rule in enumerate(rules):
        try:
            compiled.append((re.compile(rule.match, re.DOTALL), rule))
        except re.error as error:
            raise ConfigError(
                f"{rule.match!r} is not a regular expression: {error}", place=f"{place}.rules.{position}.match"
            ) from None

    def respond(request: Request) -> Said:
        text = "\n".join(message.content for message in request.messages)
        for pattern, rule in compiled:
            match = pattern.search(text)
            if match and rule.error:
                return EndpointError(f"{name}: the script's error", problem=rule.error, retryable=False)
            if match:
                return match.expand(rule.reply)
        return ""

    return respond


def _imported(path: str, folder: Path, place: str) -> Respond:
    module, _, attribute = path.partition(":")
    found: object = import_beside(module, folder, place=f"{place}.function")
    try:
        for part in attribute.split("."):
            found = getattr(found, part)
    except AttributeError:
        raise ConfigError(f"{module} has no function {attribute}", place=f"{place}.function") from None
    if not callable(found):
        raise ConfigError(f"{path} is not a function", place=f"{place}.function")
    return cast("Respond", found)


def _usage(request: Request, said: str) -> Usage:
    """Words for tokens: enough to see that counting works."""
    prompt = sum(len(message.content.split()) for message in request.messages)
    return Usage(prompt_tokens=prompt, completion_tokens=len(said.split()))
