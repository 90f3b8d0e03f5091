"""A budget per minute: a bucket that fills evenly and is emptied by calls."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

_BURST_SECONDS = 2.0


class Budget:
    """Lets through `per_minute` units a minute, first come, first served.

    Args:
        per_minute: units in a minute.
        clock: seconds, monotonic.
    """

    def __init__(self, per_minute: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = per_minute / 60.0
        self._clock = clock
        self._free_at = clock() - _BURST_SECONDS

    async def take(self, units: int) -> None:
        """Waits until `units` fit; a caller that comes later waits behind this one."""
        delay = self.reserve(units)
        if delay > 0:
            await asyncio.sleep(delay)

    def reserve(self, units: int) -> float:
        """Takes `units` and says how many seconds the caller has to wait before it uses them."""
        now = self._clock()
        self._free_at = max(self._free_at, now - _BURST_SECONDS)
        delay = self._free_at - now
        self._free_at += units / self._rate
        return max(0.0, delay)

    def correct(self, units: int) -> None:
        """Takes `units` more (or gives them back, if negative), after a call whose size was only estimated."""
        self._free_at += units / self._rate
