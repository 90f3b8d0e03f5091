"""How long a call may take before it counts as hanging, learned from the calls before it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from types import TracebackType

_OBSERVED = 200
_ENOUGH = 40
_FACTOR = 8.0
_LONGEST_FACTOR = 3.0
_SHORTEST = 2.0
_REFRESH = 20
_LOOKS = 16
"""How often the calls in flight are looked at within one deadline."""


class Patience:
    """A deadline from the times of earlier calls: eight times their 95th percentile, two seconds at least.

    It is also three times the longest of the calls that were answered, so that a few long ones among many short ones
    are waited for. A server that answers in 0.2 s and then leaves one call hanging would hold a place of the window
    until the configured timeout. The deadline cuts that call early and tries it again with twice the time; a server
    that becomes slow for everybody raises the percentile, and with it the deadline. While others are answered, a call
    is cut at half of its deadline: then it is not the server that stands still. Calls that are in flight when the
    deadline is learned get it too.
    """

    def __init__(self) -> None:
        self._seconds: deque[float] = deque(maxlen=_OBSERVED)
        self._answered: deque[float] = deque(maxlen=_OBSERVED)
        self._answered_at = 0.0
        self._since = 0
        self._deadline: float | None = None
        self._running: dict[asyncio.Timeout, tuple[float, int]] = {}
        self._watched: asyncio.AbstractEventLoop | None = None

    def limit(self, attempt: int) -> _Limit:
        """Lets a call take as long as it may: `async with patience.limit(1): ...`.

        Args:
            attempt: number of the try, from 1; tries that ended in time do not count.

        Raises:
            TimeoutError: it took longer.
        """
        return _Limit(self, attempt)

    def observe(self, seconds: float, *, answered: bool = True) -> None:
        """Counts how long a call took until it was answered, or until it was cut."""
        self._seconds.append(seconds)
        if answered:
            self._answered.append(seconds)
            self._answered_at = time.monotonic()
        self._since += 1
        if len(self._seconds) >= _ENOUGH and (self._since >= _REFRESH or self._deadline is None):
            self._since = 0
            ordered = sorted(self._seconds)
            usual = ordered[int(0.95 * (len(ordered) - 1))]
            longest = max(self._answered, default=0.0)
            self._deadline = max(_SHORTEST, _FACTOR * usual, _LONGEST_FACTOR * longest)

    def deadline(self, attempt: int) -> float | None:
        """Seconds for a call, by the number of the try (from 1); None where only the model's own timeout counts."""
        return None if self._deadline is None else self._deadline * 2 ** (attempt - 1)

    def begun(self, timeout: asyncio.Timeout, attempt: int) -> None:
        """A call is in flight."""
        self._running[timeout] = (time.monotonic(), attempt)
        loop = asyncio.get_running_loop()
        if self._watched is not loop:
            self._watched = loop
            loop.call_later(_SHORTEST / _LOOKS, self._look, loop)

    def ended(self, timeout: asyncio.Timeout) -> None:
        """It is no longer."""
        del self._running[timeout]

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Cuts what takes too long: one timer for all calls, since one for each costs more than the looking."""
        if not self._running or self._watched is not loop:
            self._watched = None if self._watched is loop else self._watched
            return
        now = time.monotonic()
        for timeout, (started, attempt) in self._running.items():
            seconds = self.deadline(attempt)
            if seconds is None:
                break
            if self._answered_at > now - seconds / 4:
                seconds /= 2
            if now - started >= seconds and timeout.when() is None:
                timeout.reschedule(loop.time())
        loop.call_later((self._deadline or _SHORTEST) / _LOOKS, self._look, loop)


class _Limit:
    """One call that is timed: a class of its own, since a generator for each call takes longer than the rest."""

    __slots__ = ("_attempt", "_patience", "_timeout")

    def __init__(self, patience: Patience, attempt: int) -> None:
        self._patience = patience
        self._attempt = attempt
        self._timeout = asyncio.timeout(None)

    async def __aenter__(self) -> None:
        await self._timeout.__aenter__()
        self._patience.begun(self._timeout, self._attempt)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._patience.ended(self._timeout)
        await self._timeout.__aexit__(kind, error, trace)
