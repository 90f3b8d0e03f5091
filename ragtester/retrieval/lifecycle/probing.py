"""Asking one probe and reading its trace: what is there, what is missing, what must not be there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ragtester.errors import MeasurementError
from ragtester.protocols import RagSystem
from ragtester.records import Answer, Question, Retrieved
from ragtester.retrieval.lifecycle.abilities import Enumerates
from ragtester.retrieval.lifecycle.scenario import Probe
from ragtester.retrieval.measures import states


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One observation of one probe."""

    probe: Probe
    problem: str = ""
    """Why there is no observation; empty where there is one."""
    missing: tuple[str, ...] = ()
    """Required texts that the final context does not state."""
    stale: tuple[str, ...] = ()
    """Prohibited texts that it does."""
    exposed: tuple[str, ...] = ()
    """Texts that this identity must not see at all, at any stage that was shown."""
    not_empty: bool = False
    searched: bool | None = None
    """The candidates state everything required; None where they were not shown."""
    retrieved: bool | None = None
    """The results after reranking are right: required texts there, prohibited ones gone."""

    @property
    def inspectable(self) -> bool:
        """Whether the final context was seen; an empty one was."""
        return not self.problem

    @property
    def right(self) -> bool:
        """Everything as it must be in the final context."""
        return self.inspectable and not (self.missing or self.stale or self.exposed or self.not_empty)


@dataclass(frozen=True, slots=True)
class View:
    """What a scenario sees of a system: results of documents that were there before it say nothing about it."""

    system: RagSystem
    foreign: frozenset[str] = frozenset()
    """Documents of others: a corpus may well state `45 minutes` of something else."""

    @classmethod
    async def of(cls, system: RagSystem, touched: Collection[str]) -> View:
        """The view of a scenario that changes the documents `touched`; everything counts where records are not listed."""
        if not isinstance(system, Enumerates):
            return cls(system)
        try:
            known = {record.document for record in await system.records()}
        except MeasurementError:
            return cls(system)
        return cls(system, frozenset(known - {"", *touched}))

    async def trace(self, question: Question) -> Answer:
        """The trace of a question, without generating where the system can.

        Raises:
            MeasurementError: the system gave no answer.
        """
        system = self.system
        answer = await (system.retrieve(question) if "retrieve" in system.capabilities else system.ask(question))
        if not self.foreign:
            return answer
        return answer.model_copy(
            update={stage: self._own(getattr(answer, stage)) for stage in ("candidates", "reranked", "context")}
        )

    def _own(self, hits: Sequence[Retrieved] | None) -> tuple[Retrieved, ...] | None:
        return None if hits is None else tuple(hit for hit in hits if hit.document not in self.foreign)


async def look(view: View, probe: Probe) -> Seen:
    """One observation; a system that does not answer, or shows no final context, is an observation failure."""
    try:
        answer = await view.trace(probe.question)
    except MeasurementError as error:
        return Seen(probe=probe, problem=f"no answer: {error}")
    return read_trace(probe, answer)


def read_trace(probe: Probe, answer: Answer) -> Seen:
    """What a trace says about a probe."""
    candidates, ranked = _text(answer.candidates), _text(answer.reranked)
    stage = ranked if ranked is not None else candidates
    retrieved = None if stage is None else not _lacking(probe, stage) and not _stated(probe.absent, stage)
    searched = None if candidates is None else not _lacking(probe, candidates)
    context = _text(answer.context)
    shown = " \n ".join(text for text in (ranked, context) if text is not None)
    exposed = _stated(probe.never, shown)
    if context is None:
        return Seen(
            probe=probe,
            problem="the system shows no final context",
            exposed=exposed,
            searched=searched,
            retrieved=retrieved,
        )
    return Seen(
        probe=probe,
        missing=_lacking(probe, context),
        stale=_stated(probe.absent, context),
        exposed=exposed,
        not_empty=probe.empty and bool(answer.context),
        searched=searched,
        retrieved=retrieved,
    )


def _text(hits: Sequence[Retrieved] | None) -> str | None:
    return None if hits is None else " \n ".join(hit.text for hit in hits)


def _lacking(probe: Probe, text: str) -> tuple[str, ...]:
    return tuple(forms[0] for forms in probe.present if not any(states(text, form) for form in forms))


def _stated(forms: Sequence[str], text: str) -> tuple[str, ...]:
    return tuple(form for form in forms if states(text, form))
