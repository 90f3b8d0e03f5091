"""One process at a time works on a name in a database: a second one waits, and finds the work done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from ragtester.runner.session import Session
from ragtester.store import Turn

_PAUSE_SECONDS = 0.2

T = TypeVar("T")


async def in_turn(session: Session, work: Callable[[Session], Awaitable[T]]) -> T:
    """Does `work` once no other process works on the same name in the same database.

    Two equal commands at once would both send every call, and write the same files.
    """
    name = session.loaded.config.name
    turn = Turn(session.store.engine, name)
    try:
        if not turn.take():
            session.progress.say(
                f"another process works on {name!r} in this database; waiting for it (Ctrl-C ends the wait)"
            )
            while not turn.take():  # noqa: ASYNC110 (another process sends no event)
                await asyncio.sleep(_PAUSE_SECONDS)
        return await work(session)
    finally:
        turn.give_back()
