"""A chat model within limits: the endpoint's window, bounded retries, a learned deadline, and a breaker."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable

from ragtester.errors import EndpointError, MeasurementError
from ragtester.llm.breaker import Breaker
from ragtester.llm.limits import Window
from ragtester.llm.openai_compatible import OpenAIModel
from ragtester.llm.patience import Patience
from ragtester.llm.retry import RetryBudget, RetryPolicy
from ragtester.llm.wrapping import ModelWrapper
from ragtester.protocols import ChatModel
from ragtester.records import Reply, Request

_CHARACTERS_PER_TOKEN = 4


class LimitedModel(ModelWrapper):
    """Asks another model within limits; a call that returns was answered.

    Args:
        model: the model to ask.
        window: places at its endpoint, shared by all models there.
        policy: how failed calls are tried again.
        seed: of the jitter.
        check: called once a call has its place and before it is sent; what it raises is raised, such as that a
            budget is spent.
    """

    def __init__(
        self,
        model: ChatModel,
        *,
        window: Window,
        policy: RetryPolicy | None = None,
        seed: int = 0,
        check: Callable[[], None] | None = None,
    ) -> None:
        self.model = model
        self.window = window
        self.policy = policy or RetryPolicy()
        self.sent = 0
        self.failures: Counter[str] = Counter()
        self._check = check
        self._draw = random.Random(seed)
        self._budget = RetryBudget(self.policy)
        # A batch takes as long as it takes, and a small one after a large one is no sign of a server that hangs.
        self._patience = None if is_batched(model) else Patience()
        self._breaker = Breaker()

    async def ask(self, request: Request) -> Reply:
        """The reply, sent as often as the policy allows.

        Raises:
            EndpointError: the last failure, once no try is left.
            ReplyError: the reply is empty or was refused.
        """
        attempt = cut = 0
        while True:
            attempt += 1
            try:
                return await self._once(request, cut)
            except MeasurementError as error:
                self.failures[error.reason] += 1
                cut += error.reason == "timeout"
                wait = self.policy.wait(error, attempt, self._draw)
                if wait is None or (error.reason != "rate_limited" and not self._budget.spend()):
                    raise
                await asyncio.sleep(wait)

    async def _once(self, request: Request, cut: int) -> Reply:
        estimate = self._tokens(request)
        await self.window.acquire(tokens=estimate)
        try:
            if self._check is not None:
                self._check()
            self._breaker.check()
            self.sent += 1
            reply = await self._timed(request, cut)
        finally:
            self.window.release()
        self._budget.succeeded()
        used = (reply.usage.prompt_tokens or 0) + (reply.usage.completion_tokens or 0)
        self.window.succeeded(tokens=used - estimate if used else 0)
        return reply

    async def _timed(self, request: Request, cut: int) -> Reply:
        started = time.perf_counter()
        try:
            reply = await self._within(request, cut)
        except EndpointError as error:
            self._breaker.failed(error)
            if error.problem == "rate_limited" or error.retry_after is not None:
                self.window.refused(error.retry_after)
            if error.problem == "timeout" and self._patience is not None:
                self._patience.observe(time.perf_counter() - started, answered=False)
            raise
        self._breaker.succeeded()
        if self._patience is not None:
            self._patience.observe(time.perf_counter() - started)
        return reply

    async def _within(self, request: Request, cut: int) -> Reply:
        if self._patience is None:
            return await self.model.ask(request)
        try:
            async with self._patience.limit(1 + cut):
                return await self.model.ask(request)
        except TimeoutError:
            raise EndpointError(
                f"{self.name} left a call without a reply for several times as long as its replies take",
                problem="timeout",
                retryable=True,
            ) from None

    @staticmethod
    def _tokens(request: Request) -> int:
        characters = sum(len(message.content) for message in request.messages)
        return characters // _CHARACTERS_PER_TOKEN + request.max_tokens


def limited(
    model: ChatModel,
    *,
    window: Window | None = None,
    policy: RetryPolicy | None = None,
    seed: int = 0,
    check: Callable[[], None] | None = None,
) -> LimitedModel:
    """The model within limits; without a window it gets one by its own options (`window_for`)."""
    if policy is None and isinstance(model, OpenAIModel):
        policy = RetryPolicy(tries=model.options.tries)
    return LimitedModel(model, window=window or window_for(model), policy=policy, seed=seed, check=check)


def window_for(model: ChatModel) -> Window:
    """The window that a model's options ask for; as many calls as it has slots for a model in this process."""
    if isinstance(model, OpenAIModel):
        options = model.options
        if options.batch is not None:
            return Window(options.batch.size)
        return Window(
            options.concurrency,
            requests_per_minute=options.requests_per_minute,
            tokens_per_minute=options.tokens_per_minute,
        )
    return Window(max(1, int(getattr(model, "concurrency", 1))))


def is_batched(model: ChatModel) -> bool:
    """Whether a model's requests go by the Batch API."""
    return isinstance(model, OpenAIModel) and model.options.batch is not None
