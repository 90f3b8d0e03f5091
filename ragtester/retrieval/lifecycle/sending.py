"""Sending a change, with readers at work meanwhile; what the system said of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.errors import MeasurementError
from ragtester.protocols import RagSystem
from ragtester.records import DocumentChange
from ragtester.retrieval.lifecycle.clock import Clock, Poll
from ragtester.retrieval.lifecycle.probing import View
from ragtester.retrieval.lifecycle.scenario import Readers
from ragtester.retrieval.measures import states

_MOST_READS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """The outcome of sending."""

    started: float = 0.0
    """When the first change was sent, on the clock."""
    accepted_s: float | None = None
    attempts: int = 0
    problem: str = ""
    """Why the change was not accepted; empty where it was."""
    inconsistent: str = ""
    """What readers saw that they must not see."""
    unread: str = ""
    """Why nothing is known of the readers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What readers saw: right, unless one of the two says otherwise."""

    inconsistent: str = ""
    unread: str = ""

    @property
    def right(self) -> bool:
        """One state, whole."""
        return not (self.inconsistent or self.unread)


async def send(
    changes: Sequence[DocumentChange],
    view: View,
    *,
    readers: Readers | None,
    clock: Clock,
    poll: Poll,
) -> Sent:
    """Sends the changes; items that fail are sent again as often as `poll.retries` says."""
    seen = await _observe(view, readers) if readers else Reading()
    started = clock.now()
    done = asyncio.Event()
    reading = asyncio.create_task(_read(view, readers, done)) if readers and seen.right else None
    try:
        accepted_s, attempts, problem = await _ingest(changes, view.system, clock, poll, started)
    finally:
        done.set()
        seen = await reading if reading else seen
    return Sent(
        started=started,
        accepted_s=accepted_s,
        attempts=attempts,
        problem=problem,
        inconsistent=seen.inconsistent,
        unread=seen.unread,
    )


async def _ingest(
    changes: Sequence[DocumentChange], system: RagSystem, clock: Clock, poll: Poll, started: float
) -> tuple[float | None, int, str]:
    if not changes:
        return None, 1, ""
    left, attempts, failed = list(changes), 0, dict[str, str]()
    while attempts <= poll.retries:
        attempts += 1
        try:
            receipt = await system.ingest(left)
        except MeasurementError as error:
            return None, attempts, f"ingestion failed: {error}"
        failed = dict(receipt.failed)
        silent = [one.document for one in left if one.document not in failed and one.document not in receipt.accepted]
        failed |= dict.fromkeys(silent, "neither accepted nor failed in the receipt")
        left = [one for one in left if one.document in failed]
        if not left:
            return clock.now() - started, attempts, ""
        await clock.sleep(poll.every_s)
    listed = "; ".join(f"{name}: {reason}" for name, reason in failed.items())
    return None, attempts, f"incomplete ingestion after {attempts} attempts: {listed}"


async def _read(view: View, readers: Readers, done: asyncio.Event) -> Reading:
    """Asks until the change is through; the first observation that is wrong, or the last one."""
    seen = Reading()
    for _ in range(_MOST_READS):
        seen = await _observe(view, readers)
        if done.is_set() or not seen.right:
            break
        await asyncio.sleep(0)
    return seen


async def _observe(view: View, readers: Readers) -> Reading:
    question = readers.question
    try:
        answer = await view.trace(question)
    except MeasurementError as error:
        return Reading(inconsistent=f"a reader got no answer during the update: {error}")
    if answer.context is None:
        return Reading(unread="no observation of the readers: the system shows no final context")
    text = " \n ".join(hit.text for hit in answer.context)
    if not any(all(states(text, one) for one in state) for state in readers.either):
        return Reading(inconsistent=f"a reader saw neither state during the update of {question.text!r}")
    if sum(any(states(text, one) for one in state) for state in readers.either) > 1:
        return Reading(inconsistent=f"a reader saw two states at once during the update of {question.text!r}")
    return Reading()
