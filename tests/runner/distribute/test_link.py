"""What goes between a driver and a worker beside Ray: frames in order, for whoever shows the token."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ragtester.runner.distribute.link import Link, Listener


class Call:
    """A method of an actor, as Ray calls it."""

    def __init__(self, method: Any) -> None:
        self._method = method

    def remote(self, *arguments: Any) -> Any:
        return self._method(*arguments)


class Actor:
    """A worker in this process."""

    def __init__(self, *, token: bytes | None = None, port: int | None = None) -> None:
        self.listener = Listener(self._serve)
        self.asked: list[tuple[int, float]] = []
        self._token = token
        self._port = port
        self.listen = Call(self._listen)

    async def _listen(self, token: bytes, host: str | None) -> tuple[str, int]:
        at, port = await self.listener.listen(self._token or token, str(host))
        return at, self._port or port

    async def _serve(self, told: bytes, enough: int, seconds: float) -> bytes:
        self.asked.append((enough, seconds))
        return told[::-1]


async def linked(actor: Actor) -> Link:
    link = await Link.to(actor, host="127.0.0.1")
    assert link is not None
    return link


def test_frames_of_any_size_come_whole_and_in_order() -> None:
    async def run() -> list[bytes]:
        actor = Actor()
        link = await linked(actor)
        found = [await link.exchange(told, 3, 0.5) for told in (b"", b"abc", b"ab" * 3_000_000)]
        link.close()
        actor.listener.close()
        assert actor.asked == [(3, 0.5)] * 3
        return found

    assert asyncio.run(run()) == [b"", b"cba", b"ba" * 3_000_000]


def test_who_does_not_know_the_token_is_not_served_and_a_closed_connection_is_a_lost_worker() -> None:
    async def run() -> Actor:
        actor = Actor(token=b"another token of thirty-two bytes")
        link = await linked(actor)
        with pytest.raises(ConnectionError):
            await link.exchange(b"abc", 1, 0.5)
        link.close()
        actor.listener.close()
        return actor

    assert asyncio.run(run()).asked == []


def test_who_shows_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ragtester.runner.distribute.link._CONNECT_SECONDS", 0.05)

    async def silent() -> bytes:
        actor = Actor()
        at, port = await actor.listener.listen(b"t" * 32, "127.0.0.1")
        reader, writer = await asyncio.open_connection(at, port)
        try:
            async with asyncio.timeout(10):
                return await reader.read()
        finally:
            writer.close()
            actor.listener.close()

    assert asyncio.run(silent()) == b""


def test_an_address_that_cannot_be_reached_leaves_the_worker_to_ray() -> None:
    async def run() -> Link | None:
        actor = Actor(port=1)
        try:
            return await Link.to(actor, host="127.0.0.1")
        finally:
            actor.listener.close()

    assert asyncio.run(run()) is None
