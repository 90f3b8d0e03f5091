"""Sending a change, with readers at work meanwhile; what the system said of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.errors import MeasurementError
from ragtester.protocols import RagSystem
from ragtester.records import DocumentChange
from ragtester.retrieval.lifecycle.clock import Clock, Poll
from ragtester.retrieval.lifecycle.probing import trace
from ragtester.retrieval.lifecycle.scenario import Readers
from ragtester.retrieval.measures import states

_MOST_READS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """The outcome of sending."""

    accepted_s: float | None = None
    attempts: int = 0
    problem: str = ""
    """Why the change was not accepted; empty where it was."""
    inconsistent: str = ""
    """What readers saw that they must not see."""
    unread: str = ""
    """Why nothing is known of the readers."""


async def send(
    changes: Sequence[DocumentChange],
    system: RagSystem,
    *,
    readers: Readers | None,
    clock: Clock,
    poll: Poll,
    started: float,
) -> Sent:
    """Sends the changes; items that fail are sent again as often as `poll.retries` says."""
    done = asyncio.Event()
    reading = asyncio.create_task(_read(system, readers, done)) if readers else None
    try:
        accepted_s, attempts, problem = await _ingest(changes, system, clock, poll, started)
    finally:
        done.set()
        inconsistent, unread = await reading if reading else ("", "")
    return Sent(accepted_s=accepted_s, attempts=attempts, problem=problem, inconsistent=inconsistent, unread=unread)


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


async def _read(system: RagSystem, readers: Readers, done: asyncio.Event) -> tuple[str, str]:
    """Asks until the change is through; the first observation that shows no state whole, or two at once."""
    reads = 0
    while reads < _MOST_READS and (reads == 0 or not done.is_set()):
        try:
            answer = await trace(system, readers.question)
        except MeasurementError as error:
            return f"a reader got no answer during the update: {error}", ""
        if answer.context is None:
            return "", "no observation of the readers: the system shows no final context"
        reads += 1
        text = " \n ".join(hit.text for hit in answer.context)
        shown = [all(states(text, one) for one in state) for state in readers.either]
        touched = [any(states(text, one) for one in state) for state in readers.either]
        if not any(shown):
            return f"a reader saw neither state during the update of {readers.question.text!r}", ""
        if sum(touched) > 1:
            return f"a reader saw two states at once during the update of {readers.question.text!r}", ""
        await asyncio.sleep(0)
    return "", ""
