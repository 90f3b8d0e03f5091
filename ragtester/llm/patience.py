"""How long a call may take before it counts as hanging, learned from the calls before it."""

from __future__ import annotations

import asyncio
from collections import deque
from types import TracebackType

_OBSERVED = 200
_ENOUGH = 40
_FACTOR = 4.0
_LONGEST_FACTOR = 1.5
_SHORTEST = 2.0
_REFRESH = 20


class Patience:
    """A deadline from the times of earlier calls: four times their 95th percentile, two seconds at least.

    It is also half as long again as the longest of the calls that were answered, so that a few long ones among many
    short ones are waited for. A server that answers in 0.2 s and then leaves one call hanging would hold a place of the window until the
    configured timeout. The deadline cuts that call early and tries it again with twice the time; a server that
    becomes slow for everybody raises the percentile, and with it the deadline. Calls that are in flight when the
    deadline is learned get it too.
    """

    def __init__(self) -> None:
        self._seconds: deque[float] = deque(maxlen=_OBSERVED)
        self._answered: deque[float] = deque(maxlen=_OBSERVED)
        self._since = 0
        self._deadline: float | None = None
        self._running: dict[asyncio.Timeout, tuple[float, int]] = {}

    def limit(self, attempt: int) -> _Limit:
        """Lets a call take as long as it may: `async with patience.limit(1): ...`.

        Args:
            attempt: number of the try, from 1; tries that ended in time do not count.

        Raises:
            TimeoutError: it took longer.
        """
        return _Limit(self._running, asyncio.timeout(self.deadline(attempt)), attempt)

    def observe(self, seconds: float, *, answered: bool = True) -> None:
        """Counts how long a call took until it was answered, or until it was cut."""
        self._seconds.append(seconds)
        if answered:
            self._answered.append(seconds)
        self._since += 1
        if len(self._seconds) >= _ENOUGH and (self._since >= _REFRESH or self._deadline is None):
            self._since = 0
            deadline = self._learned()
            if deadline != self._deadline:
                self._deadline = deadline
                self._reschedule()

    def _learned(self) -> float:
        ordered = sorted(self._seconds)
        usual = ordered[int(0.95 * (len(ordered) - 1))]
        return max(_SHORTEST, _FACTOR * usual, _LONGEST_FACTOR * max(self._answered, default=0.0))

    def deadline(self, attempt: int) -> float | None:
        """Seconds for a call, by the number of the try (from 1); None where only the model's own timeout counts."""
        return None if self._deadline is None else self._deadline * 2 ** (attempt - 1)

    def _reschedule(self) -> None:
        now = asyncio.get_running_loop().time() if self._running else 0.0
        for timeout, (started, attempt) in self._running.items():
            seconds = self.deadline(attempt)
            if seconds is not None and not timeout.expired():
                timeout.reschedule(max(now, started + seconds))


class _Limit:
    """One call that is timed: a class of its own, since a generator for each call takes longer than the timer."""

    __slots__ = ("_attempt", "_running", "_timeout")

    def __init__(
        self, running: dict[asyncio.Timeout, tuple[float, int]], timeout: asyncio.Timeout, attempt: int
    ) -> None:
        self._running = running
        self._timeout = timeout
        self._attempt = attempt

    async def __aenter__(self) -> None:
        await self._timeout.__aenter__()
        self._running[self._timeout] = (asyncio.get_running_loop().time(), self._attempt)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        del self._running[self._timeout]
        await self._timeout.__aexit__(kind, error, trace)
