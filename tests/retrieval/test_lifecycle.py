from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from memory_system import DEFECTS, MemorySystem

from ragtester.errors import EndpointError
from ragtester.records import Answer, DocumentChange, IngestReceipt, Question, Retrieved
from ragtester.retrieval.lifecycle import (
    LifecycleReport,
    MonotonicClock,
    Poll,
    Probe,
    Readers,
    Scenario,
    Step,
    VirtualClock,
    read_scenarios,
    run_lifecycle,
)

SCENARIOS = Path(__file__).parents[2] / "configs" / "scenarios"
SHIPPED = read_scenarios(SCENARIOS / "lifecycle.yaml") + read_scenarios(SCENARIOS / "replay-after-deletion.yaml")


async def run(system: object, clock: VirtualClock, scenarios: Sequence[Scenario] = SHIPPED, **poll: float):
    return await run_lifecycle(scenarios, system, clock=clock, poll=Poll(**poll))


def failures(report: LifecycleReport) -> dict[str, str]:
    return {step.name: step.reason for step in report.steps if step.status == "failed"}


async def test_every_step_passes_on_a_sound_system_with_each_stage_timed():
    clock = VirtualClock()
    report = await run(MemorySystem(clock), clock)
    assert [(step.name, step.status, step.reason) for step in report.steps if step.status != "passed"] == []
    assert {step.kind for step in report.steps} >= {"add", "revise", "shorten", "delete", "permission", "partial"}
    assert (report.status, report.exit_code) == ("passed", 0)
    assert report.stale_context()["rate"] == 0.0
    assert report.on_time()["rate"] == 1.0


async def test_a_lag_within_the_deadline_is_kept_as_the_observed_time():
    clock = VirtualClock()
    report = await run(MemorySystem(clock, lag_s=0.2), clock)
    step = report.steps[0]
    assert step.status == "passed"
    assert step.accepted_s == 0.0
    assert step.indexed_s == pytest.approx(0.2, abs=0.06)
    assert step.context_s >= step.indexed_s


@pytest.mark.parametrize(
    ("defect", "step", "words"),
    [
        ("orphans", "a deletion leaves nothing behind", "orphans after delete"),
        ("stale_cache", "a revision replaces the old fact and leaves its support alone", "stale cache"),
        (
            "last_event_wins",
            "a replayed event and an older revision change nothing: older revision last",
            "last event wins",
        ),
        ("missing_item", "an interrupted ingestion is seen and recovered from: recovered", "missing item"),
        ("cache_leak", "a cached answer is for the identity that may have it", "leak through the cache"),
        ("late_index", "a new document becomes findable", "late index"),
        ("duplicates", "a replayed event and an older revision change nothing: replayed", "duplicates after a replay"),
        ("ignores_roles", "a revoked permission holds at once, for cached questions too", "permission leak"),
        ("keeps_old_chunks", "a document becomes shorter", "obsolete chunks remain"),
        ("torn_update", "readers see one state or the other during an update", "neither state"),
        ("ignores_dates", "a rule changes at its effective moment", "stale context"),
        ("forgets", "a change survives a fresh session and a restart: restart", "missing item"),
        ("resurrects", "an old event does not bring a deleted document back: old event last", "last event wins"),
        ("repopulates", "a revision replaces the old fact and leaves its support alone", "wrong again after"),
    ],
)
async def test_each_defect_is_found_at_its_step_and_named(defect, step, words):
    clock = VirtualClock()
    report = await run(MemorySystem(clock, defect=defect), clock)
    assert words in failures(report)[step]
    assert report.exit_code == 1
    assert report.on_time()["on_time"] < report.on_time()["cohort"]


def test_every_defect_of_the_store_is_tried():
    tried = next(
        mark for mark in test_each_defect_is_found_at_its_step_and_named.pytestmark if mark.name == "parametrize"
    )
    assert {case[0] for case in tried.args[1]} == set(DEFECTS)


async def test_a_late_result_keeps_its_lag_and_stays_late():
    clock = VirtualClock()
    report = await run(MemorySystem(clock, defect="late_index"), clock)
    step = report.steps[0]
    assert step.status == "failed"
    assert step.context_s == pytest.approx(1.6, abs=0.06)
    assert step.context_s > step.deadline_s
    assert "deadline was 1 s" in step.reason


def upsert(document: str, text: str, revision: int = 1, **more: object) -> DocumentChange:
    return DocumentChange(action="upsert", document=document, text=text, revision=revision, **more)


ASKED = Question(text="When does the ferry leave the pier?")
OLD = upsert("ferry", "The ferry leaves the pier at 8:15.")
NEW = upsert("ferry", "The ferry leaves the pier at 9:40.", 2)
REVISED = Probe(question=ASKED, present=(("9:40",),), absent=("8:15",))


def scenario(*steps: Step, **more: object) -> Scenario:
    return Scenario(**{"name": "ferry", "given": (OLD,), "steps": steps, **more})


def step(**more: object) -> Step:
    fields = {"name": "ferry", "transition": "T-1", "kind": "revise", "deadline_s": 1.0, "change": (NEW,)}
    return Step(**{**fields, "expect": (REVISED,), **more})


async def test_a_failed_item_is_sent_again_and_the_attempts_are_kept():
    clock = VirtualClock()
    system = MemorySystem(clock)
    await system.ingest([OLD])
    system.fail_once = {"ferry": "item 2: 429"}
    report = await run(system, clock, [scenario(step(), given=())])
    assert (report.steps[0].status, report.steps[0].attempts) == ("passed", 2)


async def test_ingestion_that_stays_incomplete_fails_and_stays_in_the_cohort():
    clock = VirtualClock()
    system = MemorySystem(clock)
    system.silent = {"ferry"}
    report = await run(system, clock, [scenario(step(), given=())])
    assert "incomplete ingestion after 2 attempts" in report.steps[0].reason
    assert report.on_time() == {"on_time": 0, "cohort": 1, "pending": 0, "not_begun": 0, "rate": 0.0}


async def test_a_state_before_that_is_not_reached_makes_the_step_not_run():
    clock = VirtualClock()
    report = await run(
        MemorySystem(clock), clock, [scenario(step(), before=(Probe(question=ASKED, present=(("7:00",),)),))]
    )
    assert report.steps[0].status == "not_run"
    assert "7:00" in report.steps[0].reason
    assert (report.status, report.exit_code) == ("not_run", 3)
    assert report.on_time()["not_begun"] == 1
    assert report.on_time()["rate"] is None
    assert report.stale_context()["rate"] is None


async def test_documents_before_that_are_refused_make_the_step_not_run():
    clock = VirtualClock()
    system = MemorySystem(clock)
    system.fail_once = {"ferry": "full"}
    report = await run(system, clock, [scenario(step())])
    assert "not accepted: ferry" in report.steps[0].reason


class Wrapped:
    """A system without the extras: what cannot be listed cannot be proved."""

    name = "wrapped"
    version = "1"

    def __init__(self, inner: MemorySystem, *, capabilities=("retrieve", "ingest"), context: bool = True) -> None:
        self.inner = inner
        self.capabilities = frozenset(capabilities)
        self.context = context
        self.refuses = False

    async def retrieve(self, question: Question) -> Answer:
        answer = await self.inner.retrieve(question)
        return answer if self.context else answer.model_copy(update={"context": None})

    async def ask(self, question: Question) -> Answer:
        return await self.retrieve(question)

    async def generate(self, question, contexts):
        raise NotImplementedError

    async def ingest(self, changes: Sequence[DocumentChange]) -> IngestReceipt:
        if self.refuses:
            raise EndpointError("503", problem="server_error", retryable=True)
        return await self.inner.ingest(changes)


async def test_without_a_list_of_records_the_limit_is_stated_and_cache_and_index_are_still_told_apart():
    clock = VirtualClock()
    report = await run(Wrapped(MemorySystem(clock)), clock, [scenario(step(), warm=(ASKED,))])
    assert report.steps[0].status == "passed"
    assert "records cannot be listed" in report.to_json()["limits"][0]
    stale = await run(Wrapped(MemorySystem(clock, defect="stale_cache")), clock, [scenario(step(), warm=(ASKED,))])
    assert "stale cache" in stale.steps[0].reason
    kept = Wrapped(MemorySystem(clock, defect="orphans"))
    gone = step(kind="delete", change=(DocumentChange(action="delete", document="ferry", revision=2),),
                expect=(Probe(question=ASKED, absent=("8:15",)),))  # fmt: skip
    assert "not told apart" in (await run(kept, clock, [scenario(gone)])).steps[0].reason


async def test_what_cannot_be_observed_never_passes():
    clock = VirtualClock()
    hidden = await run(Wrapped(MemorySystem(clock), context=False), clock, [scenario(step())])
    assert hidden.steps[0].status == "not_run"
    assert "no final context" in hidden.steps[0].reason
    assert hidden.stale_context()["observation_failures"] == 3
    assert hidden.on_time()["rate"] == 0.0
    deaf = await run(Wrapped(MemorySystem(clock), capabilities=("retrieve",)), clock, [scenario(step())])
    assert deaf.steps[0].reason == "the system cannot ingest"
    mute = await run(Wrapped(MemorySystem(clock), capabilities=("ingest",)), clock, [scenario(step())])
    assert "neither retrieve nor ask" in mute.steps[0].reason
    interrupted = step(kind="partial", change=(NEW, upsert("pier", "x y")), interrupt_after=1, incomplete=("pier",))
    unlisted = await run(Wrapped(MemorySystem(clock)), clock, [scenario(interrupted)])
    assert "cannot be detected" in unlisted.steps[0].reason
    restarted = await run(Wrapped(MemorySystem(clock)), clock, [scenario(step(restart=True))])
    assert "restart()" in restarted.steps[0].reason


async def test_a_system_that_refuses_or_does_not_answer_fails_or_is_not_run_but_never_raises():
    clock = VirtualClock()
    refusing = Wrapped(MemorySystem(clock))
    refusing.refuses = True
    report = await run(refusing, clock, [scenario(step(), given=())])
    assert report.steps[0].reason == "ingestion failed: 503"
    assert (await run(refusing, clock, [scenario(step())])).steps[0].status == "not_run"
    silent = MemorySystem(clock)
    silent.answers = False
    report = await run(silent, clock, [scenario(step())])
    assert report.steps[0].status == "not_run"
    assert "does not answer" in report.steps[0].reason
    readers = Readers(question=ASKED, either=(("8:15",), ("9:40",)))
    report = await run(silent, clock, [scenario(step(readers=readers))])
    assert "a reader got no answer" in report.steps[0].reason


async def test_an_interruption_that_loses_nothing_is_reported_as_undetected():
    clock = VirtualClock()
    steps = [step(kind="partial", change=(NEW, OLD), interrupt_after=1, incomplete=("ferry",))]
    report = await run(MemorySystem(clock), clock, [scenario(*steps)])
    assert "not detected: ferry" in report.steps[0].reason


async def test_a_mixed_state_during_an_update_is_found():
    clock = VirtualClock()
    system = MemorySystem(clock)
    second = upsert("ferry-b", "The ferry leaves the pier at 9:40, on Sundays.")
    readers = Readers(question=ASKED, either=(("8:15",), ("9:40",)))
    report = await run(system, clock, [scenario(step(readers=readers), given=(OLD, second))])
    assert "two states at once" in report.steps[0].reason


async def test_readers_of_a_system_without_context_are_an_observation_failure():
    clock = VirtualClock()
    readers = Readers(question=ASKED, either=(("8:15",), ("9:40",)))
    report = await run(Wrapped(MemorySystem(clock), context=False), clock, [scenario(step(readers=readers))])
    assert report.steps[0].status == "not_run"


class Moody(MemorySystem):
    """Keeps silent at moments that a test names."""

    def __init__(
        self, clock: VirtualClock, *, silent: Sequence[tuple[float, float]] = (), unlisted: bool = False
    ) -> None:
        super().__init__(clock)
        self.silences = silent
        self.unlisted = unlisted
        self.since = clock.now()

    async def ingest(self, changes: Sequence[DocumentChange]) -> IngestReceipt:
        self.since = self.clock.now()
        return await super().ingest(changes)

    async def retrieve(self, question: Question) -> Answer:
        self.answers = not any(begin <= self.clock.now() - self.since < end for begin, end in self.silences)
        return await super().retrieve(question)

    async def records(self) -> Sequence[Retrieved]:
        if self.unlisted:
            raise EndpointError("the listing is down", problem="status", retryable=True)
        return await super().records()


@pytest.mark.parametrize("silence", [(0.99, 1.05), (1.05, 1.15), (1.15, 1.25)], ids=["first", "second", "third"])
async def test_one_scheduled_look_without_a_trace_keeps_a_step_from_passing(silence: tuple[float, float]):
    clock = VirtualClock()
    report = await run(Moody(clock, silent=[silence]), clock, [scenario(step())])
    one = report.steps[0]
    assert (one.status, one.probes, one.inspectable, one.stale) == ("not_run", 3, 2, 0)
    assert "no answer" in one.reason
    assert "at the scheduled look after 1" in one.reason
    assert (report.exit_code, report.stale_context()["observation_failures"]) == (3, 1)


async def test_a_silence_between_the_scheduled_looks_is_no_failure():
    clock = VirtualClock()
    report = await run(Moody(clock, silent=[(0.0, 0.3)]), clock, [scenario(step())])
    assert report.steps[0].status == "passed"
    assert report.steps[0].context_s == pytest.approx(0.3, abs=0.06)


async def test_records_that_cannot_be_listed_keep_a_step_from_passing():
    clock = VirtualClock()
    report = await run(Moody(clock, unlisted=True), clock, [scenario(step())])
    assert report.steps[0].status == "not_run"
    assert "the stored records could not be listed: the listing is down" in report.steps[0].reason


async def test_the_schedule_is_kept_when_ingestion_fails_so_that_stale_answers_are_counted():
    clock = VirtualClock()
    system = MemorySystem(clock)
    system.silent = {"ferry"}
    await system.ingest([OLD])
    system.index = system._pieces(OLD)
    report = await run(system, clock, [scenario(step(), given=())])
    one = report.steps[0]
    assert (one.status, one.probes, one.stale) == ("failed", 3, 3)
    assert "incomplete ingestion" in one.reason
    assert report.on_time() == {"on_time": 0, "cohort": 1, "pending": 0, "not_begun": 0, "rate": 0.0}


async def test_deadlines_after_the_reporting_cutoff_are_pending_and_no_part_of_the_rate():
    clock = VirtualClock()
    late = upsert("tram", "The tram leaves the hill at 7:05.")
    seen = Probe(question=Question(text="When does the tram leave the hill?"), present=(("7:05",),))
    second = step(name="tram", transition="T-2", kind="add", change=(late,), expect=(seen,), deadline_s=60.0)
    third = step(name="hill", transition="T-3", change=(), expect=(seen,))
    steps = scenario(step(), second, third)
    report = await run_lifecycle([steps], MemorySystem(clock), clock=clock, cutoff_s=5.0)
    assert [one.status for one in report.steps] == ["passed", "not_run", "passed"]
    assert [one.pending for one in report.steps] == [False, True, False]
    assert report.steps[1].context_s == 0.0
    assert "the report was due before" in report.steps[1].reason
    assert report.on_time() == {"on_time": 2, "cohort": 2, "pending": 1, "not_begun": 0, "rate": 1.0}
    assert (report.exit_code, clock.now() <= 5.0) == (3, True)
    assert report.to_json()["steps"][1]["pending"] is True
    clock = VirtualClock()
    report = await run_lifecycle([steps, scenario(step(), name="b")], MemorySystem(clock), clock=clock, cutoff_s=1.2)
    assert [one.reason for one in report.steps[1:]] == ["the report was due before it was begun"] * 3
    assert report.on_time() == {"on_time": 1, "cohort": 1, "pending": 0, "not_begun": 3, "rate": 1.0}


async def test_a_window_that_the_cutoff_ends_is_an_incomplete_observation():
    clock = VirtualClock()
    report = await run_lifecycle([scenario(step())], MemorySystem(clock), clock=clock, cutoff_s=1.15)
    one = report.steps[0]
    assert (one.status, one.pending, one.probes) == ("not_run", False, 2)
    assert "before the window had ended" in one.reason
    assert report.on_time()["on_time"] == 0


async def test_historical_probes_are_no_part_of_the_stale_rate():
    clock = VirtualClock()
    past = Probe(question=ASKED, present=(("9:40",),), historical=True)
    report = await run(MemorySystem(clock), clock, [scenario(step(expect=(REVISED, past)))])
    assert report.steps[0].probes == 3


async def test_an_empty_context_is_missing_evidence_and_not_stale():
    clock = VirtualClock()
    other = Probe(question=Question(text="Who owns it?"), present=(("someone",),), absent=("8:15",))
    report = await run(MemorySystem(clock), clock, [scenario(step(expect=(other,)))])
    assert (report.steps[0].missing_evidence, report.steps[0].stale) == (3, 0)
    assert "not retrieved" in report.steps[0].reason


async def test_a_probe_may_demand_that_nothing_comes_back():
    clock = VirtualClock()
    nothing = Probe(question=ASKED, empty=True)
    report = await run(MemorySystem(clock), clock, [scenario(step(expect=(nothing,)))])
    assert "content where nothing may be" in report.steps[0].reason


async def test_a_fresh_session_without_sessions_is_a_stated_limit():
    clock = VirtualClock()
    report = await run(Wrapped(MemorySystem(clock)), clock, [scenario(step(fresh_session=True))])
    assert any("keeps no session" in limit for limit in report.steps[0].limits)


async def test_scenarios_leave_nothing_behind():
    clock = VirtualClock()
    system = MemorySystem(clock)
    await run(system, clock)
    assert await system.records() == []


async def test_the_machines_clock_is_used_by_default():
    clock = MonotonicClock()
    started = clock.now()
    report = await run_lifecycle([scenario(step(deadline_s=0.4))], MemorySystem(clock), poll=Poll(every_s=0.01))
    assert report.steps[0].status == "passed"
    assert clock.now() - started >= 0.4
    assert report.to_json()["steps"][0]["deadline_s"] == 0.4


def test_dates_of_a_scenario_are_read_in_utc():
    one = next(s for s in SHIPPED if s.name == "a rule changes at its effective moment")
    assert one.steps[0].change[0].effective_to == datetime(2026, 10, 1, tzinfo=UTC)
    assert one.steps[0].expect[0].question.as_of == datetime(2026, 9, 30, 23, 59, 59, tzinfo=UTC)


async def test_virtual_time_lets_other_tasks_run():
    clock, seen = VirtualClock(), []

    async def other() -> None:
        seen.append(clock.now())

    task = asyncio.create_task(other())
    await clock.sleep(3600)
    await task
    assert seen == [3600]


async def test_documents_that_were_there_before_say_nothing_about_a_scenario():
    clock = VirtualClock()
    system = MemorySystem(clock)
    others = [
        upsert("bus", "When the bus leaves the pier: at 8:15."),
        upsert("train", "A train leaves the pier at 9:40."),
    ]
    await system.ingest(others)
    nothing = Probe(question=ASKED, empty=True)
    gone = step(
        name="gone",
        transition="T-2",
        kind="delete",
        change=(DocumentChange(action="delete", document="ferry", revision=3),),
        expect=(nothing,),
    )
    report = await run(system, clock, [scenario(step(), gone)])
    assert [(one.status, one.reason) for one in report.steps] == [("passed", "")] * 2
    assert {record.document for record in await system.records()} == {"bus", "train"}
    clock = VirtualClock()
    broken = MemorySystem(clock, defect="missing_item")
    await broken.ingest([*others, upsert("other", "The ferry leaves the pier at 9:40.")])
    lost = step(change=(upsert("pupils", "The ferry leaves the pier at 9:40.", 2),))
    before = upsert("pupils", "The ferry leaves the pier at 8:15.")
    report = await run(broken, clock, [scenario(lost, given=(before,))])
    assert "missing item" in report.steps[0].reason
