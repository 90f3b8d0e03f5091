"""How many calls an endpoint gets at a time: a window that follows what the endpoint bears."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from ragtester.llm.budgets import Budget

_COOL_DOWN = 1.0
_SHORTEST_COOL_DOWN = 0.2
_MILD_PRIOR = 4
_GROWTH = 2.0
_FAST_GROWTH = 0.05


class Window:
    """The number of calls in flight at one endpoint.

    It shrinks when the endpoint answers 429, once per cool-down and in proportion to the share of 429 among the
    answers since the last time (Alizadeh et al. 2010, "Data center TCP", section 3: `w *= 1 - share / 2` for one
    window of answers). Where a cool-down is shorter than a call takes, there are fewer answers than that, and they
    count as the part of a window that they are: so a few stray refusals cost little however long calls take, and a
    real limit is found in a few steps, since refusals come at once. It grows with every success. While an endpoint
    refuses nearly everything, sending pauses until the time that it asked for.

    Args:
        start: calls in flight at first.
        minimum: never fewer.
        maximum: never more; `start` by default.
        requests_per_minute: the account's limit, spread over the minute.
        tokens_per_minute: the account's limit, counted by the caller's estimate and set right afterwards.
        clock: seconds, monotonic.
    """

    def __init__(
        self,
        start: int,
        *,
        minimum: int = 1,
        maximum: int | None = None,
        requests_per_minute: int | None = None,
        tokens_per_minute: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if not 1 <= minimum <= start <= (maximum or start):
            raise ValueError(f"a window needs 1 <= minimum <= start <= maximum, not {minimum}, {start}, {maximum}")
        self.minimum = minimum
        self.maximum = maximum or start
        self.in_flight = 0
        self.peak = 0
        self.shrinks = 0
        self._limit = float(start)
        self._clock = clock
        self._waiters: deque[asyncio.Future[None]] = deque()
        self._cool_until = 0.0
        self._paused_until = 0.0
        self._refused = 0
        self._served = 0
        self._streak = 0
        self._requests = Budget(requests_per_minute, clock=clock) if requests_per_minute else None
        self._tokens = Budget(tokens_per_minute, clock=clock) if tokens_per_minute else None

    @property
    def limit(self) -> int:
        """Calls that may be in flight now."""
        return int(self._limit)

    @property
    def waiting(self) -> int:
        """Calls that wait for a place."""
        return len(self._waiters)

    @asynccontextmanager
    async def slot(self, *, tokens: int = 0) -> AsyncIterator[None]:
        """A place in the window, for the time of one call; first come, first served.

        Args:
            tokens: estimate of the call's tokens, for the budget per minute.
        """
        await self.acquire(tokens=tokens)
        try:
            yield
        finally:
            self.release()

    async def acquire(self, *, tokens: int = 0) -> None:
        """Waits for a place; give it back with `release`."""
        if self.in_flight >= self.limit or self._waiters:
            await self._queue()
        else:
            self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        try:
            if self._requests or self._tokens or self._paused_until:
                await self._wait_for_budgets(tokens)
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        """Gives a place back."""
        self.in_flight -= 1
        self._wake()

    def succeeded(self, *, tokens: int = 0) -> None:
        """Counts an answer; `tokens` is by how many the call's real tokens exceeded the estimate."""
        self._served += 1
        self._streak = 0
        self._paused_until = 0.0
        if self._tokens and tokens:
            self._tokens.correct(tokens)
        if self._limit < self.maximum:
            self._limit = min(self.maximum, self._limit + max(_GROWTH / self._limit, _FAST_GROWTH))
            self._wake()

    def refused(self, retry_after: float | None = None) -> None:
        """Counts a 429: shrinks the window once per cool-down, pauses it where everything is refused."""
        now = self._clock()
        self._refused += 1
        self._streak += 1
        if retry_after and self._streak >= max(4.0, self._limit / 2):
            self._paused_until = max(self._paused_until, now + retry_after)
        if now < self._cool_until:
            return
        answers = self._refused + self._served
        share = self._refused / (answers + _MILD_PRIOR)
        seen = min(1.0, answers / self._limit)
        self._limit = max(self.minimum, self._limit * (1 - seen * share / 2))
        self._cool_until = now + min(5.0, max(_SHORTEST_COOL_DOWN, retry_after or _COOL_DOWN))
        self._refused = self._served = 0
        self.shrinks += 1

    async def _queue(self) -> None:
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self.release()
            elif waiter in self._waiters:  # a wake-up in between may have taken it out already
                self._waiters.remove(waiter)
            raise

    def _wake(self) -> None:
        while self._waiters and self.in_flight < self.limit:
            waiter = self._waiters.popleft()
            if not waiter.done():
                self.in_flight += 1
                waiter.set_result(None)

    async def _wait_for_budgets(self, tokens: int) -> None:
        pause = self._paused_until - self._clock()
        if pause > 0:
            await asyncio.sleep(pause)
        if self._requests:
            await self._requests.take(1)
        if self._tokens and tokens:
            await self._tokens.take(tokens)
