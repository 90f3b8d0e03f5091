"""Stopping cleanly: what is in flight is finished for a few seconds and kept, nothing new is begun."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

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
        pending: set[asyncio.Task[None]] = set(workers)
        self.graceful = True
        try:
            while pending and not self.asked:
                done, _ = await asyncio.wait([*pending, stopping], return_when=asyncio.FIRST_COMPLETED)
                pending -= done
                failed = next((task for task in done if task is not stopping and task.exception()), None)
                if failed is not None:
                    failed.result()
            if pending:
                _, pending = await asyncio.wait(pending, timeout=GRACE_SECONDS)
        finally:
            self.graceful = False
            stopping.cancel()
            for task in pending:
                task.cancel()
            await asyncio.gather(*pending, stopping, return_exceptions=True)
