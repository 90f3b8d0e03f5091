"""How far a run is, told to whoever shows it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Bar(Protocol):
    """The progress of one stage."""

    def advance(self, n: int = 1) -> None:
        """`n` more items are done."""
        ...

    def grow(self, n: int) -> None:
        """`n` more items are to do."""
        ...


class Progress(Protocol):
    """Shows stages and messages."""

    def stage(self, name: str, total: int | None) -> Bar:
        """Begins a stage; None where the total is not known yet."""
        ...

    def finish(self, name: str) -> None:
        """Ends a stage."""
        ...

    def say(self, message: str) -> None:
        """Shows one line."""
        ...


class Silent:
    """Shows nothing: for callers from Python, and for tests."""

    def stage(self, name: str, total: int | None) -> Bar:
        """A bar that nobody sees."""
        return _Unseen()

    def finish(self, name: str) -> None:
        """Nothing to end."""

    def say(self, message: str) -> None:
        """Nobody listens."""


class _Unseen:
    def advance(self, n: int = 1) -> None:
        """Nobody counts."""

    def grow(self, n: int) -> None:
        """Nobody counts."""


@contextmanager
def shown(progress: Progress, name: str, total: int | None) -> Iterator[Bar]:
    """A stage that ends with the block."""
    try:
        yield progress.stage(name, total)
    finally:
        progress.finish(name)
