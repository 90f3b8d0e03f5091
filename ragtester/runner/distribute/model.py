"""A chat model whose calls are made by the workers of a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable

from ragtester.llm.wrapping import ModelWrapper
from ragtester.protocols import ChatModel
from ragtester.records import Reply, Request
from ragtester.runner.distribute.exchange import Remote
from ragtester.runner.distribute.pool import RayPool
from ragtester.runner.distribute.wire import Spec


class RayModel(ModelWrapper):
    """Sends requests to workers; what they cannot ask is asked here.

    Args:
        model: the same model in this process, which names it.
        spec: its kind and arguments, from which workers make theirs.
        folder: folder of the configuration.
        pool: the workers.
        window: calls that one worker has in flight.
        check: raises once nothing more is to be sent, such as when a budget is spent.
        sparing: whether a worker gets no more than it has in flight, so that little is sent after `check` has raised.
    """

    def __init__(
        self,
        model: ChatModel,
        *,
        spec: Spec,
        folder: str,
        pool: RayPool,
        window: int,
        check: Callable[[], None] = lambda: None,
        sparing: bool = False,
    ) -> None:
        self.model = model
        self._pool = pool
        held = window if sparing else max(2 * window, pool.options.shard_prompts)
        self._remote = Remote(name=model.name, spec=spec, folder=folder, window=window, check=check, held=held)

    async def ask(self, request: Request) -> Reply:
        """The reply.

        Raises:
            MeasurementError: there is none.
        """
        exchange = self._pool.running or await self._pool.exchange()
        reply = await exchange.ask(self._remote, request)
        return await self.model.ask(request) if reply is None else reply
