"""Clients of the openai package: one per endpoint and event loop, closed by the loop itself."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragtester.endpoints.address import Address

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_CONNECT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """What a client is made for; equal settings share one."""

    address: Address
    timeout: float
    headers: tuple[tuple[str, str], ...] = ()


class _Owned:
    """A client, and the asynchronous generator by which its loop closes it at the end."""

    def __init__(self, client: AsyncOpenAI) -> None:
        self.client = client
        self.holder: AsyncGenerator[None, None] | None = None


_OPEN: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, dict[ClientSettings, _Owned]] = weakref.WeakKeyDictionary()


async def client_for(settings: ClientSettings) -> AsyncOpenAI:
    """The running loop's client for these settings, made now if there is none.

    Making one takes some 20 ms, and it holds the connections, so it is made once. `asyncio.run` closes the
    asynchronous generators that began in it before it closes the loop; such a generator closes the client.
    """
    opened = _OPEN.setdefault(asyncio.get_running_loop(), {})
    owned = opened.get(settings)
    if owned is None:
        owned = opened[settings] = _Owned(_make(settings))
        owned.holder = _hold(owned.client, opened, settings)
        await anext(owned.holder)
    return owned.client


async def _hold(
    client: AsyncOpenAI, opened: dict[ClientSettings, _Owned], settings: ClientSettings
) -> AsyncGenerator[None, None]:
    try:
        yield
    finally:
        opened.pop(settings, None)
        await client.close()


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
