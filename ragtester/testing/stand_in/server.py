"""The stand-in endpoint: in an event loop, on a thread, or as a process of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from aiohttp import web

from ragtester.testing.stand_in.batches import Batches
from ragtester.testing.stand_in.faults import Faults, Rule
from ragtester.testing.stand_in.handler import Handler
from ragtester.testing.stand_in.refusals import Refuse
from ragtester.testing.stand_in.replies import Say, default_reply
from ragtester.testing.stand_in.stats import Logged, StandInStats


class StandInServer:
    """A local server with `/v1/chat/completions`, `/v1/embeddings`, `/v1/models`, files, batches and `/stats`.

    In an event loop::

        async with StandInServer(say=lambda body: "42", latency=0.2) as server:
            ...  # base_url: server.url
        assert server.stats.duplicates == 0

    On a thread of its own, `with StandInServer(...) as server:`. As a process, `python -m ragtester.testing.stand_in`.

    Args:
        say: from a request's body to the reply; the smallest valid JSON or a fixed sentence by default.
        latency: seconds until an answer; or the least and the most, spread evenly by the request's number.
        faults: shares by fault, or a rule from body and try to a fault.
        seed: which requests the faults hit.
        refuse: forms of a request that get a 400.
        capacity: requests at a time; more of them get a 429.
        retry_after: seconds that a 429 asks to wait, or None for a 429 that does not say.
        key: the only key that is accepted; None accepts every one.
        models: the only models there are; None accepts every name.
        dimension: of the embeddings.
        count_tokens: whether replies carry usage.
        batch_seconds: how long a batch takes.
        port: 0 takes a free one.
    """

    def __init__(
        self,
        *,
        say: Say = default_reply,
        latency: float | tuple[float, float] = 0.0,
        faults: Mapping[str, float] | Rule | None = None,
        seed: int = 0,
        refuse: Sequence[Refuse] = (),
        capacity: int | None = None,
        retry_after: float | None = 0.05,
        key: str | None = None,
        models: Sequence[str] | None = None,
        dimension: int = 64,
        count_tokens: bool = True,
        batch_seconds: float = 0.0,
        host: str = "127.0.0.1",
        port: int = 0,
    ) -> None:
        self._handler = Handler(
            say=say,
            latency=latency if isinstance(latency, tuple) else (latency, latency),
            faults=Faults(faults, seed=seed) if isinstance(faults, Mapping) else faults,
            refuse=frozenset(refuse),
            capacity=capacity,
            retry_after=retry_after,
            key=key,
            models=None if models is None else tuple(models),
            dimension=dimension,
            count_tokens=count_tokens,
            batch_seconds=batch_seconds,
        )
        self._host = host
        self._port = port
        self._runner: web.ServerRunner | None = None
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def url(self) -> str:
        """What goes into `base_url`."""
        return f"http://{self._host}:{self._port}/v1"

    @property
    def stats(self) -> StandInStats:
        """The counters."""
        return self._handler.stats

    @property
    def batches(self) -> Batches:
        """Files and batches."""
        return self._handler.batches

    @property
    def log(self) -> list[Logged]:
        """The last requests, oldest first."""
        return list(self.stats.log)

    async def start(self) -> None:
        """Begins to listen."""
        self._handler.closing.clear()
        runner = web.ServerRunner(
            web.Server(self._handler, handler_cancellation=True, access_log=None), shutdown_timeout=0.2
        )
        await runner.setup()
        site = web.TCPSite(runner, self._host, self._port, backlog=4096)
        await site.start()
        self._port = runner.addresses[0][1]
        self._runner = runner

    async def stop(self) -> None:
        """Ends what is in flight and stops to listen; `start` begins again on the same port."""
        self._handler.closing.set()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def __enter__(self) -> Self:
        ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, args=(ready,), name="stand-in", daemon=True)
        self._thread.start()
        ready.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._loop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._stopped.set)
            self._thread.join()

    def _serve(self, ready: threading.Event) -> None:
        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            self._stopped = asyncio.Event()
            try:
                await self.start()
            finally:
                ready.set()
            await self._stopped.wait()
            await self.stop()

        asyncio.run(serve())
