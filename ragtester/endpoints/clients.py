"""Connections: one client of the openai package per endpoint and event loop, closed by the loop itself."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragtester.endpoints.address import Address
from ragtester.endpoints.lean import lean_sender

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_CONNECT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """What a client is made for; equal settings share one."""

    address: Address
    timeout: float
    headers: tuple[tuple[str, str], ...] = ()


class Connection:
    """A client, the short way beside it, and the asynchronous generator by which the loop closes them at the end."""

    def __init__(self, client: AsyncOpenAI, address: Address) -> None:
        self.client = client
        self.lean = lean_sender(client, address)
        self.holder: AsyncGenerator[None, None] | None = None

    async def close(self) -> None:
        """Closes both."""
        if self.lean is not None:
            await self.lean.close()
        await self.client.close()


_OPEN: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, dict[ClientSettings, Connection]] = (
    weakref.WeakKeyDictionary()
)


async def connection_for(settings: ClientSettings) -> Connection:
    """The running loop's connection for these settings, made now if there is none.

    Making one takes some 20 ms, and it holds the connections, so it is made once. `asyncio.run` closes the
    asynchronous generators that began in it before it closes the loop; such a generator closes the client.
    """
    opened = _OPEN.setdefault(asyncio.get_running_loop(), {})
    connection = opened.get(settings)
    if connection is None:
        connection = opened[settings] = Connection(_make(settings), settings.address)
        connection.holder = _hold(connection, opened, settings)
        await anext(connection.holder)
    return connection


async def _hold(
    connection: Connection, opened: dict[ClientSettings, Connection], settings: ClientSettings
) -> AsyncGenerator[None, None]:
    try:
        yield
    finally:
        opened.pop(settings, None)
        await connection.close()


def _make(settings: ClientSettings) -> AsyncOpenAI:
    import openai

    timeout = openai.Timeout(settings.timeout, connect=min(_CONNECT_SECONDS, settings.timeout))
    return openai.AsyncOpenAI(
        api_key=settings.address.key,
        base_url=settings.address.url,
        max_retries=0,
        timeout=timeout,
        http_client=openai.DefaultAioHttpClient(timeout=timeout),
        default_headers=dict(settings.headers),
    )
