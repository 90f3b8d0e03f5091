"""Lifecycle scenarios: documents before, a change, and what must be seen after it, by when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from ragtester.records import DocumentChange, Question

StepKind = Literal[
    "add",
    "revise",
    "shorten",
    "delete",
    "permission",
    "partial",
    "recovery",
    "replay",
    "out_of_order",
    "rollback",
    "effective_date",
    "readers",
    "fresh_session",
    "restart",
    "cache",
]
STEP_KINDS: tuple[StepKind, ...] = get_args(StepKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """One question and what its final context must and must not state."""

    question: Question
    present: tuple[tuple[str, ...], ...] = ()
    """Texts that must be there by the deadline, each with its alternative forms."""
    absent: tuple[str, ...] = ()
    """Texts that must be gone by the deadline: prohibited old content."""
    never: tuple[str, ...] = ()
    """Texts that this identity must not see at any moment: a freshness allowance is no permission."""
    empty: bool = False
    """The final context must hold nothing."""
    historical: bool = False
    """Asks about the past: not part of the stale-context rate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Readers:
    """Questions asked while the change is under way, and the states that they may see."""

    question: Question
    either: tuple[tuple[str, ...], ...]
    """Each state as the texts that it states; an observation must show one state whole and no other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One logical transition."""

    name: str
    transition: str
    """Unique id, given before the update."""
    kind: StepKind
    deadline_s: float
    change: tuple[DocumentChange, ...] = ()
    interrupt_after: int | None = None
    """Send only so many of the changes, as a writer that died would."""
    incomplete: tuple[str, ...] = ()
    """Documents that must be detected as missing after an interruption."""
    expect: tuple[Probe, ...] = ()
    readers: Readers | None = None
    restart: bool = False
    fresh_session: bool = False
    window_probes: int = 3
    window_every_s: float = 0.1
    records_checked: bool = True
    """Compare the stored records with the intended state, where they can be listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """An isolated fixture: its own documents, its steps in order."""

    name: str
    given: tuple[DocumentChange, ...] = ()
    before: tuple[Probe, ...] = ()
    """What must hold before the first step; otherwise nothing could be learnt from it."""
    warm: tuple[Question, ...] = ()
    """Asked before the first step, so that caches hold the old answers."""
    steps: tuple[Step, ...] = ()
