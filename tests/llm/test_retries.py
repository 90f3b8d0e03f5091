"""When a failed call is sent again, how long it may take, and when it is not sent at all."""

from __future__ import annotations

import asyncio
import random
import time

import pytest

from ragtester.errors import EndpointError, ReplyError
from ragtester.llm import RetryPolicy, ScriptedModel, Window, limited
from ragtester.llm.breaker import Breaker
from ragtester.llm.patience import Patience
from ragtester.llm.retry import RetryBudget
from ragtester.records import Message, Reply, Request


def asked(text: str = "question") -> Request:
    return Request(messages=(Message(role="user", content=text),))


def failure(
    problem: str = "server_error", *, retryable: bool = True, retry_after: float | None = None
) -> EndpointError:
    return EndpointError(problem, problem=problem, retryable=retryable, retry_after=retry_after)  # type: ignore[arg-type]


def test_waits_are_drawn_between_nothing_and_a_doubled_base():
    policy = RetryPolicy(tries=10, base=1.0, longest=5.0)
    draw = random.Random(1)
    for attempt, most in [(1, 1.0), (2, 2.0), (3, 4.0), (6, 5.0)]:
        waits = [policy.wait(failure(), attempt, draw) for _ in range(300)]
        assert all(wait is not None and 0 <= wait <= most for wait in waits)
        assert max(wait or 0 for wait in waits) > 0.9 * most


def test_what_the_endpoint_asks_for_is_kept_to():
    policy = RetryPolicy()
    waits = [policy.wait(failure("rate_limited", retry_after=7.0), 1, random.Random(seed)) for seed in range(50)]
    assert all(wait is not None and 7.0 <= wait <= 7.25 for wait in waits)


@pytest.mark.parametrize(
    ("error", "attempt"),
    [
        (failure("bad_request", retryable=False), 1),
        (failure(), 4),
        (failure("rate_limited", retry_after=3600.0), 1),
        (ReplyError("no", problem="refused"), 1),
        (ReplyError("no", problem="unparseable"), 1),
        (ReplyError("no", problem="empty"), 2),
    ],
)
def test_there_is_no_further_try_where_it_would_not_help(error: EndpointError | ReplyError, attempt: int):
    assert RetryPolicy().wait(error, attempt, random.Random(1)) is None


def test_an_empty_reply_is_asked_for_once_more_at_once():
    assert RetryPolicy().wait(ReplyError("", problem="empty"), 1, random.Random(1)) == 0.0


def test_the_budget_of_retries_is_a_reserve_and_a_share_of_the_successes():
    budget = RetryBudget(RetryPolicy(reserve=3, share=0.25))
    assert [budget.spend() for _ in range(5)] == [True, True, True, False, False]
    for _ in range(4):
        budget.succeeded()
    assert [budget.spend() for _ in range(2)] == [True, False]


async def test_a_call_that_fails_for_a_while_succeeds_in_the_end():
    failures = [failure(), failure("timeout"), failure("connection")]
    model = limited(
        ScriptedModel(lambda _: failures.pop() if failures else "done"), policy=RetryPolicy(base=0.001), seed=3
    )
    reply = await model.ask(asked())
    assert reply.text == "done"
    assert model.sent == 4
    assert model.failures == {"server_error": 1, "timeout": 1, "connection": 1}


async def test_tries_are_bounded():
    model = limited(ScriptedModel(lambda _: failure()), policy=RetryPolicy(base=0.001))
    with pytest.raises(EndpointError, match="server_error"):
        await model.ask(asked())
    assert model.sent == 4


async def test_an_outage_does_not_become_a_storm_of_retries():
    model = limited(
        ScriptedModel(lambda _: failure()), window=Window(50), policy=RetryPolicy(base=0.0001, reserve=20), seed=1
    )
    results = await asyncio.gather(*(model.ask(asked(str(number))) for number in range(400)), return_exceptions=True)
    assert all(isinstance(result, EndpointError) for result in results)
    assert model.sent == 420


async def test_a_waiting_call_holds_no_place_of_the_window():
    first = True

    def say(_: Request) -> str | EndpointError:
        nonlocal first
        if first:
            first = False
            return failure("rate_limited", retry_after=0.2)
        return "done"

    model = limited(ScriptedModel(say), window=Window(1))
    slow = asyncio.create_task(model.ask(asked("a")))
    await asyncio.sleep(0.01)
    loop = asyncio.get_running_loop()
    started = loop.time()
    await model.ask(asked("b"))
    assert loop.time() - started < 0.15
    assert (await slow).text == "done"


async def test_a_hanging_call_is_cut_once_it_is_known_how_long_calls_take():
    hung = asyncio.Event()

    async def say(request: Request) -> str:
        if request.messages[0].content == "hang" and not hung.is_set():
            hung.set()
            await asyncio.sleep(3600)
        return "done"

    model = limited(ScriptedModel(say), window=Window(8))
    waiting = asyncio.create_task(model.ask(asked("hang")))
    await hung.wait()
    for number in range(60):
        await model.ask(asked(str(number)))
    async with asyncio.timeout(10):
        assert (await waiting).text == "done"
    assert model.failures == {"timeout": 1}


async def test_the_deadline_rises_with_a_server_that_becomes_slow():
    patience = Patience()
    assert patience.deadline(1) is None
    for _ in range(60):
        patience.observe(0.2)
    assert patience.deadline(1) == 2.0
    assert patience.deadline(3) == 8.0
    for _ in range(100):
        patience.observe(5.0)
    assert patience.deadline(1) == 40.0


async def test_a_few_long_calls_among_short_ones_are_waited_for_and_cut_ones_do_not_count_as_long():
    patience = Patience()
    for number in range(60):
        patience.observe(12.0 if number == 30 else 0.2)
    assert patience.deadline(1) == pytest.approx(36.0)
    for number in range(400):
        patience.observe(2.0 if number % 50 == 0 else 0.2, answered=number % 50 != 0)
    assert patience.deadline(1) == 2.0


@pytest.mark.parametrize(("others_answered", "least", "most"), [(True, 0.9, 1.6), (False, 1.9, 2.6)])
async def test_a_call_is_cut_sooner_while_others_are_answered(others_answered: bool, least: float, most: float):
    patience = Patience()
    for _ in range(60):
        patience.observe(0.2)

    async def others() -> None:
        while others_answered:
            patience.observe(0.2)
            await asyncio.sleep(0.05)

    answering = asyncio.create_task(others())
    started = time.monotonic()
    with pytest.raises(TimeoutError):
        async with patience.limit(1):
            await asyncio.sleep(30)
    answering.cancel()
    assert least <= time.monotonic() - started <= most


async def test_a_server_that_stands_still_for_a_moment_loses_no_call():
    """A pause of 1.5 s hits all calls in flight alike: none of them hangs, and none is sent twice."""
    model = limited(ScriptedModel(pausing), window=Window(16))
    await asyncio.gather(*(model.ask(asked(str(number))) for number in range(60)))
    assert model._patience is not None
    assert model._patience.deadline(1) == 2.0
    replies = await asyncio.gather(*(model.ask(asked(f"paused {number}")) for number in range(16)))
    assert {reply.text for reply in replies} == {"done"}
    assert model.sent == 76


async def pausing(request: Request) -> str:
    await asyncio.sleep(1.5 if request.messages[0].content.startswith("paused") else 0.01)
    return "done"


def test_a_deadline_is_kept_to_in_every_event_loop():
    patience = Patience()
    for _ in range(60):
        patience.observe(0.01)

    async def hang() -> None:
        async with patience.limit(1):
            await asyncio.sleep(30)

    for _ in range(2):
        with pytest.raises(TimeoutError):
            asyncio.run(hang())


async def test_only_a_call_that_was_cut_gets_more_time_and_not_one_that_was_refused():
    """A call that hangs after three refusals holds its place of the window no longer than one that hangs at once."""
    given: list[float] = []

    class Asked(Patience):
        def limit(self, attempt: int):
            given.append(attempt)
            return super().limit(attempt)

    outcomes: list[str | EndpointError] = [
        failure("rate_limited", retry_after=0.001), failure("server_error"), failure("timeout"), failure("timeout")
    ]  # fmt: skip
    model = limited(
        ScriptedModel(lambda _: outcomes.pop(0) if outcomes else "done"), policy=RetryPolicy(tries=6, base=0.001)
    )
    model._patience = Asked()
    assert (await model.ask(asked())).text == "done"
    assert given == [1, 1, 1, 2, 3]


def test_a_breaker_opens_after_equal_failures_and_lets_one_call_through_now_and_then():
    now = 0.0
    breaker = Breaker(clock=lambda: now)
    for _ in range(3):
        breaker.check()
        breaker.failed(failure("authentication", retryable=False))
    with pytest.raises(EndpointError) as raised:
        breaker.check()
    assert raised.value.problem == "authentication"
    assert not raised.value.retryable
    now = 6.0
    breaker.check()
    with pytest.raises(EndpointError):
        breaker.check()
    breaker.succeeded()
    breaker.check()


def test_a_breaker_leaves_passing_failures_to_the_retries():
    breaker = Breaker()
    for _ in range(500):
        breaker.failed(failure("server_error"))
        breaker.check()


async def test_a_wrong_key_is_not_sent_thousands_of_times():
    model = limited(ScriptedModel(lambda _: failure("authentication", retryable=False)), window=Window(4))
    results = await asyncio.gather(*(model.ask(asked(str(number))) for number in range(500)), return_exceptions=True)
    assert {getattr(result, "problem", None) for result in results} == {"authentication"}
    assert model.sent <= 8


async def test_a_limited_model_is_the_model_in_everything_else():
    inner = ScriptedModel(lambda _: Reply(text="hi"), name="m", version="7", samples=True)
    model = limited(inner)
    assert (model.name, model.version, model.samples) == ("m", "7", True)
    assert model.window.limit == inner.concurrency
