"""Naming the defect behind a wrong observation: cache, index, order of events, or permissions."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ragtester.errors import MeasurementError
from ragtester.records import Question
from ragtester.retrieval.lifecycle.intended import Discrepancy
from ragtester.retrieval.lifecycle.probing import Seen, View, read_trace
from ragtester.retrieval.lifecycle.scenario import Step
from ragtester.retrieval.measures import comparable

Identity = tuple[str | None, str | None]
_ORDER = ("replay", "out_of_order")


class Asked:
    """Who has asked what so far; equivalent questions differ in case, white space and marks at most."""

    def __init__(self) -> None:
        self._by_text: dict[str, set[Identity]] = {}

    def note(self, question: Question) -> None:
        """Remembers one question."""
        self._by_text.setdefault(_key(question), set()).add((question.tenant, question.role))

    def others(self, question: Question) -> Collection[Identity]:
        """Other identities that asked the equivalent question before."""
        return self._by_text.get(_key(question), set()) - {(question.tenant, question.role)}


def who(question: Question) -> str:
    """The identity of a question, for a message."""
    parts = [
        f"tenant {question.tenant!r}" if question.tenant else "",
        f"role {question.role!r}" if question.role else "",
    ]
    return ", ".join(part for part in parts if part) or "the anonymous identity"


def index_problem(step: Step, problems: Sequence[Discrepancy]) -> str:
    """What is wrong with the stored records."""
    kinds = {problem.kind for problem in problems}
    listed = "; ".join(str(problem) for problem in problems[:3])
    if step.kind in _ORDER and kinds & {"unapplied", "obsolete", "orphaned"}:
        return f"last event wins: an older revision came last and replaced the newer state: {listed}"
    if "orphaned" in kinds:
        return f"orphans after delete: {listed}"
    if "duplicate" in kinds:
        return f"duplicates{' after a replay' if step.kind in _ORDER else ''}: {listed}"
    if kinds & {"missing", "unapplied", "incomplete"}:
        return f"accepted but not stored (lost, or a very late index): {listed}"
    return f"obsolete chunks remain: {listed}"


async def explain(step: Step, view: View, seen: Seen, problems: Sequence[Discrepancy] | None, asked: Asked) -> str:
    """Why one observation is wrong, as far as it can be told from outside.

    A question that was never asked before cannot come from a cache: asked in other words, it tells a
    cache from an index.

    Args:
        step: what was done.
        view: of the system, which is asked once more.
        seen: the wrong observation.
        problems: of the stored records; None where they cannot be listed.
        asked: who asked what before.
    """
    if seen.problem:
        return f"no observation: {seen.problem}"
    question = seen.probe.question
    fresh = await _fresh(view, seen)
    if seen.exposed:
        return _exposure(step, seen, fresh, bool(asked.others(question)))
    if seen.stale or seen.not_empty:
        text = f"{seen.stale[0]!r}" if seen.stale else "content where nothing may be"
        place = f"the final context for {question.text!r} still shows {text}"
        if problems:
            return f"{index_problem(step, problems)}; {place}"
        if fresh is not None and fresh.right:
            return f"stale cache: {place}, while the same question in other words is right"
        if problems is None:
            return f"stale context: {place}; records cannot be listed, so index or cache is not told apart"
        return f"stale context: {place}, though the stored records are as intended"
    place = f"the final context for {question.text!r} lacks {seen.missing[0]!r}"
    if problems:
        return f"{index_problem(step, problems)}; {place}"
    if fresh is not None and fresh.right:
        return f"stale cache: {place}, while the same question in other words has it"
    if seen.searched is False or seen.retrieved is False:
        return f"not retrieved: {place}; it is not among the results of the search either"
    return f"lost before the context: {place}"


def _exposure(step: Step, seen: Seen, fresh: Seen | None, asked_by_others: bool) -> str:
    text = f"{who(seen.probe.question)} received {seen.exposed[0]!r}, which it must never see"
    if fresh is not None and fresh.inspectable and not fresh.exposed:
        if step.kind == "permission" and not asked_by_others:
            return f"stale cache after a permission change: {text}"
        return f"leak through the cache: {text}; asked in other words it is not shown"
    return f"permission leak: {text}; a question that nobody asked before shows it too"


async def _fresh(view: View, seen: Seen) -> Seen | None:
    question = seen.probe.question
    other = question.model_copy(update={"text": f"{question.text} Please say exactly what applies."})
    try:
        return read_trace(seen.probe, await view.trace(other))
    except MeasurementError:
        return None


def _key(question: Question) -> str:
    return "".join(
        character for character in comparable(question.text) if character.isalnum() or character == " "
    ).strip()
