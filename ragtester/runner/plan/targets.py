"""External systems of a configuration as cells."""

from __future__ import annotations

import asyncio
from pathlib import Path

from ragtester.config import LoadedConfig, TargetConfig
from ragtester.errors import ConfigError, MeasurementError
from ragtester.protocols import RagSystem
from ragtester.records import JsonValue, Question, SystemSpec
from ragtester.runner.cells import Cell
from ragtester.runner.session import Session
from ragtester.systems import EXTERNAL


def check_target(loaded: LoadedConfig, target: TargetConfig) -> None:
    """Makes the system, so that its arguments are checked; nothing is sent.

    Raises:
        ConfigError: an argument is missing or wrong.
        InputError: a file of answers cannot be read.
    """
    system_of(target, loaded.folder)


def make_target(session: Session, target: TargetConfig) -> Cell:
    """An external system as a cell of the run."""
    system = system_of(target, session.loaded.folder)
    spec = SystemSpec(id=target.name, target=target.name, capabilities=tuple(sorted(system.capabilities)))
    at_once = session.options.concurrency or int(getattr(system, "concurrency", 4))
    return Cell(spec=spec, system=system, pool=target.name, workers=at_once, version=system.version)


def system_of(target: TargetConfig, folder: Path) -> RagSystem:
    """The system that a target describes; nothing is sent.

    Raises:
        ConfigError: an argument is missing or wrong.
        InputError: a file of answers cannot be read.
    """
    for kind, make in EXTERNAL.items():
        given = getattr(target, kind)
        if given is not None:
            arguments: dict[str, JsonValue] = dict(given) if isinstance(given, dict) else {"of": given}
            return make(target.name, arguments, folder)
    raise ConfigError("a target is one of http, callable, subprocess, answers", place=f"targets.{target.name}")


_TRIED: tuple[dict[str, JsonValue], ...] = (
    {"body": {"question": "{{ question }}"}},
    {"body": {"query": "{{ question }}"}},
    {"body": {"message": "{{ question }}"}},
    {"body": {"input": "{{ question }}"}},
)
_ANSWERS = (
    "$.answer",
    "$.response",
    "$.output",
    "$.result",
    "$.text",
    "$.message",
    "$.data.answer",
    "$.choices[0].message.content",
)
_CONTEXTS = (
    "$.contexts",
    "$.sources",
    "$.documents",
    "$.context",
    "$.retrieved_contexts",
    "$.source_documents",
    "$.data.contexts",
)


def probe_target(url: str) -> JsonValue:
    """Tries one question in several forms and writes down the mapping that was answered.

    Raises:
        MeasurementError: the address gives no answer in any of the forms.
    """
    last: MeasurementError | None = None
    for form in _TRIED:
        for answer in _ANSWERS:
            target = TargetConfig(name="mine", http={"url": url, "answer": answer, "timeout": 30.0, **form})
            try:
                asyncio.run(system_of(target, Path()).ask(Question(text="What is this service about?")))
            except MeasurementError as error:
                last = error
                if error.reason in ("connection", "timeout", "authentication", "not_found"):
                    raise
                if error.reason == "bad_request" and "answered 4" in str(error):
                    break  # the service refuses this form of body: try the next one
                continue
            found: dict[str, JsonValue] = {"url": url, **form, "answer": answer}
            contexts = _contexts(url, found)
            return {"name": "mine", "http": found | ({"contexts": contexts} if contexts else {})}
    raise last or ConfigError(f"no answer from {url}", place="--target")


def _contexts(url: str, found: dict[str, JsonValue]) -> str | None:
    """The first place of the reply that holds contexts."""
    for path in _CONTEXTS:
        target = TargetConfig(name="mine", http={**found, "contexts": path})
        try:
            answer = asyncio.run(system_of(target, Path()).ask(Question(text="What is this service about?")))
        except MeasurementError:
            continue
        if answer.context:
            return path
    return None
