"""Time for a lifecycle run: monotonic, and injectable so that a test need not wait."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Protocol


class Clock(Protocol):
    """Elapsed time and waiting."""

    def now(self) -> float:
        """Seconds since any fixed moment; never goes back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Waits."""
        ...


class MonotonicClock:
    """The machine's monotonic clock."""

    def now(self) -> float:
        """Seconds since any fixed moment."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Waits without blocking other tasks."""
        await asyncio.sleep(seconds)


class VirtualClock:
    """A clock that moves only when somebody waits: a run over hours takes no time."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        """Seconds waited so far."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Moves the clock and lets other tasks run."""
        self._now += max(0.0, seconds)
        await asyncio.sleep(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Poll:
    """How often and how long to look."""

    every_s: float = 0.05
    """Pause between two looks."""
    grace: float = 1.0
    """How long to go on after the deadline, in deadlines, so that a late result has a measured lag."""
    retries: int = 1
    """How often items that the system reported as failed are sent again."""
