"""The reference system through every transition that a document can make."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from ragtester.records import Answer, Chunk, Document, DocumentChange, IngestReceipt, Question, Retrieved, SystemSpec
from ragtester.retrieval.lifecycle import VirtualClock, read_scenarios, run_lifecycle
from ragtester.search import make_retriever
from ragtester.systems.reference import Knowledge, ReferenceSystem
from tests.systems.test_reference import TEXT, make, stages

SCENARIOS = sorted((Path(__file__).parents[2] / "configs" / "scenarios").glob("*.yaml"))
BOUNDARY = datetime(2026, 10, 1, tzinfo=UTC)


def upsert(name: str, text: str, revision: int = 1, **more: object) -> DocumentChange:
    return DocumentChange(action="upsert", document=name, text=text, revision=revision, **more)  # type: ignore[arg-type]


def delete(name: str, revision: int) -> DocumentChange:
    return DocumentChange(action="delete", document=name, revision=revision)


async def stored(system: ReferenceSystem) -> dict[str, str]:
    return {record.document: record.text for record in await system.records()}


@pytest.mark.parametrize("file", SCENARIOS, ids=[file.stem for file in SCENARIOS])
async def test_the_reference_system_passes_every_shipped_scenario(file: Path) -> None:
    report = await run_lifecycle(read_scenarios(file), make(top_k=3, candidates=3), clock=VirtualClock())
    assert [(step.name, step.reason) for step in report.steps if step.status != "passed"] == []
    assert not [step.limits for step in report.steps if "records cannot be listed" in " ".join(step.limits)]


async def test_an_old_event_does_not_bring_a_deleted_document_back_and_a_newer_revision_does() -> None:
    system = make()
    await system.ingest([delete("leave", 4)])
    assert "leave" not in await stored(system)
    for late in (1, 4):
        receipt = await system.ingest([upsert("leave", TEXT["leave"], late)])
        assert receipt.accepted == ("leave",)
        assert "leave" not in await stored(system), late
    await system.ingest([upsert("leave", "Annual leave is 20 days again.", 5)])
    assert "20 days again" in (await stored(system))["leave"]


async def test_a_deletion_of_an_unknown_document_is_remembered_and_an_older_one_forgets_nothing() -> None:
    system = make()
    await system.ingest([delete("later", 3), delete("later", 1), upsert("later", "Came too late.", 2)])
    assert "later" not in await stored(system)
    await system.ingest([upsert("pay", "The bonus is 5 percent.", 7), delete("pay", 6)])
    assert (await stored(system))["pay"] == "The bonus is 5 percent."


async def test_a_partial_ingestion_says_which_items_were_not_taken_and_why() -> None:
    system = make()
    receipt = await system.ingest([upsert("a", "A new note about gates."), upsert("b", " \n\t"), upsert("c", "")])
    assert receipt.accepted == ("a",)
    assert sorted(receipt.failed) == ["b", "c"]
    assert "empty" in receipt.failed["b"]
    assert {"a", "b", "c"} & set(await stored(system)) == {"a"}
    before = await system.ingest([upsert("leave", "", 9)])
    assert "leave" in before.failed
    assert (await stored(system))["leave"] == TEXT["leave"]


@pytest.mark.parametrize(
    ("start", "as_of", "seen"),
    [
        (BOUNDARY, BOUNDARY - timedelta(seconds=1), "old"),
        (BOUNDARY, BOUNDARY, "new"),
        (BOUNDARY, BOUNDARY + timedelta(seconds=1), "new"),
        (BOUNDARY.replace(hour=9, minute=30), BOUNDARY.replace(hour=9, minute=29, second=59), "old"),
        (BOUNDARY.replace(hour=9, minute=30), BOUNDARY.replace(hour=9, minute=30), "new"),
        (BOUNDARY, datetime(2026, 10, 1, 1, 59, 59, tzinfo=timezone(timedelta(hours=2))), "old"),
        (BOUNDARY, datetime(2026, 10, 1, 2, tzinfo=timezone(timedelta(hours=2))), "new"),
        (BOUNDARY.replace(tzinfo=None), BOUNDARY - timedelta(seconds=1), "old"),
        (BOUNDARY, datetime(2026, 10, 1), "new"),  # without a zone: UTC
        (date(2026, 10, 1), BOUNDARY - timedelta(seconds=1), "old"),
        (date(2026, 10, 1), BOUNDARY, "new"),
    ],
)
async def test_a_rule_changes_just_at_its_moment(start: date | datetime, as_of: datetime, seen: str) -> None:
    system = make()
    old = upsert("until", "The old toll of the bridge is 3 euros.", effective_to=start)
    new = upsert("from", "The new toll of the bridge is 4 euros.", effective_from=start)
    # As another process would send them: a midnight stays a moment.
    await system.ingest([DocumentChange.model_validate_json(one.model_dump_json()) for one in (old, new)])
    answer = await system.retrieve(Question(text="What is the toll of the bridge?", as_of=as_of))
    assert [p.document for p in answer.context or () if p.document in ("until", "from")] == [
        {"old": "until", "new": "from"}[seen]
    ]


async def test_a_restart_keeps_documents_and_deletions_and_nothing_else() -> None:
    system = make()
    await system.ingest([upsert("gate", "The north gate closes at nine.", 2), delete("pay", 2)])
    before = await stored(system)
    await system.restart()
    assert await stored(system) == before
    await system.ingest([upsert("pay", TEXT["pay"], 1)])
    assert "pay" not in await stored(system)


async def test_a_reader_who_waits_for_the_search_during_an_update_gets_one_state_whole() -> None:
    inside, go = asyncio.Event(), asyncio.Event()

    class Slow:
        """An index that answers only when it is told to."""

        def __init__(self, index: object) -> None:
            self.index = index

        async def search(self, queries: Sequence[str], **options: object) -> object:
            inside.set()
            await go.wait()
            return await self.index.search(queries, **options)  # type: ignore[attr-defined]

    class Retriever:
        name = "slow"
        version = "1"

        async def index(self, chunks: Sequence[Chunk]) -> Slow:
            return Slow(await make_retriever("bm25", {"bm25": {}}, embedder=None).index(chunks))

    parts = stages(make_retriever=lambda embedder: Retriever(), top_k=1, candidates=1)
    documents = [Document(id=f"d{n}", text=f"Shelf {n} holds item number {n}.") for n in range(5)]
    system = ReferenceSystem(SystemSpec(id="s"), Knowledge(documents, parts), parts)
    question = Question(text="What does shelf 4 hold?")
    reader = asyncio.create_task(system.retrieve(question))
    await inside.wait()
    await system.ingest([delete(f"d{n}", 2) for n in range(4)] + [upsert("d4", "Shelf 4 holds a lamp.", 2)])
    await stored(system)
    go.set()
    assert [p.text for p in (await reader).context or ()] == ["Shelf 4 holds item number 4."]
    assert [p.text for p in (await system.retrieve(question)).context or ()] == ["Shelf 4 holds a lamp."]


class Broken(ReferenceSystem):
    """The reference system with one defect."""

    def __init__(self, defect: str) -> None:
        parts = stages(top_k=3, candidates=3)
        if defect == "everybody":
            parts = dataclasses.replace(parts, allow=lambda question, chunks: None)
        if defect == "days":
            parts = dataclasses.replace(parts, allow=_by_day(parts.allow))
        super().__init__(SystemSpec(id=defect), Knowledge([], parts), parts)
        self.defect = defect
        self.cache: dict[str, Answer] = {}

    async def ingest(self, changes: Sequence[DocumentChange]) -> IngestReceipt:
        taken = list(changes)
        if self.defect == "orphans":
            taken = [change for change in changes if change.action != "delete"]
        if self.defect == "last event wins":
            self.knowledge._revisions._deleted.clear()
            for change in changes:
                self.knowledge._revisions._current.pop(change.document, None)
        if self.defect == "loses one" and len(taken) > 1:
            taken.pop()
        await super().ingest(taken)
        return IngestReceipt(accepted=tuple(change.document for change in changes))

    async def retrieve(self, question: Question) -> Answer:
        if self.defect not in ("stale cache", "shared cache"):
            return await super().retrieve(question)
        key = " ".join(question.text.casefold().strip(" ?").split())
        if self.defect == "stale cache":
            key += f"|{question.tenant}|{question.role}|{question.as_of}"
        if key not in self.cache:
            self.cache[key] = await super().retrieve(question)
        return self.cache[key]


def _by_day(allow: Callable[..., object]) -> Callable[..., object]:
    def by_day(question: Question, chunks: Sequence[Chunk]) -> object:
        if question.as_of is None:
            return allow(question, chunks)
        day = question.as_of.replace(hour=12, minute=0, second=0)
        return allow(question.model_copy(update={"as_of": day + timedelta(days=1)}), chunks)

    return by_day


@pytest.mark.parametrize(
    ("defect", "named"),
    [
        ("orphans", "orphans after delete"),
        ("last event wins", "last event wins"),
        ("loses one", "accepted but not stored"),
        ("stale cache", "stale cache"),
        ("shared cache", "leak"),
        ("everybody", "permission leak"),
        ("days", "still shows '45 minutes'"),
    ],
)
async def test_a_defect_of_the_system_is_found_and_named(defect: str, named: str) -> None:
    scenarios = [scenario for file in SCENARIOS for scenario in read_scenarios(file)]
    report = await run_lifecycle(scenarios, Broken(defect), clock=VirtualClock())
    assert report.status == "failed"
    assert named in " ".join(step.reason for step in report.steps if step.status == "failed")


async def test_a_passage_is_listed_with_its_revision_and_tenant() -> None:
    system = make()
    await system.ingest([upsert("north", "The north depot has nine lorries.", 3, tenant="n")])
    found = [record for record in await system.records() if record.document == "north"]
    assert [(one.version, one.tenant) for one in found] == [("3", "n")]
    assert isinstance(found[0], Retrieved)
