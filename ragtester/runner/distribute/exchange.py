"""Requests on their way to workers and back: each worker has a share of them, and one call carries replies and new requests."""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ragtester.errors import MeasurementError
from ragtester.records import Reply, Request
from ragtester.runner.distribute.link import Link
from ragtester.runner.distribute.wire import Packed, Spec, came_from, pack, to_bytes, unpack_reply

_SECONDS = 0.6
"""Between two calls to a worker that is busy; what it has by then is stored well within a second."""
_SOON = 0.05
"""The same for a worker that could do more at once than it has."""
_TRIES = 6
_PAUSE_SECONDS = 0.5
"""After a lost call, doubled with every one in a row: a worker takes a moment to come back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remote:
    """A model that workers ask."""

    name: str
    spec: Spec
    folder: str
    window: int
    """Calls that one worker has in flight."""
    check: Callable[[], None]
    """Raises once nothing more is to be sent."""
    held: int
    """Requests that a worker has at most, those in flight among them."""


@dataclass(slots=True, eq=False)
class _Item:
    model: Remote
    request: Request
    reply: asyncio.Future[Reply | None]
    losses: int = 0


@dataclass(slots=True, eq=False)
class _Line:
    actor: Any
    link: Link | None = None
    apart: bool = False
    """Whether the worker cannot be reached but through Ray."""
    held: dict[int, _Item] = field(default_factory=dict)
    serving: asyncio.Task[None] | None = None
    losses: int = 0

    def hang_up(self) -> None:
        if self.link is not None:
            self.link.close()
        self.link = None


class Exchange:
    """Spreads requests evenly over workers.

    Args:
        actors: the workers.
        is_lost: whether an error says that a worker is gone.
        host: where the workers listen; by default at their machines' addresses.
    """

    def __init__(self, actors: list[Any], *, is_lost: Callable[[BaseException], bool], host: str | None = None) -> None:
        self.lost = 0
        """Requests that went out again because their worker was lost."""
        self.calls = 0
        """Calls to workers."""
        self._is_lost = is_lost
        self._host = host
        self._lines = [_Line(actor) for actor in actors]
        self._waiting: deque[_Item] = deque()
        self._tickets = itertools.count()
        self._idle = True
        """Whether a request may have to wake a worker."""

    def ask(self, model: Remote, request: Request) -> asyncio.Future[Reply | None]:
        """A worker's reply; None where no worker could ask. A MeasurementError where a worker asked and has none."""
        reply: asyncio.Future[Reply | None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Item(model, request, reply))
        if self._idle:
            self._wake()
        return reply

    def _wake(self) -> None:
        lines = [line for line in self._lines if line.losses < _TRIES]
        for line in lines:
            if line.serving is None:
                line.serving = asyncio.create_task(self._serve(line))
        self._idle = not lines
        if not lines:
            while self._waiting:
                _settle(self._waiting.popleft(), None)

    async def _serve(self, line: _Line) -> None:
        """Calls the worker for as long as it has something to do."""
        try:
            while line.losses < _TRIES:
                new = self._take(line)
                if not line.held:
                    return
                window = max(item.model.window for item in line.held.values())
                await self._call(line, new, soon=len(line.held) < window)
                await asyncio.sleep(0)  # who was answered asks its next question
        finally:
            line.serving = None
            self._idle = True
            if self._waiting:
                self._wake()

    async def _call(self, line: _Line, new: list[tuple[str, int, Packed]], *, soon: bool) -> None:
        models = {name: line.held[ticket].model for name, ticket, _ in new}
        told = to_bytes(({name: (model.spec, model.folder) for name, model in models.items()}, new))
        self.calls += 1
        try:
            enough = (len(line.held) + 1) // 2
            came = came_from(await self._carried(line, told, enough, _SOON if soon else _SECONDS))
        except asyncio.CancelledError:
            raise
        except Exception as error:
            lost = isinstance(error, ConnectionError) or self._is_lost(error)
            line.hang_up()
            self._give_back(line, error=None if lost else error)
            if not lost:
                raise
            line.losses += 1
            await asyncio.sleep(_PAUSE_SECONDS * 2 ** (line.losses - 1))
            return
        line.losses = 0
        for ticket, packed in came:
            item = line.held.pop(ticket, None)
            if item is not None:
                _settle(item, None if packed is None else unpack_reply(packed))

    async def _carried(self, line: _Line, told: bytes, enough: int, seconds: float) -> bytes:
        if line.link is None and not line.apart:
            line.link = await Link.to(line.actor, host=self._host)
            line.apart = line.link is None
        carry = line.link.exchange if line.link is not None else line.actor.exchange.remote
        came: bytes = await carry(told, enough, seconds)
        return came

    def close(self) -> None:
        """Ends the connections to the workers."""
        for line in self._lines:
            line.hang_up()

    def _take(self, line: _Line) -> list[tuple[str, int, Packed]]:
        """New requests for a worker: up to its share of all that are under way or waiting."""
        alive = [one for one in self._lines if one.losses < _TRIES]
        share = -(-(len(self._waiting) + sum(len(one.held) for one in alive)) // len(alive))
        new = []
        while self._waiting and len(line.held) < min(share, self._waiting[0].model.held):
            item = self._waiting.popleft()
            if item.reply.done():
                continue  # who asked has given up
            try:
                item.model.check()
            except MeasurementError as error:
                _settle(item, error)
                continue
            ticket = next(self._tickets)
            line.held[ticket] = item
            new.append((item.model.name, ticket, pack(item.request)))
        return new

    def _give_back(self, line: _Line, *, error: Exception | None) -> None:
        held, line.held = list(line.held.values()), {}
        for item in held:
            item.losses += 1
            if error is not None:
                _settle(item, error)
            elif item.losses >= _TRIES:
                _settle(item, None)
            elif not item.reply.done():
                self.lost += 1
                self._waiting.appendleft(item)
        self._wake()


def _settle(item: _Item, found: Reply | Exception | None) -> None:
    if item.reply.done():
        return
    if isinstance(found, Exception):
        item.reply.set_exception(found)
    else:
        item.reply.set_result(found)
