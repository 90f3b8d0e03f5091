"""Looking components up by name: shipped ones from a visible dict, third parties' by entry point."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, wraps
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path
from typing import Any, TypeVar

from ragtester.errors import PluginError, RagtesterError, UnknownNameError

T = TypeVar("T")


def lookup(
    kind: str,
    name: str,
    shipped: Mapping[str, T],
    *,
    group: str | None = None,
    of: type | None = None,
    remedy: str = "",
) -> T:
    """The component called `name`.

    Args:
        kind: what it is, for the message: `operator`, `chunker`, `blueprint`.
        name: what the user wrote.
        shipped: the registry of the package.
        group: entry point group of third-party components, such as `ragtester.operators`.
        of: what a third party's entry must be an instance of; without it the entry is a factory.
        remedy: what to do when the name is unknown, beyond choosing another.

    Raises:
        UnknownNameError: no such component; lists the choices and the nearest one.
        PluginError: a third party's component that cannot be loaded or is not what the group wants. A factory raises it
            too, in place of anything that is not an error of ragtester.
    """
    if name in shipped:
        return shipped[name]
    third_party = {entry.name: entry for entry in _third_party(group)}
    if name in third_party:
        loaded: T = _loaded(kind, third_party[name], of)
        return loaded
    raise UnknownNameError(kind, name, [*shipped, *third_party], remedy=remedy)


def _loaded(kind: str, entry: EntryPoint, of: type | None) -> Any:  # noqa: ANN401  what a plugin offers has no type yet
    """What an entry point names; whatever a third party's import raises becomes one message."""
    try:
        found = entry.load()
    except Exception as error:
        raise _broken(kind, entry, "cannot be loaded", error) from error
    if of is not None:
        if isinstance(found, type) or not isinstance(found, of):
            what = f"the class {found.__name__}" if isinstance(found, type) else repr(found)
            raise _broken(kind, entry, f"is not an instance of {of.__name__} but {what}")
        return found
    if not callable(found):
        raise _broken(kind, entry, f"is no function that makes a {kind} but {found!r}")

    @wraps(found)
    def factory(*arguments: object, **options: object) -> object:
        try:
            return found(*arguments, **options)
        except RagtesterError:
            raise
        except Exception as error:
            raise _broken(kind, entry, "cannot be made", error) from error

    return factory


def _broken(kind: str, entry: EntryPoint, problem: str, error: Exception | None = None) -> PluginError:
    package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else "an installed package"
    because = f": {type(error).__name__}: {error}" if error else ""
    return PluginError(kind, entry.name, source=f"{package} ({entry.value})", problem=problem + because)


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
