"""The shortest way of a request: the openai client's address and headers, sent by aiohttp itself.

The openai client takes about 1 ms of CPU for a call, most of it for building a request that is the same as the one
before but for its body. Here address and headers are taken from the client once, and only the body is made anew.
"""

from __future__ import annotations

import json
import ssl
import urllib.request
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import orjson

from ragtester.endpoints.address import Address
from ragtester.endpoints.failures import status_error
from ragtester.records import JsonValue

if TYPE_CHECKING:
    from aiohttp import ClientSession
    from openai import AsyncOpenAI

_KEEP_ALIVE = 30.0
_TELEMETRY = "x-stainless-"
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""For what orjson refuses, such as half of a surrogate pair; made once, since `json.dumps` makes one for every call."""


class LeanSender:
    """Posts JSON to one address over kept connections.

    Args:
        client: gives the address and the headers, authentication included.
        address: for messages.
    """

    def __init__(self, client: AsyncOpenAI, address: Address) -> None:
        from yarl import URL

        self._address = address
        self._base = str(client.base_url).rstrip("/")
        self._url = URL
        self._urls: dict[str, URL] = {}
        self._session = _session(_headers(client))

    async def post(self, path: str, body: Mapping[str, JsonValue], *, model: str) -> object:
        """What the endpoint answered: parsed JSON, or a string where it sent another media type.

        Raises:
            EndpointError: a status that is no success.
            aiohttp.ClientError: no connection, or one that broke.
            ValueError: a body that is not JSON.
        """
        url = self._urls.get(path) or self._urls.setdefault(path, self._url(self._base + path))
        data = _encoded(body)
        response = await self._session.post(url, data=data)
        raw = await response.read()  # gives the connection back, or closes it where it fails
        if response.status < 300:
            return _parsed(raw) if "json" in response.content_type else raw.decode("utf-8", "replace")
        raise status_error(response.status, _said(raw), headers=response.headers, address=self._address, model=model)

    async def close(self) -> None:
        """Closes the connections."""
        await self._session.close()


def lean_sender(client: AsyncOpenAI, address: Address) -> LeanSender | None:
    """The short way, or None where only the client knows how: through a proxy, or in a version without its headers."""
    host = urlsplit(address.url).hostname or ""
    if urllib.request.getproxies() and not urllib.request.proxy_bypass(host):
        return None
    try:
        return LeanSender(client, address)
    except AttributeError:
        return None


def _session(headers: Mapping[str, str]) -> ClientSession:
    import aiohttp

    context = ssl.create_default_context()
    try:
        import certifi
    except ImportError:
        pass
    else:
        context.load_verify_locations(certifi.where())
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=_KEEP_ALIVE, ssl=context),
        cookie_jar=aiohttp.DummyCookieJar(),
        timeout=aiohttp.ClientTimeout(total=None),
        headers=headers,
        trust_env=False,
    )


def _headers(client: AsyncOpenAI) -> dict[str, str]:
    given = {**client.default_headers, **client.auth_headers}
    told = {name: value for name, value in given.items() if isinstance(value, str)}
    # What the client tells its maker of this machine decides nothing, and is half of the headers of every request.
    headers = {name: value for name, value in told.items() if not name.lower().startswith(_TELEMETRY)}
    return {**headers, "Content-Type": "application/json", "Accept": "application/json"}


def _encoded(body: Mapping[str, JsonValue]) -> bytes:
    try:
        return orjson.dumps(body)
    except TypeError:
        return _encode(body).encode("utf-8", "replace")


def _parsed(raw: bytes) -> object:
    try:
        return orjson.loads(raw)
    except ValueError:
        return json.loads(raw)  # takes NaN, and says in its own words what is wrong


def _said(raw: bytes) -> object:
    text = raw.decode("utf-8", "replace")
    try:
        return json.loads(text)
    except ValueError:
        return text
