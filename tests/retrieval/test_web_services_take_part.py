"""A web service and a function of one's own go through the lifecycle, the fault packs and a capture."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path

import pytest
from aiohttp import web
from memory_system import MemorySystem

from ragtester.protocols import RagSystem
from ragtester.records import Answer, DocumentChange, Question, Retrieved
from ragtester.retrieval import capture_contract, gate
from ragtester.retrieval.contract import parse_contract
from ragtester.retrieval.faults import Fixes, OcrRule, TokenScoreSystem, run_packs
from ragtester.retrieval.lifecycle import VirtualClock, read_scenarios, run_lifecycle
from ragtester.systems import EXTERNAL

SCENARIOS = read_scenarios(Path(__file__).parents[2] / "configs" / "scenarios" / "lifecycle.yaml")
Serve = Callable[[object], Awaitable[RagSystem]]


def shown(hits: Sequence[Retrieved]) -> list[dict[str, object]]:
    return [
        {
            "text": hit.text,
            "chunk_id": hit.chunk,
            "document": hit.document,
            "version": hit.version,
            "tenant": hit.tenant,
        }
        for hit in hits
    ]


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    runners: list[web.AppRunner] = []

    async def start(system: object) -> RagSystem:
        async def retrieve(request: web.Request) -> web.Response:
            asked = {key: value or None for key, value in (await request.json()).items()}
            moment = asked.pop("as_of")
            question = Question(
                text=asked.pop("question") or "", as_of=datetime.fromisoformat(moment) if moment else None, **asked
            )
            answer: Answer = await system.retrieve(question)  # type: ignore[attr-defined]
            return web.json_response({"found": shown(answer.context or ())})

        async def ingest(request: web.Request) -> web.Response:
            changes = [DocumentChange.model_validate(one) for one in (await request.json())["changes"]]
            receipt = await system.ingest(changes)  # type: ignore[attr-defined]
            return web.json_response({"accepted": list(receipt.accepted), "failed": dict(receipt.failed)})

        async def records(_request: web.Request) -> web.Response:
            return web.json_response({"records": shown(await system.records())})  # type: ignore[attr-defined]

        application = web.Application()
        application.add_routes(
            [web.post("/retrieve", retrieve), web.post("/ingest", ingest), web.get("/records", records)]
        )
        runner = web.AppRunner(application)
        runners.append(runner)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host = f"http://127.0.0.1:{runner.addresses[0][1]}"
        options = {
            "url": f"{host}/ask", "retrieve_url": f"{host}/retrieve", "ingest_url": f"{host}/ingest",
            "contexts": "$.found",
            "body": {
                "question": "{{ question }}", "tenant": "{{ tenant }}", "role": "{{ role }}", "as_of": "{{ as_of }}",
            },
        }  # fmt: skip
        if hasattr(system, "records"):
            options["records_url"] = f"{host}/records"
        return EXTERNAL["http"]("service", options, Path())

    yield start
    for runner in runners:
        await runner.cleanup()


async def test_a_web_service_goes_through_the_whole_lifecycle(serve: Serve):
    clock = VirtualClock()
    report = await run_lifecycle(SCENARIOS, await serve(MemorySystem(clock)), clock=clock)
    assert [(one.name, one.reason) for one in report.steps if one.status == "failed"] == []
    assert [one.reason for one in report.steps if one.status == "not_run"] == ["the system offers no restart()"]
    assert report.on_time()["rate"] == 1.0


@pytest.mark.parametrize(
    ("defect", "kind", "words"),
    [
        ("orphans", "delete", "orphans after delete"),
        ("stale_cache", "revise", "stale cache"),
        ("last_event_wins", "out_of_order", "last event wins"),
        ("missing_item", "recovery", "missing item"),
        ("cache_leak", "cache", "leak through the cache"),
        ("late_index", "add", "late index"),
    ],
)
async def test_a_defect_of_a_web_service_is_named(defect: str, kind: str, words: str, serve: Serve):
    clock = VirtualClock()
    scenarios = [one for one in SCENARIOS if any(step.kind == kind for step in one.steps)]
    report = await run_lifecycle(scenarios, await serve(MemorySystem(clock, defect=defect)), clock=clock)
    assert any(words in one.reason for one in report.steps if one.status == "failed")


FIXED = {
    "": set(),
    "contradicting_versions": Fixes(prefer="newest"),
    "ocr_noise": Fixes(ocr=OcrRule()),
    "typo": Fixes(fuzzy=0.8),
    "table_over_pages": Fixes(tables=True),
}


@pytest.mark.parametrize("fixed", FIXED)
async def test_fault_packs_fail_on_a_plain_web_service_and_pass_with_their_own_fix_only(fixed: str, serve: Serve):
    system = TokenScoreSystem(fixes=FIXED[fixed]) if fixed else TokenScoreSystem()
    found = await run_packs(await serve(system))
    assert [one.pack for one in found if one.passed] == ([fixed] if fixed else [])
    assert [one.pack for one in found if one.proof is None] == []


async def test_a_web_service_is_captured_with_the_ids_versions_and_tenants_that_it_says(serve: Serve):
    clock = VirtualClock()
    system = MemorySystem(clock)
    text = "The ferry leaves the pier at 9:40."
    await system.ingest([DocumentChange(action="upsert", document="ferry", text=text, revision=4, tenant="isle")])
    contract = parse_contract(
        {
            "version": 1,
            "k": 3,
            "manifest": [{"chunk_id": "f", "doc_id": "ferry", "version": "4", "tenant": "isle", "text": text}],
            "queries": [
                {"id": "q", "query": "When does the ferry leave the pier?", "tenant": "isle", "evidence": ["at 9:40"]},
                {
                    "id": "other",
                    "query": "When does the ferry leave the pier?",
                    "tenant": "main",
                    "answerable": False,
                    "expect_empty": True,
                },
            ],
        }
    )
    capture = await capture_contract(contract, await serve(system))
    assert [(hit.chunk_id, hit.version, hit.tenant) for hit in capture.results[0].hits] == [("ferry@4#0", "4", "isle")]
    report = gate(contract, capture, capture, resamples=100)
    assert (report.status, report.error) == ("PASS", None)
