"""Sending JSON to an endpoint: the short way, else the openai client's cheap path, else its ordinary one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Literal, TypeVar

from ragtester.endpoints.address import Address
from ragtester.endpoints.clients import ClientSettings, Connection, connection_for
from ragtester.endpoints.failures import endpoint_error
from ragtester.endpoints.ordinary import send_ordinarily
from ragtester.records import JsonValue

if TYPE_CHECKING:
    from openai import AsyncOpenAI

T = TypeVar("T")
Way = Literal["lean", "cheap", "ordinary"]


class Endpoint:
    """One address; usable from any event loop, with nothing to close.

    Args:
        address: where, and with which key.
        timeout: seconds for one call from its first to its last byte.
        headers: sent with every call.
        way: `lean` by aiohttp with the openai client's address and headers, `cheap` by the client's own request method
            without its types, `ordinary` by its `create` methods.
    """

    def __init__(
        self,
        address: Address,
        *,
        timeout: float = 60.0,
        headers: Mapping[str, str] | None = None,
        way: Way = "lean",
    ) -> None:
        self.address = address
        self.timeout = timeout
        self._settings = ClientSettings(address, timeout, tuple(sorted((headers or {}).items())))
        self.way = way

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

    async def use(self, call: Callable[[AsyncOpenAI], Awaitable[T]], *, model: str) -> T:
        """What a call of the openai client gives, its failures as everywhere else.

        Raises:
            EndpointError: any failure; never retried here.
        """
        import aiohttp
        import openai

        try:
            connection = await connection_for(self._settings)
            return await call(connection.client)
        except (openai.OpenAIError, aiohttp.ClientError, OSError, ValueError) as error:
            raise endpoint_error(error, address=self.address, model=model, timeout=self.timeout) from error

    async def _call(self, path: str, body: Mapping[str, JsonValue] | None, *, model: str) -> object:
        import aiohttp
        import openai

        try:
            connection = await connection_for(self._settings)
            async with asyncio.timeout(self.timeout):
                return await self._send(connection, path, body, model)
        except (openai.OpenAIError, aiohttp.ClientError, OSError, ValueError) as error:
            raise endpoint_error(error, address=self.address, model=model, timeout=self.timeout) from error

    async def _send(
        self, connection: Connection, path: str, body: Mapping[str, JsonValue] | None, model: str
    ) -> object:
        if body is None:
            return await connection.client.get(path, cast_to=object)
        if self.way == "lean" and connection.lean is not None:
            return await connection.lean.post(path, body, model=model)
        if self.way != "ordinary":
            return await connection.client.post(path, cast_to=object, body=body)
        return await send_ordinarily(connection.client, path, body)
