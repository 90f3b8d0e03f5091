"""Looking components up by name: shipped ones from a visible dict, third parties' by entry point."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import entry_points
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
    third_party = {entry.name: entry for entry in entry_points(group=group)} if group else {}
    if name in third_party:
        loaded: T = third_party[name].load()
        return loaded
    raise UnknownNameError(kind, name, [*shipped, *third_party], remedy=remedy)


def names(shipped: Mapping[str, object], *, group: str | None = None) -> tuple[str, ...]:
    """Every name that `lookup` would find, sorted."""
    third_party = [entry.name for entry in entry_points(group=group)] if group else []
    return tuple(sorted({*shipped, *third_party}))
