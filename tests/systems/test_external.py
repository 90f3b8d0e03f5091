from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
from aiohttp import web

from ragtester.errors import ConfigError, EndpointError, InputError, ReplyError
from ragtester.protocols import RagSystem
from ragtester.records import DocumentChange, JsonValue, Question, Retrieved
from ragtester.systems import EXTERNAL

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
    await system._end()  # type: ignore[attr-defined]
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
