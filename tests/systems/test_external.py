from __future__ import annotations

import asyncio
import json
import sys
import textwrap
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
from aiohttp import web

from ragtester.errors import ConfigError, EndpointError, InputError, MeasurementError, ReplyError
from ragtester.protocols import RagSystem
from ragtester.records import DocumentChange, JsonValue, Question, Retrieved
from ragtester.retrieval.lifecycle import Enumerates, VirtualClock, read_scenarios, run_lifecycle
from ragtester.systems import EXTERNAL
from ragtester.systems.external.replies import read_receipt, read_records

HERE = Path(__file__).parent


def make(kind: str, arguments: Mapping[str, JsonValue], folder: Path = HERE) -> RagSystem:
    return EXTERNAL[kind]("mine", arguments, folder)


async def test_a_function_answers_with_contexts_and_says_what_it_can() -> None:
    system = make("callable", {"of": "external_functions:ask"})
    assert system.capabilities == {"ask", "generate", "ingest"}
    answer = await system.ask(Question(text="hello"))
    assert answer.text == "echo hello"
    assert answer.context is not None
    assert [(p.text, p.document, p.rank) for p in answer.context] == [("one", "", 1), ("two", "d", 2)]
    passage = Retrieved(chunk="c", document="d", text="x", rank=1)
    assert (await system.generate(Question(text="q"), [passage])).text == "q from 1"
    change = DocumentChange(action="upsert", document="d", text="x")
    assert (await system.ingest([change])).accepted == ("d",)
    with pytest.raises(EndpointError, match="cannot retrieve"):
        await system.retrieve(Question(text="q"))
    assert (await make("callable", {"of": "external_functions:ask_later"}).ask(Question(text="x"))).text == "later x"


async def test_what_is_no_answer_is_an_error_with_its_reason() -> None:
    with pytest.raises(ReplyError, match="empty"):
        await make("callable", {"of": "external_functions:empty"}).ask(Question(text="x"))
    with pytest.raises(EndpointError, match="a int instead"):
        await make("callable", {"of": "external_functions:odd"}).ask(Question(text="x"))
    with pytest.raises(EndpointError, match=r"within 0\.1 s") as caught:
        await make("callable", {"of": "external_functions:ask", "timeout": 0.1}).ask(Question(text="slow"))
    assert caught.value.reason == "timeout"


@pytest.mark.parametrize(
    ("kind", "arguments", "message"),
    [
        ("callable", {"of": "no_module_of_this_name:ask"}, "cannot be imported"),
        ("callable", {"of": "external_functions:nothing"}, "has no function nothing"),
        ("callable", {"of": "external_functions:ask", "timeout": -1}, "above 0"),
        ("subprocess", {"command": "node rag.js"}, "a list of texts"),
        ("subprocess", {"command": ["x"], "can": ["fly"]}, "a list of ask"),
        ("subprocess", {"command": ["x"], "comand": 1}, "unknown key 'comand'"),
        ("http", {"uri": "http://x"}, "the keys are"),
        ("http", {"url": "http://x", "answer": "$["}, "is not a JSONPath"),
    ],
)
def test_wrong_arguments_are_named(kind: str, arguments: dict[str, JsonValue], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        make(kind, arguments)


async def test_given_answers_are_found_by_their_question(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(
        json.dumps({"user_input": "How  long?", "response": "14 days", "retrieved_contexts": ["x"]}) + "\n\n"
    )
    system = make("answers", {"of": "a.jsonl"}, tmp_path)
    assert (await system.ask(Question(text="how long?"))).text == "14 days"
    with pytest.raises(EndpointError, match="no answer to 'who'"):
        await system.ask(Question(text="who"))
    file.write_text("{")
    with pytest.raises(InputError, match=r"a\.jsonl:1"):
        make("answers", {"of": "a.jsonl"}, tmp_path)


PROGRAM = """
import json, sys, time
for line in sys.stdin:
    request = json.loads(line)
    question = request["question"]
    if question == "die":
        sys.exit(3)
    if question == "hang":
        time.sleep(60)
    if question == "babble":
        print("not json", flush=True)
        continue
    print(json.dumps({"id": request["id"], "answer": request["do"] + " " + question, "contexts": request.get("contexts")}), flush=True)
"""


async def test_a_program_answers_line_by_line_and_is_started_again_after_it_died(tmp_path: Path) -> None:
    (tmp_path / "rag.py").write_text(textwrap.dedent(PROGRAM))
    system = make(
        "subprocess", {"command": [sys.executable, "rag.py"], "can": ["ask", "generate"], "timeout": 5}, tmp_path
    )
    assert (await system.ask(Question(text="one"))).text == "ask one"
    passage = Retrieved(chunk="c", document="d", text="x", rank=1)
    assert (await system.generate(Question(text="two"), [passage])).context == (passage,)
    with pytest.raises(EndpointError, match="ended without an answer"):
        await system.ask(Question(text="die"))
    with pytest.raises(EndpointError, match="not JSON"):
        await system.ask(Question(text="babble"))
    assert (await system.ask(Question(text="three"))).text == "ask three"
    hasty = make("subprocess", {"command": [sys.executable, "rag.py"], "timeout": 0.5}, tmp_path)
    with pytest.raises(EndpointError, match=r"within 0\.5 s"):
        await hasty.ask(Question(text="hang"))
    await system.close()  # type: ignore[attr-defined]
    with pytest.raises(EndpointError, match="cannot be started"):
        await make("subprocess", {"command": ["./no-such-program"]}, tmp_path).ask(Question(text="x"))


@pytest.fixture
async def service() -> AsyncIterator[str]:
    tries: dict[str, int] = {}

    async def ask(request: web.Request) -> web.Response:
        body = await request.json()
        question = body["input"]["text"]
        tries[question] = tries.get(question, 0) + 1
        if request.headers.get("X-Key") != "secret":
            return web.Response(status=401, text="no key")
        if question == "busy" and tries[question] == 1:
            return web.Response(status=429, headers={"Retry-After": "0"})
        if question == "broken":
            return web.Response(status=500, text="oops")
        if question == "html":
            return web.Response(text="<html>")
        passages = [{"body": "p1", "document": "d"}, {"body": "p2"}]
        return web.json_response({"data": {"reply": f"you said {question} for {body['tenant']}", "found": passages}})

    app = web.Application()
    app.router.add_post("/ask", ask)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/ask"
    await runner.cleanup()


async def test_a_service_is_asked_by_template_and_read_by_path(service: str) -> None:
    arguments: dict[str, JsonValue] = {
        "url": service, "headers": {"X-Key": "secret"}, "body": {"input": {"text": "{{ question }}"}, "tenant": "{{ tenant }}"},
        "answer": "$.data.reply", "contexts": "$.data.found", "context_text": "$.body", "retrieve_url": service,
    }  # fmt: skip
    system = make("http", arguments)
    answer = await system.ask(Question(text='say "{{ role }}"', tenant="a"))
    assert answer.text == 'you said say "{{ role }}" for a'
    assert answer.context is not None
    assert [passage.text for passage in answer.context] == ["p1", "p2"]
    assert (await system.ask(Question(text="busy"))).text == "you said busy for None"
    retrieved = await system.retrieve(Question(text="x"))
    assert (retrieved.text, len(retrieved.context or ())) == ("", 2)
    for question, reason in (("broken", "server_error"), ("html", "not_json")):
        with pytest.raises(EndpointError) as caught:
            await system.ask(Question(text=question))
        assert caught.value.reason == reason
    with pytest.raises(EndpointError, match="401") as caught:
        await make("http", arguments | {"headers": {}}).ask(Question(text="x"))
    assert caught.value.reason == "authentication"
    with pytest.raises(EndpointError, match="cannot be reached"):
        await make("http", {"url": "http://127.0.0.1:9/"}).ask(Question(text="x"))


def test_a_secret_in_a_header_is_no_part_of_the_version() -> None:
    one = make("http", {"url": "http://x", "headers": {"Authorization": "a"}})
    other = make("http", {"url": "http://x", "headers": {"Authorization": "b"}})
    assert one.version == other.version
    assert one.version != make("http", {"url": "http://x", "version": "2"}).version


LIBRARY = """
from datetime import datetime

CURRENT, DELETED = {}, {}

def ingest(changes):
    failed = {}
    for one in changes:
        name, revision = one["document"], one["revision"]
        known = CURRENT[name]["revision"] if name in CURRENT else DELETED.get(name, 0) + (one["action"] == "upsert")
        if one["action"] == "upsert" and not one["text"].strip():
            failed[name] = "empty"
        elif revision >= known:
            CURRENT.pop(name, None)
            if one["action"] == "upsert":
                CURRENT[name] = one
            else:
                DELETED[name] = max(revision, DELETED.get(name, 0))
    return {"failed": failed}

def moment(value):
    return datetime.fromisoformat(value.replace("Z", "+00:00"))

def sees(one, tenant, role, as_of):
    if one["tenant"] not in (None, tenant) or (one["roles"] and role not in one["roles"]):
        return False
    if as_of is None:
        return True
    begun = one["effective_from"] is None or moment(one["effective_from"]) <= moment(as_of)
    return begun and (one["effective_to"] is None or moment(as_of) < moment(one["effective_to"]))

def shown(one):
    return {"text": one["text"], "document": one["document"], "chunk_id": one["document"], "version": one["revision"]}

def retrieve(question, *, tenant=None, role=None, as_of=None):
    return {"contexts": [shown(one) for one in CURRENT.values() if sees(one, tenant, role, as_of)]}

def ask(question):
    return "see the contexts"

def records():
    return [shown(one) for one in CURRENT.values()]

def restart():
    CURRENT.update(dict(CURRENT))

async def fresh_session():
    pass
"""


@pytest.mark.parametrize("name", ["lifecycle", "replay-after-deletion"])
async def test_a_users_own_functions_go_through_the_whole_lifecycle(name: str, tmp_path: Path) -> None:
    module = f"library_{name.partition('-')[0]}"
    (tmp_path / f"{module}.py").write_text(LIBRARY, encoding="utf-8")
    system = make("callable", {"of": f"{module}:ask"}, tmp_path)
    scenarios = read_scenarios(HERE.parents[1] / "configs" / "scenarios" / f"{name}.yaml")
    report = await run_lifecycle(scenarios, system, clock=VirtualClock())
    assert [(step.name, step.reason) for step in report.steps if step.status != "passed"] == []
    assert report.to_json()["limits"] == []


async def test_functions_are_told_what_they_take_by_name_and_their_crashes_are_results(tmp_path: Path) -> None:
    (tmp_path / "told_system.py").write_text(
        "def ask(role, tenant='none', **more):\n    return f'{role} {tenant} {sorted(more)}'\n"
        "def retrieve(question):\n    raise KeyError(question)\n"
        "def ingest(changes):\n    return {'accepted': ['a'], 'failed': ['b']}\n",
        encoding="utf-8",
    )
    system = make("callable", {"of": "told_system:ask"}, tmp_path)
    answer = await system.ask(Question(text="who?", tenant="north", role="lead"))
    assert answer.text == "who? north ['as_of', 'language']"
    with pytest.raises(MeasurementError, match="KeyError: 'x'") as caught:
        await system.retrieve(Question(text="x"))
    assert caught.value.reason == "system_error"
    receipt = await system.ingest([DocumentChange(action="upsert", document=name, text="x") for name in "ab"])
    assert (receipt.accepted, list(receipt.failed)) == (("a",), ["b"])
    assert not hasattr(system, "records")


@pytest.mark.parametrize("reply", [7, {"failed": 3}, {"accepted": "all"}])
def test_a_receipt_of_another_form_is_an_error(reply: object) -> None:
    with pytest.raises(EndpointError, match="s returned"):
        read_receipt(reply, [DocumentChange(action="delete", document="a")], system="s")
    assert read_receipt(["a"], [], system="s").accepted == ("a",)
    with pytest.raises(EndpointError, match="no records"):
        read_records({}, system="s")


async def test_a_service_takes_changes_and_lists_its_records() -> None:
    held: dict[str, str] = {}

    async def ingest(request: web.Request) -> web.Response:
        for change in (await request.json())["changes"]:
            held[change["document"]] = change["text"]
        return web.json_response({"accepted": list(held), "failed": {"c": "too large"}})

    async def records(_request: web.Request) -> web.Response:
        return web.json_response({"records": [{"text": text, "document": name} for name, text in held.items()]})

    application = web.Application()
    application.add_routes([web.post("/ingest", ingest), web.get("/records", records)])
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        host = f"http://127.0.0.1:{runner.addresses[0][1]}"
        given = {"url": f"{host}/ask", "ingest_url": f"{host}/ingest", "records_url": f"{host}/records"}
        system = make("http", given)
        assert system.capabilities == {"ask", "ingest"}
        receipt = await system.ingest([DocumentChange(action="upsert", document="a", text="Text of a.")])
        assert (receipt.accepted, receipt.failed) == (("a",), {"c": "too large"})
        assert isinstance(system, Enumerates)
        assert [(one.document, one.text) for one in await system.records()] == [("a", "Text of a.")]
        plain = make("http", {"url": f"{host}/ask"})
        assert not isinstance(plain, Enumerates)
        with pytest.raises(EndpointError, match="cannot ingest"):
            await plain.ingest([])
    finally:
        await runner.cleanup()


async def test_a_function_that_ends_the_program_is_a_crash_of_the_system_only() -> None:
    with pytest.raises(MeasurementError, match="SystemExit: 7") as caught:
        await make("callable", {"of": "external_functions:leave"}).ask(Question(text="x"))
    assert caught.value.reason == "system_error"


async def test_halves_of_characters_in_an_answer_can_be_stored_and_printed() -> None:
    answer = await make("callable", {"of": "external_functions:half_a_pair"}).ask(Question(text="x"))
    assert answer.text == "\U0001f600 and \ufffd"
    assert answer.context is not None
    assert answer.context[0].text == "\ufffd"
    assert answer.model_dump_json().encode()


FRAIL = """
import json, os, sys, time
time.sleep(float(os.environ.get("SLOW_START", "0")))
print("ready", file=sys.stderr, flush=True)
for line in sys.stdin:
    request = json.loads(line)
    if request["do"] == "ingest":
        print(json.dumps({"id": request["id"], "failed": {"b": "too long"}}), flush=True)
    elif request["question"] == "crash":
        raise LookupError("no index here")
    elif request["question"] == "refuse":
        print(json.dumps({"id": request["id"], "error": "quota spent"}), flush=True)
    else:
        time.sleep(0.2)
        print(json.dumps({"id": request["id"], "answer": str(os.getpid())}), flush=True)
"""


async def test_a_dying_program_is_quoted_and_several_processes_share_the_questions(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "frail.py").write_text(FRAIL)
    arguments: dict[str, JsonValue] = {"command": [sys.executable, "frail.py"], "timeout": 20}
    system = make("subprocess", arguments | {"processes": 3}, tmp_path)
    answers = await asyncio.gather(*(system.ask(Question(text=str(n))) for n in range(6)))
    assert len({answer.text for answer in answers}) == 3
    with pytest.raises(EndpointError, match=r"without an answer \(exit code 1\): LookupError: no index here"):
        await system.ask(Question(text="crash"))
    with pytest.raises(EndpointError, match="quota spent"):
        await system.ask(Question(text="refuse"))
    for _ in range(9):
        with pytest.raises(EndpointError) as caught:
            await system.ask(Question(text="crash"))
    assert "not started again" in str(caught.value)
    await system.close()  # type: ignore[attr-defined]
    assert all(not Path(f"/proc/{answer.text}").exists() for answer in answers)
    assert "ready" in capfd.readouterr().err
    taking = make("subprocess", arguments | {"can": ["ask", "ingest"]}, tmp_path)
    receipt = await taking.ingest([DocumentChange(action="upsert", document=name, text="x") for name in "ab"])
    assert (receipt.accepted, receipt.failed) == (("a",), {"b": "too long"})
    await taking.close()  # type: ignore[attr-defined]
    with pytest.raises(ConfigError, match="only run once"):
        make("subprocess", arguments | {"can": ["ingest"], "processes": 2}, tmp_path)


async def test_a_program_may_take_longer_to_start_than_to_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "frail.py").write_text(FRAIL)
    monkeypatch.setenv("SLOW_START", "1.5")
    arguments: dict[str, JsonValue] = {"command": [sys.executable, "frail.py"], "timeout": 1.4}
    hasty = make("subprocess", arguments, tmp_path)
    with pytest.raises(EndpointError, match=r"within 1\.4 s"):
        await hasty.ask(Question(text="x"))
    patient = make("subprocess", arguments | {"start_timeout": 30}, tmp_path)
    assert (await patient.ask(Question(text="x"))).text
    await patient.close()  # type: ignore[attr-defined]
