"""A generator that is asked, or answers, wrongly."""

from __future__ import annotations

from collections.abc import Callable

from ragtester.protocols import ChatModel
from ragtester.records import Reply, Request


class FaultyGenerator:
    """Changes the request that the healthy generator gets, or the reply that it gives.

    Args:
        inner: the healthy generator.
        fault: the fault's name, part of the version.
        request: what is asked instead.
        reply: what is answered instead.
    """

    def __init__(
        self,
        inner: ChatModel,
        fault: str,
        *,
        request: Callable[[Request], Request] | None = None,
        reply: Callable[[Request, Reply], Reply] | None = None,
    ) -> None:
        self.name = inner.name
        self.version = f"{inner.version}+{fault}"
        self.samples = inner.samples
        self._inner = inner
        self._request = request
        self._reply = reply

    async def ask(self, request: Request) -> Reply:
        """The faulty reply.

        Raises:
            MeasurementError: as the healthy generator.
        """
        reply = await self._inner.ask(self._request(request) if self._request else request)
        return self._reply(request, reply) if self._reply else reply
