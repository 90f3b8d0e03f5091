"""Sending to a web service within limits: a window that follows 429, bounded retries, a breaker, a largest reply."""

from __future__ import annotations

import asyncio
import random
import time

from ragtester.endpoints import retry_after
from ragtester.errors import EndpointError
from ragtester.llm import RetryPolicy, Window
from ragtester.llm.breaker import Breaker
from ragtester.llm.retry import RetryBudget
from ragtester.records import JsonValue
from ragtester.systems.external.http.options import HttpOptions

_LARGEST = 16 << 20


class Sender:
    """Sends requests of one target, as models' requests are sent.

    Args:
        name: the target's name, for messages.
        options: timeout, tries, concurrency, headers.
    """

    def __init__(self, name: str, options: HttpOptions) -> None:
        self._name = name
        self._options = options
        self._policy = RetryPolicy(tries=options.tries)
        self._budget = RetryBudget(self._policy)
        self._breaker = Breaker()
        self._draw = random.Random(0)
        self.window = Window(options.concurrency, requests_per_minute=options.requests_per_minute)

    async def send(self, url: str, body: JsonValue, *, method: str) -> tuple[str, float]:
        """The text of the reply and the seconds that it took.

        Raises:
            EndpointError: the last failure, once no try is left.
        """
        attempt = 0
        while True:
            attempt += 1
            try:
                return await self._placed(url, body, method)
            except EndpointError as error:
                wait = self._policy.wait(error, attempt, self._draw)
                if wait is None or (error.reason != "rate_limited" and not self._budget.spend()):
                    raise
                await asyncio.sleep(wait)

    async def _placed(self, url: str, body: JsonValue, method: str) -> tuple[str, float]:
        async with self.window.slot():
            self._breaker.check()
            started = time.monotonic()
            try:
                text = await self._once(url, body, method)
            except EndpointError as error:
                self._breaker.failed(error)
                if error.problem == "rate_limited" or error.retry_after is not None:
                    self.window.refused(error.retry_after)
                raise
            self._breaker.succeeded()
            self._budget.succeeded()
            self.window.succeeded()
            return text, time.monotonic() - started

    async def _once(self, url: str, body: JsonValue, method: str) -> str:
        status, text, headers = await exchange(
            url, body, method=method, headers=self._options.headers, seconds=self._options.timeout, name=self._name
        )
        check_status(self._name, status, text, headers)
        return text


async def exchange(
    url: str, body: JsonValue, *, method: str, headers: dict[str, str], seconds: float, name: str
) -> tuple[int, str, dict[str, str]]:
    """One request: the reply's status, text and headers (names in lower case).

    Raises:
        EndpointError: there was no reply, or one that is too large.
    """
    import aiohttp

    get = method.upper() == "GET"
    params = {key: str(value) for key, value in body.items()} if get and isinstance(body, dict) else None
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=seconds)) as session,
            session.request(
                method, url, headers=headers, allow_redirects=False, params=params, json=None if get else body
            ) as response,
        ):
            data = bytearray()
            async for piece in response.content.iter_chunked(1 << 16):
                data += piece
                if len(data) > _LARGEST:
                    raise EndpointError(
                        f"{name} answered with more than {_LARGEST >> 20} MiB", problem="bad_request", retryable=False
                    )
            text = data.decode(_charset(response.charset), errors="replace")
            return response.status, text, {key.lower(): value for key, value in response.headers.items()}
    except TimeoutError:
        raise EndpointError(f"{name} gave no answer within {seconds:g} s", problem="timeout", retryable=True) from None
    except (aiohttp.InvalidURL, ValueError) as error:
        raise EndpointError(
            f"{name}: a request to {url} cannot be made: {error}", problem="bad_request", retryable=False
        ) from error
    except aiohttp.ClientError as error:
        raise EndpointError(
            f"{name} cannot be reached at {url}: {error}", problem="connection", retryable=True
        ) from error


def check_status(name: str, status: int, text: str, headers: dict[str, str]) -> None:
    """Raises unless the status is one of success.

    Raises:
        EndpointError: says which kind of failure it is, in the service's own words.
    """
    if status < 300:
        return
    wait = retry_after(headers)
    said = f"{name} answered {status}: {' '.join(text.split())[:200]}"
    if status < 400:
        to = headers.get("location", "another address")
        raise EndpointError(
            f"{name} answered {status}: redirects are not followed; write the address that it leads to: {to}",
            problem="bad_request",
            retryable=False,
        )
    if status in (401, 403):
        raise EndpointError(said, problem="authentication", retryable=False)
    if status == 404:
        raise EndpointError(said, problem="not_found", retryable=False)
    if status == 408:
        raise EndpointError(said, problem="timeout", retryable=True, retry_after=wait)
    if status == 429:
        raise EndpointError(said, problem="rate_limited", retryable=True, retry_after=wait)
    if status >= 500:
        raise EndpointError(said, problem="server_error", retryable=True, retry_after=wait)
    raise EndpointError(said, problem="bad_request", retryable=False)


def _charset(named: str | None) -> str:
    try:
        "".encode(named or "utf-8")
    except LookupError:
        return "utf-8"
    return named or "utf-8"
