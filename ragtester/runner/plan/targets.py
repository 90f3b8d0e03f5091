"""External systems of a configuration as cells."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from ragtester.config import LoadedConfig, TargetConfig
from ragtester.config.load import expand_variables
from ragtester.errors import ConfigError
from ragtester.protocols import RagSystem
from ragtester.records import JsonValue, SystemSpec
from ragtester.runner.cells import Cell
from ragtester.runner.session import Session
from ragtester.systems import EXTERNAL
from ragtester.systems.external.http import Probed, probe


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
    end = getattr(system, "close", None)
    if end is not None:
        session.ending.append(end)
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


def probe_target(url: str, *, headers: Mapping[str, str] | None = None) -> tuple[dict[str, JsonValue], Probed]:
    """Asks a service one question, in other forms where it refuses the first, and writes its mapping down.

    Args:
        url: its address.
        headers: sent with it; `$NAME` is taken from the environment for the request and kept as it is in the mapping.

    Returns:
        An entry for `targets`, and what was found.

    Raises:
        ConfigError: the address is none, or a variable is not set.
        MeasurementError: the address gives no answer in any of the forms.
    """
    sent = expand_variables(dict(headers or {}), place="--header")
    found = asyncio.run(probe(url, headers={name: str(value) for name, value in sent.items()}))
    arguments = {**found.arguments, **({"headers": dict(headers)} if headers else {})}
    return {"name": "mine", "http": arguments}, found
