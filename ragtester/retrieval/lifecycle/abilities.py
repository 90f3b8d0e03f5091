"""What a system may offer beyond `RagSystem`; each is used where it is there, and its lack is stated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from ragtester.records import Retrieved


@runtime_checkable
class Enumerates(Protocol):
    """Can list what its index holds: the only proof that a deletion is complete."""

    async def records(self) -> Sequence[Retrieved]:
        """Every stored record of every revision, tenant and role (all pages of it)."""
        ...


@runtime_checkable
class Restarts(Protocol):
    """Can be restarted: what it holds must come from its durable state."""

    async def restart(self) -> None:
        """Returns when it serves again."""
        ...


@runtime_checkable
class OpensSessions(Protocol):
    """Keeps something per session, and can begin a new one."""

    async def fresh_session(self) -> None:
        """The next question belongs to a new session."""
        ...
