"""What a lifecycle run found: steps with their times, and the two rates with their denominators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ragtester.records import JsonValue

StepStatus = Literal["passed", "failed", "not_run"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepResult:
    """One transition; every time is in seconds from the moment the change was sent."""

    name: str
    transition: str
    kind: str
    status: StepStatus
    deadline_s: float
    accepted_s: float | None = None
    """When the system took the change."""
    indexed_s: float | None = None
    """When the stored records first were as intended (the candidates, where records cannot be listed)."""
    retrieved_s: float | None = None
    """When retrieval first was right."""
    context_s: float | None = None
    """When the final context first was right: the observed lag, kept even where it is too late."""
    reason: str = ""
    initiated: bool = False
    """Whether the change was sent at all."""
    pending: bool = False
    """The report was due before the deadline had passed: no part of on-time completion yet."""
    attempts: int = 0
    """How often the change, or failed items of it, were sent."""
    looks: int = 0
    """Observations made while waiting."""
    probes: int = 0
    """Scheduled current-policy probes from the deadline to the end of the window."""
    inspectable: int = 0
    """Of these, how many showed a final context."""
    stale: int = 0
    """Of the inspectable ones, how many stated prohibited old content."""
    missing_evidence: int = 0
    """Of the inspectable ones, how many lacked required content."""
    limits: tuple[str, ...] = ()
    """What could not be looked at."""

    def to_json(self) -> dict[str, JsonValue]:
        """The step as `lifecycle --json` prints it."""
        return {
            "name": self.name,
            "transition": self.transition,
            "kind": self.kind,
            "status": self.status,
            "accepted_s": self.accepted_s,
            "indexed_s": self.indexed_s,
            "retrieved_s": self.retrieved_s,
            "context_s": self.context_s,
            "deadline_s": self.deadline_s,
            "reason": self.reason,
            "pending": self.pending,
            "attempts": self.attempts,
            "looks": self.looks,
            "limits": list(self.limits),
        }


@dataclass(frozen=True, slots=True)
class LifecycleReport:
    """All steps of a run."""

    system: str
    steps: tuple[StepResult, ...]

    @property
    def status(self) -> StepStatus:
        """Failed where a step failed; passed only where every step was observed and passed."""
        statuses = {step.status for step in self.steps}
        if "failed" in statuses:
            return "failed"
        return "passed" if statuses == {"passed"} else "not_run"

    @property
    def exit_code(self) -> int:
        """0 passed, 1 a step failed, 3 steps without an observation."""
        return {"passed": 0, "failed": 1, "not_run": 3}[self.status]

    def stale_context(self) -> dict[str, JsonValue]:
        """Stale probes over completed, inspectable, scheduled current-policy probes.

        From the deadline to the end of the window; historical probes are not of this population, and an
        empty context is inspectable and not stale. Scheduled probes without a trace are observation
        failures, counted beside it.
        """
        probes, inspectable = sum(step.probes for step in self.steps), sum(step.inspectable for step in self.steps)
        stale = sum(step.stale for step in self.steps)
        return {
            "stale": stale,
            "inspectable": inspectable,
            "scheduled": probes,
            "observation_failures": probes - inspectable,
            "missing_evidence": sum(step.missing_evidence for step in self.steps),
            "rate": stale / inspectable if inspectable else None,
        }

    def on_time(self) -> dict[str, JsonValue]:
        """Transitions that met every check by their deadline, over all that were begun and whose deadline passed.

        Ingestion failures and timeouts stay in the denominator; late recovery does not leave it. Pending ones,
        whose deadline was after the reporting cutoff, are counted apart.
        """
        begun = [step for step in self.steps if step.initiated]
        cohort = [step for step in begun if not step.pending]
        met = sum(step.status == "passed" for step in cohort)
        return {
            "on_time": met,
            "cohort": len(cohort),
            "pending": len(begun) - len(cohort),
            "not_begun": len(self.steps) - len(begun),
            "rate": met / len(cohort) if cohort else None,
        }

    def to_json(self) -> dict[str, JsonValue]:
        """The report as `lifecycle --json` prints it."""
        return {
            "system": self.system,
            "status": self.status,
            "steps": [step.to_json() for step in self.steps],
            "stale_context": self.stale_context(),
            "on_time": self.on_time(),
            "limits": list(dict.fromkeys(limit for step in self.steps for limit in step.limits)),
        }
