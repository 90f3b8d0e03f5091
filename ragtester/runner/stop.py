"""Stopping cleanly: what is in flight is finished for a few seconds and kept, nothing new is begun."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

GRACE_SECONDS = 5.0


class Stop:
    """Asked by a signal; seen by workers between items."""

    def __init__(self) -> None:
        self.asked = False
        self.graceful = False
        """True while there are workers that finish what is in flight."""
        self._event = asyncio.Event()

    def ask(self) -> None:
        """Asks every worker to stop after its current item."""
        self.asked = True
        self._event.set()

    def is_asked(self) -> bool:
        """Whether a stop was asked for meanwhile."""
        return self.asked

    async def until_done(self, workers: Sequence[asyncio.Task[None]]) -> None:
        """Waits for the workers; after a stop at most the grace, then cancels them. The first error is raised."""
        if not workers:
            return
        stopping = asyncio.create_task(self._event.wait())
        over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        left = len(workers)

        def ended(task: asyncio.Task[None]) -> None:
            nonlocal left
            left -= 1
            if not over.done() and (left == 0 or (not task.cancelled() and task.exception() is not None)):
                over.set_result(None)

        # One callback for each worker: `asyncio.wait` adds one for each of them whenever any ends.
        for worker in workers:
            worker.add_done_callback(ended)
        self.graceful = True
        try:
            either: list[asyncio.Future[Any]] = [over, stopping]
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            _raise_first(workers)
            running = [worker for worker in workers if not worker.done()]
            if running:
                await asyncio.wait(running, timeout=GRACE_SECONDS)
        finally:
            self.graceful = False
            stopping.cancel()
            for task in workers:
                task.cancel()
            await asyncio.gather(*workers, stopping, return_exceptions=True)


def _raise_first(workers: Sequence[asyncio.Task[None]]) -> None:
    for worker in workers:
        if worker.done() and not worker.cancelled() and worker.exception() is not None:
            worker.result()
