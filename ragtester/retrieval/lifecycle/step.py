"""One transition: send the change, look until everything is right or too late, look again after that."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from ragtester.errors import MeasurementError
from ragtester.protocols import RagSystem
from ragtester.retrieval.lifecycle.abilities import Enumerates, OpensSessions, Restarts
from ragtester.retrieval.lifecycle.clock import Clock, Poll
from ragtester.retrieval.lifecycle.explain import Asked, explain, index_problem
from ragtester.retrieval.lifecycle.intended import Discrepancy, Intended, discrepancies
from ragtester.retrieval.lifecycle.probing import Seen, View, look
from ragtester.retrieval.lifecycle.report import StepResult
from ragtester.retrieval.lifecycle.scenario import Step
from ragtester.retrieval.lifecycle.sending import Sent, send

NOT_LISTED = "records cannot be listed: indexing is seen through the search, and deletion is not fully verified"
_TICK = 1e-6
"""Shorter waits may not move a clock at all."""
NO_SESSIONS = "the system keeps no session that could be renewed: every question is its own"


@dataclass
class _Watch:
    """What was seen of one step so far; times from the moment the change was sent."""

    indexed_s: float | None = None
    retrieved_s: float | None = None
    context_s: float | None = None
    looks: int = 0
    probes: int = 0
    inspectable: int = 0
    stale: int = 0
    missing_evidence: int = 0
    exposure: str = ""
    regression: str = ""
    unlisted: str = ""
    """Why the records could not be listed at the last look; empty where they were."""
    unobserved: str = ""
    """What a scheduled look did not show."""
    last: list[Seen] = field(default_factory=list)
    problems: list[Discrepancy] | None = None
    undetected: tuple[str, ...] = ()


class StepRun:
    """Runs one step against a system; see `run`."""

    def __init__(
        self,
        step: Step,
        view: View,
        *,
        clock: Clock,
        poll: Poll,
        before: Intended,
        asked: Asked,
        cutoff: float = math.inf,
    ) -> None:
        self.step = step
        self.view = view
        self.system: RagSystem = view.system
        self.clock = clock
        self.poll = poll
        self.asked = asked
        sent = step.change if step.interrupt_after is None else step.change[: step.interrupt_after]
        self.sent = tuple(before.numbered(change) for change in sent)
        self.after = before.after(self.sent)
        self.whole = before.after(tuple(before.numbered(change) for change in step.change))
        self.started = 0.0
        self.cutoff = cutoff
        """When the report is due, on the clock: nothing is waited for beyond it."""
        self.watch = _Watch()

    async def run(self) -> StepResult:
        """The step's result; errors of the system become its status, never an exception."""
        if self.step.restart and not isinstance(self.system, Restarts):
            return self._result("not_run", "the system offers no restart()", Sent())
        sent = await send(self.sent, self.view, readers=self.step.readers, clock=self.clock, poll=self.poll)
        self.started = sent.started
        if sent.problem:
            await self._keep_schedule(self._schedule(), ready=False)
            return self._result("failed", sent.problem, sent)
        try:
            if self.step.restart and isinstance(self.system, Restarts):
                await self.system.restart()
            if self.step.fresh_session and isinstance(self.system, OpensSessions):
                await self.system.fresh_session()
        except MeasurementError as error:
            await self._keep_schedule(self._schedule(), ready=False)
            return self._result("failed", f"restart failed: {error}", sent)
        await self._watch()
        return await self._judge(sent)

    def _elapsed(self) -> float:
        return self.clock.now() - self.started

    async def _watch(self) -> None:
        """Polls until all is right or the grace has passed, then keeps the schedule after the deadline."""
        deadline, watch = self.step.deadline_s, self.watch
        schedule = self._schedule()
        give_up = min(deadline * (1 + self.poll.grace), self.cutoff - self.started)
        ready = False
        while not ready and (watch.looks == 0 or self._elapsed() < give_up):
            if watch.looks:
                left = deadline - self._elapsed()
                await self._sleep(min(self.poll.every_s, left) if left > _TICK else self.poll.every_s)
            asked_at = self._elapsed()
            ready = await self._look()
            if schedule and asked_at >= schedule[0]:
                schedule.pop(0)
                self._count()
        await self._keep_schedule(schedule, ready=ready)

    def _schedule(self) -> list[float]:
        """When current policy is probed, whatever happened before: from the deadline to the end of the window."""
        step = self.step
        return [step.deadline_s + position * step.window_every_s for position in range(step.window_probes)]

    async def _keep_schedule(self, moments: Sequence[float], *, ready: bool) -> None:
        watch = self.watch
        for moment in moments:
            if self.started + moment > self.cutoff:
                watch.unobserved = watch.unobserved or "the report was due before the window had ended"
                return
            await self._sleep(max(0.0, moment - self._elapsed()))
            right = await self._look()
            self._count()
            if ready and not right and not watch.regression and self._wrong():
                watch.regression = f"right after {self._best():.3g} s, wrong again after {self._elapsed():.3g} s"

    async def _sleep(self, seconds: float) -> None:
        await self.clock.sleep(max(0.0, min(seconds, self.cutoff - self.clock.now())))

    def _wrong(self) -> bool:
        """Whether the last look showed something wrong, and not only nothing."""
        return any(one.inspectable and not one.right for one in self.watch.last) or bool(self.watch.problems)

    async def _look(self) -> bool:
        """One look at records and probes; True where everything is as it must be."""
        watch = self.watch
        watch.looks += 1
        listed = await self._records()
        seen = []
        for probe in self.step.expect:
            seen.append(await look(self.view, probe))
            if seen[-1].exposed and not watch.exposure:
                watch.exposure = await explain(self.step, self.view, seen[-1], watch.problems, self.asked)
            self.asked.note(probe.question)
        watch.last = seen
        now = self._elapsed()
        searched = [one.searched for one in seen if one.searched is not None]
        indexed = listed if watch.problems is not None else bool(searched) and all(searched)
        retrieved = [one.retrieved for one in seen if one.retrieved is not None]
        right = all(one.right for one in seen)
        if indexed and watch.indexed_s is None:
            watch.indexed_s = now
        if retrieved and all(retrieved) and watch.retrieved_s is None:
            watch.retrieved_s = now
        if seen and right and watch.context_s is None:
            watch.context_s = now
        return right and listed and not watch.undetected

    async def _records(self) -> bool:
        """Whether the stored records are as intended; True where they cannot be listed."""
        watch = self.watch
        if not isinstance(self.system, Enumerates) or not self.step.records_checked:
            return True
        try:
            records = await self.system.records()
        except MeasurementError as error:
            watch.problems, watch.unlisted = None, f"the stored records could not be listed: {error}"
            return False
        watch.unlisted = ""
        watch.problems = discrepancies(self.after, records)
        if self.step.incomplete:
            found = {problem.document for problem in discrepancies(self.whole, records)}
            watch.undetected = tuple(name for name in self.step.incomplete if name not in found)
        return not watch.problems

    def _count(self) -> None:
        """Counts the last look as a scheduled probe of the window."""
        watch = self.watch
        unseen = next((one.problem for one in watch.last if not one.inspectable), "") or watch.unlisted
        if unseen and not watch.unobserved:
            watch.unobserved = f"{unseen} (at the scheduled look after {self._elapsed():.3g} s)"
        for one in watch.last:
            if one.probe.historical:
                continue
            watch.probes += 1
            watch.inspectable += one.inspectable
            watch.stale += one.inspectable and bool(one.stale)
            watch.missing_evidence += one.inspectable and bool(one.missing)

    def _best(self) -> float:
        times = [time for time in (self.watch.indexed_s, self.watch.context_s) if time is not None]
        return max(times, default=0.0)

    async def _judge(self, sent: Sent) -> StepResult:
        watch = self.watch
        if watch.exposure:
            return self._result("failed", watch.exposure, sent)
        if sent.inconsistent:
            return self._result("failed", sent.inconsistent, sent)
        wrong = [one for one in watch.last if one.inspectable and not one.right]
        if wrong:
            reason = await explain(self.step, self.view, wrong[0], watch.problems, self.asked)
            return self._result("failed", f"{watch.regression}: {reason}" if watch.regression else reason, sent)
        if watch.regression:
            return self._result("failed", f"{watch.regression}, and right at the end: not stable", sent)
        if watch.problems:
            return self._result("failed", index_problem(self.step, watch.problems), sent)
        if watch.undetected:
            return self._result("failed", f"an incomplete state was not detected: {', '.join(watch.undetected)}", sent)
        unseen = watch.unobserved or watch.unlisted or next((o.problem for o in watch.last if not o.inspectable), "")
        if unseen:
            return self._result("not_run", f"no observation: {unseen}", sent)
        if self.step.incomplete and watch.problems is None:
            return self._result("not_run", f"an incomplete state cannot be detected: {NOT_LISTED}", sent)
        if sent.unread:
            return self._result("not_run", sent.unread, sent)
        late = self._late()
        return self._result("failed" if late else "passed", late, sent)

    def _late(self) -> str:
        watch, deadline = self.watch, self.step.deadline_s
        if watch.indexed_s is not None and watch.indexed_s > deadline and watch.problems is not None:
            return f"late index: right after {watch.indexed_s:.3g} s, the deadline was {deadline:.3g} s"
        if watch.context_s is not None and watch.context_s > deadline:
            index = "" if watch.indexed_s is None else f" (the index after {watch.indexed_s:.3g} s)"
            cause = "late index" if watch.indexed_s is not None and watch.indexed_s > deadline else "late context"
            return f"{cause}: right after {watch.context_s:.3g} s{index}, the deadline was {deadline:.3g} s"
        return ""

    def _limits(self) -> Sequence[str]:
        limits = [] if isinstance(self.system, Enumerates) else [NOT_LISTED]
        if self.step.fresh_session and not isinstance(self.system, OpensSessions):
            limits.append(NO_SESSIONS)
        return limits

    def _result(self, status: str, reason: str, sent: Sent) -> StepResult:
        watch = self.watch
        return StepResult(
            name=self.step.name,
            transition=self.step.transition,
            kind=self.step.kind,
            status="passed" if status == "passed" else "failed" if status == "failed" else "not_run",
            deadline_s=self.step.deadline_s,
            accepted_s=sent.accepted_s,
            indexed_s=watch.indexed_s,
            retrieved_s=watch.retrieved_s,
            context_s=watch.context_s,
            reason=reason,
            initiated=sent.attempts > 0,
            pending=sent.attempts > 0 and self._elapsed() < self.step.deadline_s - _TICK,
            attempts=sent.attempts,
            looks=watch.looks,
            probes=watch.probes,
            inspectable=watch.inspectable,
            stale=watch.stale,
            missing_evidence=watch.missing_evidence,
            limits=tuple(self._limits()),
        )
