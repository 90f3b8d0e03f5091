"""A guard for a live system: grounds an answer within a time budget and says what to show."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ragtester.errors import MeasurementError, UsageError
from ragtester.hallucination.ground_async import ground_async
from ragtester.hallucination.grounding import Action, Grounding
from ragtester.hallucination.topics import Topics, load_topics
from ragtester.hallucination.verification.verifier import Verifier
from ragtester.protocols import ChatModel

Checked: TypeAlias = Literal["in_time", "too_late", "unmeasured"]

_WITHHELD = "This answer is withheld: a statement in it is not borne out by the sources."
_NOTE = "not borne out by the sources"


@dataclass(frozen=True, slots=True)
class Guarded:
    """What to do with an answer, and the text to show."""

    action: Action
    text: str
    """The answer as it is, with notes behind its flagged statements, or the message that stands in for it."""
    grounding: Grounding | None
    """None where the check did not end in time or could not be made."""
    checked: Checked
    message: str = ""
    """The topic's message, for a reader or for whoever takes over."""


async def guard(
    answer: str,
    contexts: Sequence[str],
    *,
    question: str = "",
    seconds: float = 2.0,
    verifier: str | Verifier | ChatModel = "builtin",
    topics: Topics | None = None,
    tau: float = 0.5,
    unchecked: Action = "annotate",
) -> Guarded:
    """Grounds an answer and applies the topic rules; it never takes longer than `seconds`.

    Args:
        answer: the answer that is about to be shown.
        contexts: the passages that it was made from.
        question: what was asked; may be empty.
        seconds: the time budget.
        verifier: as for `ground_async`.
        topics: the rules; the shipped ones by default.
        tau: flags outside the topics.
        unchecked: what to do with an answer that could not be checked in time.

    Raises:
        UsageError: an argument of the wrong type or range.
    """
    if not seconds > 0:
        raise UsageError(f"seconds is {seconds}; give a time above 0")
    rules = topics if topics is not None else load_topics()
    work = _work(answer, contexts, question=question, verifier=verifier, topics=rules, tau=tau)
    try:
        result = await asyncio.wait_for(work, timeout=seconds)
    except TimeoutError:
        return Guarded(unchecked, answer if unchecked != "block" else _WITHHELD, None, "too_late")
    except MeasurementError as error:
        return Guarded(unchecked, answer if unchecked != "block" else _WITHHELD, None, "unmeasured", str(error))
    message = _message(result, rules, question)
    if result.action == "block":
        return Guarded("block", message or _WITHHELD, result, "in_time", message)
    text = answer if result.action == "pass" else annotate(answer, result)
    return Guarded(result.action, text, result, "in_time", message)


async def _work(
    answer: str,
    contexts: Sequence[str],
    *,
    question: str,
    verifier: str | Verifier | ChatModel,
    topics: Topics,
    tau: float,
) -> Grounding:
    if isinstance(verifier, str):  # the rules do not wait for anything: a thread lets the clock run
        return await asyncio.to_thread(
            lambda: asyncio.run(
                ground_async(answer, contexts, question=question, verifier=verifier, topics=topics, tau=tau)
            )
        )
    return await ground_async(answer, contexts, question=question, verifier=verifier, topics=topics, tau=tau)


def annotate(answer: str, grounding: Grounding, *, note: str = _NOTE) -> str:
    """The answer with `[note]` behind every flagged statement."""
    out = answer
    for start, end in reversed(grounding.spans()):
        stop = end
        while stop > start and out[stop - 1] in ".!?。":
            stop -= 1
        out = f"{out[:stop]} [{note}]{out[stop:]}"
    return out


def _message(result: Grounding, topics: Topics, question: str) -> str:
    if not result.flagged:
        return ""
    named = {factoid.topic for factoid in result.factoids if factoid.flagged}
    named |= {rule.name for rule in topics.of_text(question)}
    return next((rule.message for rule in topics.rules if rule.name in named and rule.action == result.action), "")
