"""Batches of texts of like length: little padding, little memory."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def by_length(texts: Sequence[str], *, batch: int) -> Iterator[list[int]]:
    """Positions of the texts in batches, longest first, so that a lack of memory shows at once."""
    order = sorted(range(len(texts)), key=lambda place: (-len(texts[place]), place))
    for start in range(0, len(order), batch):
        yield order[start : start + batch]


async def on_a_thread(work: Callable[[threading.Event], T]) -> T:
    """Runs work on a thread, and tells it by its argument once nobody waits for it any more.

    A program that was interrupted ends when its threads have ended, so work in many steps looks between them.
    """
    given_up = threading.Event()
    try:
        return await asyncio.to_thread(work, given_up)
    except asyncio.CancelledError:
        given_up.set()
        raise


def while_wanted(items: Iterable[T], given_up: threading.Event | None) -> Iterator[T]:
    """The items, until the event is set.

    Raises:
        InterruptedError: it was set; whoever waited has gone, so that nobody sees it.
    """
    for item in items:
        if given_up is not None and given_up.is_set():
            raise InterruptedError("nobody waits for these vectors any more")
        yield item
