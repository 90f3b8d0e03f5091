"""A chat model that sends each distinct request once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from ragtester.errors import MeasurementError
from ragtester.llm.wrapping import ModelWrapper
from ragtester.protocols import ChatModel
from ragtester.records import JsonValue, Reply, Request, Usage, WorkKind, content_key
from ragtester.runner.budget import Budget
from ragtester.runner.work import WorkLog
from ragtester.store import Store

_RECENT = 500
"""Replies of a model that are kept in memory."""

_touched: ContextVar[list[str] | None] = ContextVar("touched", default=None)


@contextmanager
def touched_replies() -> Iterator[list[str]]:
    """Collects the keys of the replies that are used in the block.

    A reply that turns out to be unusable (JSON that stays broken) must not be found again by a retry:
    the caller forgets these keys.
    """
    keys: list[str] = []
    token = _touched.set(keys)
    try:
        yield keys
    finally:
        _touched.reset(token)


def reply_key(model: ChatModel, request: Request) -> str:
    """Content key of a model's reply to a request."""
    # What `model_dump` gives, in a fraction of its time: this is done for every case.
    fields: dict[str, JsonValue] = dict(request.__dict__)
    fields["messages"] = [{"role": message.role, "content": message.content} for message in request.messages]
    return content_key("reply", model=model.version, request=fields)


def unknown_cost(_usage: Usage) -> float | None:
    """Nobody knows what a call costs."""
    return None


class StoredModel(ModelWrapper):
    """Looks a reply up by its key, shares one that is on its way, and stores a new one.

    Args:
        model: the model, with its limits and retries.
        store: where replies are kept.
        log: counts work and calls.
        budget: checked before each call.
        kind: the kind of work that its replies count as; None where the caller counts.
        reuse: False for people who measure variance: equal requests are sent each time.
        cost: the price of a call in USD, or None where it is unknown.
    """

    def __init__(
        self,
        model: ChatModel,
        *,
        store: Store,
        log: WorkLog,
        budget: Budget,
        kind: WorkKind | None = None,
        reuse: bool = True,
        cost: Callable[[Usage], float | None] = unknown_cost,
    ) -> None:
        self.model = model
        self._store = store
        self._log = log
        self._budget = budget
        self._kind = kind
        self._reuse = reuse
        self._cost = cost
        self._on_the_way: dict[str, asyncio.Future[Reply]] = {}
        self._recent: OrderedDict[str, Reply] = OrderedDict()

    def key(self, request: Request) -> str:
        """Content key of the reply to a request."""
        return reply_key(self.model, request)

    async def ask(self, request: Request) -> Reply:
        """The stored reply, or a new one.

        Raises:
            MeasurementError: there is none and the model gave none.
        """
        key = reply_key(self.model, request)
        touched = _touched.get()
        if touched is not None:
            touched.append(key)
        waiting = self._on_the_way.get(key)
        if waiting is not None:
            return self._shared(await asyncio.shield(waiting))
        stored = self._known(key) if self._reuse else None
        if stored is not None:
            return self._shared(stored)
        return await self._send(key, request)

    async def _send(self, key: str, request: Request) -> Reply:
        on_the_way: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        if self._reuse:
            self._on_the_way[key] = on_the_way
        try:
            self._budget.check()
            reply = await self.model.ask(request)
        except BaseException as error:
            self._count_failure(error)
            if isinstance(error, MeasurementError):
                on_the_way.set_exception(error)
                on_the_way.exception()  # marks it as seen: nobody may be waiting
            else:
                on_the_way.cancel()
            raise
        finally:
            self._on_the_way.pop(key, None)
        on_the_way.set_result(reply)
        self._log.called(self.name, reply.usage, self._cost(reply.usage))
        if self._kind:
            self._log.done(self._kind)
        self._store.put_reply(key, reply, model=self.name)
        if self._reuse:
            self._remember(key, reply)
        return reply

    def _known(self, key: str) -> Reply | None:
        """The stored reply; the newest ones are kept at hand, since equal prompts of several cells come close together."""
        recent = self._recent.get(key)
        if recent is not None and not self._store.was_forgotten(key):
            return recent
        return self._store.replies([key]).get(key) if self._store.may_hold("reply", key) else None

    def _remember(self, key: str, reply: Reply) -> None:
        self._recent[key] = reply
        if len(self._recent) > _RECENT:
            self._recent.popitem(last=False)

    def _shared(self, reply: Reply) -> Reply:
        self._log.models[self.name].reused += 1
        if self._kind:
            self._log.reused(self._kind)
        return reply if reply.reused else reply.model_copy(update={"reused": True})

    def _count_failure(self, error: BaseException) -> None:
        if isinstance(error, MeasurementError) and error.reason != "budget":
            self._log.models[self.name].failed += 1
            if self._kind:
                self._log.failed(self._kind)
