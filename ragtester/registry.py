"""Looking components up by name: shipped ones from a visible dict, third parties' by entry point."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path
from typing import TypeVar

from ragtester.errors import UnknownNameError

T = TypeVar("T")


def lookup(kind: str, name: str, shipped: Mapping[str, T], *, group: str | None = None, remedy: str = "") -> T:
    """The component called `name`.

    Args:
        kind: what it is, for the message: `operator`, `chunker`, `blueprint`.
        name: what the user wrote.
        shipped: the registry of the package.
        group: entry point group of third-party components, such as `ragtester.operators`.
        remedy: what to do when the name is unknown, beyond choosing another.

    Raises:
        UnknownNameError: no such component; lists the choices and the nearest one.
    """
    if name in shipped:
        return shipped[name]
    third_party = {entry.name: entry for entry in _third_party(group)}
    if name in third_party:
        loaded: T = third_party[name].load()
        return loaded
    raise UnknownNameError(kind, name, [*shipped, *third_party], remedy=remedy)


def names(shipped: Mapping[str, object], *, group: str | None = None) -> tuple[str, ...]:
    """Every name that `lookup` would find, sorted."""
    return tuple(sorted({*shipped, *(entry.name for entry in _third_party(group))}))


def _third_party(group: str | None) -> Iterable[EntryPoint]:
    """The components of a group that other packages offer."""
    if group is None:
        return ()
    # Reading what all packages offer takes 20 ms; it changes only where one is installed, and with it the path's time.
    return _offered(group, entry_points, _installed())


@lru_cache(maxsize=64)
def _offered(group: str, find: Callable[..., EntryPoints], _state: object) -> tuple[EntryPoint, ...]:
    return tuple(find(group=group))


def _installed() -> tuple[tuple[str, int], ...]:
    """Changes when a package is installed or the path is another."""
    return tuple((place, _changed(place)) for place in sys.path)


def _changed(place: str) -> int:
    try:
        return Path(place).stat().st_mtime_ns
    except OSError:
        return 0
