"""Sending JSON to an endpoint by the openai package's cheap request path."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ragtester.endpoints.address import Address
from ragtester.endpoints.clients import ClientSettings, client_for
from ragtester.endpoints.failures import endpoint_error
from ragtester.endpoints.ordinary import send_ordinarily
from ragtester.records import JsonValue

if TYPE_CHECKING:
    from openai import AsyncOpenAI


class Endpoint:
    """One address; usable from any event loop, with nothing to close.

    Args:
        address: where, and with which key.
        timeout: seconds for one call from its first to its last byte.
        headers: sent with every call.
    """

    def __init__(self, address: Address, *, timeout: float = 60.0, headers: Mapping[str, str] | None = None) -> None:
        self.address = address
        self.timeout = timeout
        self._settings = ClientSettings(address, timeout, tuple(sorted((headers or {}).items())))
        self._ordinary = False

    async def post(self, path: str, body: Mapping[str, JsonValue], *, model: str) -> object:
        """What the endpoint answered: parsed JSON, or a string where it sent another media type.

        Raises:
            EndpointError: any failure of connection, time, status or JSON; never retried here.
        """
        return await self._call(path, body, model=model)

    async def get(self, path: str) -> object:
        """What the endpoint answered to a GET, such as `/models`.

        Raises:
            EndpointError: as for `post`.
        """
        return await self._call(path, None, model="")

    async def _call(self, path: str, body: Mapping[str, JsonValue] | None, *, model: str) -> object:
        import aiohttp
        import openai

        try:
            async with asyncio.timeout(self.timeout):
                return await self._send(await client_for(self._settings), path, body)
        except (openai.OpenAIError, aiohttp.ClientError, OSError, ValueError) as error:
            raise endpoint_error(error, address=self.address, model=model, timeout=self.timeout) from error

    async def _send(self, client: AsyncOpenAI, path: str, body: Mapping[str, JsonValue] | None) -> object:
        if body is None:
            return await client.get(path, cast_to=object)
        if not self._ordinary:
            try:
                return await client.post(path, cast_to=object, body=body)
            except (TypeError, AttributeError):
                self._ordinary = True
        return await send_ordinarily(client, path, body)
