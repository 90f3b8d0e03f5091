"""Workers on a Ray cluster: work goes out, results come back in any order, what a lost worker had goes out again."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import Any

from ragtester.config import RayConfig
from ragtester.errors import ConfigError, MissingExtraError
from ragtester.runner.distribute.exchange import Exchange

_AT_ONCE = 3
"""Shards of one worker at a time, so that its window stays full when one of them ends."""
_TRIES = 6
_PAUSE_SECONDS = 0.5
"""Before a lost shard goes out again, doubled with every loss: a worker takes a moment to come back."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A call of a worker's method, and what it is for."""

    method: str
    arguments: tuple[Any, ...]
    name: object = None


class RayPool:
    """Actors on a Ray cluster, started on first use.

    Args:
        options: address of the cluster (`local` starts one on this machine), number of workers.
    """

    def __init__(self, options: RayConfig) -> None:
        self.options = options
        self.lost = 0
        """Shards that were sent again because their worker was lost."""
        self._actors: list[Any] = []
        self.running: Exchange | None = None
        """What carries requests, once there are workers."""
        self._starting: tuple[asyncio.AbstractEventLoop, asyncio.Lock] | None = None
        self._started_cluster = False

    @property
    def size(self) -> int:
        """Workers; as many as there are cores here where the cluster was not asked yet."""
        return len(self._actors) or self.options.workers or os.cpu_count() or 1

    async def exchange(self) -> Exchange:
        """What carries requests to the workers and replies back.

        Raises:
            UsageError: the workers cannot be started.
        """
        if self.running is None:
            await self.start()
            host = "127.0.0.1" if self.options.address == "local" else None
            self.running = self.running or Exchange(self._actors, is_lost=_is_lost, host=host)
        return self.running

    async def start(self) -> None:
        """Connects to the cluster and starts the workers.

        Raises:
            MissingExtraError: Ray is not installed.
            ConfigError: there is no cluster at the address.
        """
        loop = asyncio.get_running_loop()
        if self._starting is None or self._starting[0] is not loop:
            self._starting = (loop, asyncio.Lock())
        async with self._starting[1]:
            if not self._actors:
                await self._start()

    async def _start(self) -> None:
        ray = _ray()
        local = self.options.address == "local"
        if not ray.is_initialized():
            more = {"_node_ip_address": "127.0.0.1", "num_cpus": self.options.workers or 2} if local else {}
            try:
                ray.init(
                    address=self.options.address,
                    include_dashboard=False if local else None,
                    log_to_driver=False,
                    logging_level="ERROR",
                    **more,
                )
            except (ConnectionError, ValueError, RuntimeError) as error:
                raise ConfigError(
                    f"no Ray cluster at {self.options.address!r} ({error}); start one with `ray start --head`, "
                    "or write address: local",
                    place="distribute.ray.address",
                ) from None
            self._started_cluster = True
        from ragtester.runner.distribute.worker import as_actor

        resources = ray.cluster_resources()
        count = self.options.workers or max(1, int(resources.get("CPU", 1)))
        gpus = min(1.0, float(resources.get("GPU", 0.0)) / count)
        actor = as_actor(gpus=gpus)
        actors = [actor.remote() for _ in range(count)]
        await asyncio.gather(*(_result(actor.ready.remote()) for actor in actors))
        self._actors = actors

    async def processes(self) -> list[int]:
        """Process ids of the workers."""
        await self.start()
        return list(await asyncio.gather(*(_result(actor.ready.remote()) for actor in self._actors)))

    async def cpu_seconds(self) -> float:
        """CPU time that the workers have used together."""
        await self.start()
        used: list[float] = await asyncio.gather(*(_result(actor.cpu_seconds.remote()) for actor in self._actors))
        return sum(used)

    async def run(self, shards: Iterable[Shard]) -> AsyncIterator[tuple[Shard, Any]]:
        """Results as they come, None for a shard whose workers were lost again and again.

        Shards are taken from the iterable only as workers have room for them.
        """
        await self.start()
        source = iter(shards)
        actors = itertools.cycle(self._actors)
        running: dict[asyncio.Task[Any], tuple[Shard, int]] = {}

        def send(shard: Shard, tries: int) -> None:
            wait = _PAUSE_SECONDS * 2 ** (tries - 2) if tries > 1 else 0.0
            running[asyncio.create_task(_call(next(actors), shard, wait))] = (shard, tries)

        try:
            for shard in itertools.islice(source, _AT_ONCE * len(self._actors)):
                send(shard, 1)
            while running:
                done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    shard, tries = running.pop(task)
                    lost = task.exception()
                    if lost is not None and not _is_lost(lost):
                        raise lost
                    if lost is not None and tries < _TRIES:
                        self.lost += 1
                        send(shard, tries + 1)
                        continue
                    following = next(source, None)
                    if following is not None:
                        send(following, 1)
                    yield shard, None if lost is not None else task.result()
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    async def end(self) -> None:
        """As `close`."""
        self.close()

    def close(self) -> None:
        """Ends the workers, and the cluster where this process started it."""
        if not self._actors:
            return
        ray = _ray()
        if self.running is not None:
            self.running.close()
        for actor in self._actors:
            ray.kill(actor, no_restart=True)
        self._actors = []
        self.running = None
        if self._started_cluster:
            ray.shutdown()


async def _call(actor: Any, shard: Shard, wait: float) -> Any:  # noqa: ANN401  Ray has no types for actors
    await asyncio.sleep(wait)
    return await getattr(actor, shard.method).remote(*shard.arguments)


async def _result(reference: Any) -> Any:  # noqa: ANN401  Ray has no types for its references
    return await reference


def _is_lost(error: BaseException) -> bool:
    import ray

    return isinstance(error, ray.exceptions.ActorDiedError | ray.exceptions.ActorUnavailableError)


def _ray() -> Any:  # noqa: ANN401  a module without types
    try:
        import ray
    except ImportError:
        raise MissingExtraError("ray", extra="ray", needed_for="distribute: {ray: ...}") from None
    return ray
