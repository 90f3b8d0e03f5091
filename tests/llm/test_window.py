"""The window of calls at an endpoint."""

from __future__ import annotations

import asyncio
import random

import pytest

from ragtester.llm import Window
from ragtester.llm.budgets import Budget


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


async def test_never_more_calls_are_in_flight_than_the_window_holds():
    window = Window(3)
    running = 0
    most = 0

    async def call() -> None:
        nonlocal running, most
        async with window.slot():
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.002)
            running -= 1

    await asyncio.gather(*(call() for _ in range(20)))
    assert most == 3
    assert window.in_flight == 0
    assert window.peak == 3


async def test_waiting_calls_are_served_in_the_order_in_which_they_came():
    window = Window(1)
    served: list[int] = []

    async def call(number: int) -> None:
        async with window.slot():
            served.append(number)
            await asyncio.sleep(0)

    await asyncio.gather(*(call(number) for number in range(10)))
    assert served == list(range(10))


async def test_a_call_that_is_cancelled_while_it_waits_takes_no_place():
    window = Window(1)
    await window.acquire()
    waiting = asyncio.create_task(window.acquire())
    await asyncio.sleep(0)
    assert window.waiting == 1
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert window.waiting == 0
    window.release()
    await window.acquire()
    assert window.in_flight == 1


async def test_a_call_that_is_cancelled_just_as_it_gets_its_place_gives_it_back():
    window = Window(1)
    await window.acquire()
    waiting = asyncio.create_task(window.acquire())
    await asyncio.sleep(0)
    window.release()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert window.in_flight == 0


def test_it_shrinks_once_per_cool_down_and_not_with_every_refusal():
    clock = Clock()
    window = Window(64, clock=clock)
    for _ in range(30):
        window.refused()
    assert window.shrinks == 1
    once = window.limit
    clock.now += 1.01
    window.refused()
    assert window.shrinks == 2
    assert window.limit < once < 64


def test_a_few_stray_refusals_cost_little_and_a_real_limit_is_found():
    clock = Clock()
    stray, real = Window(64, clock=clock), Window(64, clock=clock)
    lowest = 64
    for _ in range(60):
        clock.now += 1.01
        for _ in range(95):
            stray.succeeded()
        for _ in range(5):
            stray.refused()
        lowest = min(lowest, stray.limit)
        for _ in range(20):
            real.succeeded()
        for _ in range(max(0, real.limit - 20)):
            real.refused()
    assert lowest >= 58
    assert 18 <= real.limit <= 32


@pytest.mark.parametrize("size", [16, 64, 256])
@pytest.mark.parametrize("call_seconds", [0.2, 0.8, 3.0, 20.0])
def test_refusals_that_have_nothing_to_do_with_the_load_do_not_close_the_window(size: int, call_seconds: float):
    """One answer in twenty is a 429, whatever the window; cool-downs are shorter than calls, or longer."""
    clock = Clock()
    window = Window(size, clock=clock)
    draw = random.Random(size)
    sizes: list[int] = []
    for _ in range(6000):
        clock.now += call_seconds / window.limit
        if draw.random() < 0.05:
            window.refused(0.05)
        else:
            window.succeeded()
        sizes.append(window.limit)
    assert sum(sizes) / len(sizes) > 0.93 * size
    assert min(sizes) > 0.8 * size


@pytest.mark.parametrize("call_seconds", [0.2, 0.8, 3.0])
def test_a_limit_of_the_endpoint_is_found_however_long_calls_take(call_seconds: float):
    """Twenty calls at a time are served and the rest is refused at once, as often as it is sent again."""
    clock = Clock()
    window = Window(128, clock=clock)
    for _ in range(60):
        for _ in range(20):
            clock.now += call_seconds / 20
            for _ in range(max(0, window.limit - 20) // 20):
                window.refused(0.05)
            window.succeeded()
    assert 18 <= window.limit <= 40


def test_it_grows_back_to_its_maximum_and_no_further():
    window = Window(8, maximum=16)
    for _ in range(200):
        window.succeeded()
    assert window.limit == 16


def test_it_never_falls_below_its_minimum():
    clock = Clock()
    window = Window(4, minimum=2, clock=clock)
    for _ in range(50):
        clock.now += 10
        window.refused()
    assert window.limit == 2


async def test_sending_pauses_for_retry_after_while_everything_is_refused():
    window = Window(2)
    for _ in range(4):
        window.refused(0.15)
    loop = asyncio.get_running_loop()
    started = loop.time()
    async with window.slot():
        pass
    assert loop.time() - started >= 0.12


async def test_one_refusal_among_many_answers_does_not_pause_the_others():
    window = Window(32)
    window.succeeded()
    window.refused(30.0)
    async with asyncio.timeout(0.5):
        async with window.slot():
            pass


@pytest.mark.parametrize(("start", "minimum", "maximum"), [(0, 1, None), (4, 5, None), (8, 1, 4), (1, 0, None)])
def test_sizes_that_contradict_each_other_are_refused(start: int, minimum: int, maximum: int | None):
    with pytest.raises(ValueError, match="1 <= minimum <= start <= maximum"):
        Window(start, minimum=minimum, maximum=maximum)


def test_a_budget_lets_through_what_the_minute_allows():
    clock = Clock()
    budget = Budget(60, clock=clock)
    waits = [budget.reserve(1) for _ in range(10)]
    assert waits[:3] == [0.0, 0.0, 0.0]
    assert waits[3:] == pytest.approx([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
    clock.now += 3600
    assert [budget.reserve(1) for _ in range(4)] == pytest.approx([0.0, 0.0, 0.0, 1.0])


def test_a_call_that_was_larger_than_estimated_makes_the_next_ones_wait_longer():
    clock = Clock()
    budget = Budget(6000, clock=clock)
    budget.reserve(200)
    before = budget.reserve(0)
    budget.correct(500)
    assert budget.reserve(0) == pytest.approx(before + 5.0)


async def test_requests_and_tokens_per_minute_slow_a_window_down():
    window = Window(8, requests_per_minute=1200, tokens_per_minute=60_000)
    loop = asyncio.get_running_loop()
    started = loop.time()

    async def call() -> None:
        async with window.slot(tokens=1):
            pass

    await asyncio.gather(*(call() for _ in range(45)))
    assert loop.time() - started >= 0.15
    window.succeeded(tokens=400)
    started = loop.time()
    await window.acquire(tokens=2000)
    started = loop.time()
    window.release()
    await window.acquire(tokens=1)
    assert loop.time() - started >= 0.2
