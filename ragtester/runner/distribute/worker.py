"""What a Ray worker does: it asks models and embeds texts, and never writes."""

from __future__ import annotations

import asyncio
import gc
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

from ragtester.errors import MeasurementError
from ragtester.llm import LimitedModel, limited, make_chat_model
from ragtester.protocols import Embedder, Vectors
from ragtester.runner.distribute.link import Listener
from ragtester.runner.distribute.wire import (
    Came,
    Packed,
    PackedError,
    PackedReply,
    Spec,
    pack_error,
    pack_reply,
    to_bytes,
    told_from,
    unpack,
)
from ragtester.search import make_embedder

_Made = TypeVar("_Made")
_CALLS = 4
"""Calls that a worker takes at a time: an exchange of requests and replies beside texts to embed."""


class _Asker:
    """Asks one model what it is given, by as many callers as keep its window full."""

    def __init__(
        self, name: str, spec: Spec, folder: str, keep: Callable[[int, PackedReply | PackedError | None], None]
    ) -> None:
        self._made_from = (name, spec, folder)
        self._keep = keep
        self._model: LimitedModel | None = None
        self._waiting: deque[tuple[int, Packed]] = deque()
        self._callers: set[asyncio.Task[None]] = set()
        self._starting = False
        """Whether a caller was made that has not begun."""

    def take(self, requests: Sequence[tuple[int, Packed]]) -> None:
        """Asks these too."""
        try:
            model = self._made()
        except Exception:  # noqa: BLE001  the worker boundary: the driver asks, and says what is wrong there too
            for ticket, _ in requests:
                self._keep(ticket, None)
            return
        self._waiting.extend(requests)
        self._one_more(model)

    def _one_more(self, model: LimitedModel) -> None:
        """One more caller where there is something to ask; it starts the next one, so that there are no more than it takes."""
        if self._waiting and not self._starting and len(self._callers) < 2 * model.window.limit + 2:
            self._starting = True
            caller = asyncio.get_running_loop().create_task(self._call(model))
            self._callers.add(caller)
            caller.add_done_callback(self._callers.discard)

    async def _call(self, model: LimitedModel) -> None:
        self._starting = False
        while self._waiting:
            ticket, request = self._waiting.popleft()
            self._one_more(model)
            found: PackedReply | PackedError | None = None
            try:
                found = pack_reply(await model.ask(unpack(request)))
            except MeasurementError as error:
                found = pack_error(error)
            except Exception:  # noqa: BLE001  as above
                found = None
            self._keep(ticket, found)

    def _made(self) -> LimitedModel:
        if self._model is None:
            name, spec, folder = self._made_from
            self._model = limited(make_chat_model(name, spec, folder=Path(folder)))
            gc.freeze()  # what is imported stays: no collection has to look at it again
        return self._model


class Worker:
    """Models and embedders by name, made on first use and kept.

    Its event loop runs in a thread of its own, because a call of an asynchronous actor costs Ray three times as much.
    """

    def __init__(self) -> None:
        self._askers: dict[str, _Asker] = {}
        self._embedders: dict[str, Embedder] = {}
        self._loop = asyncio.new_event_loop()
        self._came: Came = []
        self._enough: int | None = None
        self._change = asyncio.Event()
        self._listener = Listener(self._exchanged)
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def exchange(self, told: bytes, enough: int, seconds: float) -> bytes:
        """Takes requests, and gives the replies that have come meanwhile, whosever requests they answer.

        Args:
            told: models and requests.
            enough: returns as soon as there are so many replies.
            seconds: returns after this time with what there is.
        """
        return self._run(self._exchanged(told, enough, seconds))

    def listen(self, token: bytes, host: str | None) -> tuple[str, int]:
        """Host and port of exchanges without Ray, for a driver that shows the token; by default at this machine's address."""
        if host is None:
            import ray

            util: Any = ray.util  # Ray may be installed or not, and is typed in part
            host = str(util.get_node_ip_address())
        return self._run(self._listener.listen(token, host))

    def embed(
        self, name: str, spec: Spec, folder: str, texts: Sequence[str], purpose: Literal["document", "query"]
    ) -> Vectors:
        """Vectors in order, shape (len(texts), d)."""
        return self._run(self._embed(name, spec, folder, texts, purpose))

    def ready(self) -> int:
        """The worker's process, once it has started."""
        return os.getpid()

    def cpu_seconds(self) -> float:
        """CPU time that the worker's process has used."""
        return time.process_time()

    async def _exchanged(self, told: bytes, enough: int, seconds: float) -> bytes:
        models, requests = told_from(told)
        for name, (spec, folder) in models.items():
            asker = self._askers.get(name)
            if asker is None:
                asker = self._askers[name] = _Asker(name, spec, folder, self._keep)
            asker.take([(ticket, request) for model, ticket, request in requests if model == name])
        if len(self._came) < enough:
            self._enough = enough
            self._change.clear()
            try:
                async with asyncio.timeout(seconds):
                    await self._change.wait()
            except TimeoutError:
                pass
        came, self._came, self._enough = self._came, [], None
        return to_bytes(came)

    def _keep(self, ticket: int, found: PackedReply | PackedError | None) -> None:
        self._came.append((ticket, found))
        if self._enough is not None and len(self._came) >= self._enough:
            self._change.set()

    async def _embed(
        self, name: str, spec: Spec, folder: str, texts: Sequence[str], purpose: Literal["document", "query"]
    ) -> Vectors:
        if name not in self._embedders:
            self._embedders[name] = make_embedder(name, spec, folder=Path(folder))
        return await self._embedders[name].embed(texts, purpose=purpose)

    def _run(self, work: Coroutine[Any, Any, _Made]) -> _Made:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()


def as_actor(*, gpus: float) -> Any:  # noqa: ANN401  Ray has no types for what it makes
    """The class as a Ray actor that is started again when its process dies."""
    import ray

    return ray.remote(Worker).options(num_cpus=1, num_gpus=gpus, max_restarts=3, max_concurrency=_CALLS)
