"""What a service is asked, and where its answer is found, without being told."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from aiohttp import web

from ragtester.errors import ConfigError, EndpointError
from ragtester.records import Question
from ragtester.systems.external.http import HttpSystem, make_http, probe
from ragtester.systems.external.http.finding import find_places
from ragtester.systems.external.http.reading import document_name, events

ANSWER = "It answers questions about ferries and their timetables."
PASSAGE = "Ferries leave at 8:15 from the old quay."

Start = Callable[[Callable[[web.Request], Awaitable[web.StreamResponse]]], Awaitable[str]]


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Starts a service of one handler; gives its address."""
    runners: list[web.AppRunner] = []

    async def go(handler: Callable[[web.Request], Awaitable[web.StreamResponse]]) -> str:
        application = web.Application()
        application.router.add_route("*", "/{path:.*}", handler)
        runner = web.AppRunner(application)
        runners.append(runner)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return f"http://127.0.0.1:{runner.addresses[0][1]}/ask"

    yield go
    for runner in runners:
        await runner.cleanup()


def replying(reply: Any, *, content_type: str = "application/json") -> Callable[[web.Request], Awaitable[web.Response]]:
    async def handler(_: web.Request) -> web.Response:
        text = reply if isinstance(reply, str) else json.dumps(reply)
        return web.Response(text=text, content_type=content_type)

    return handler


@pytest.mark.parametrize(
    ("reply", "answer", "contexts", "text", "document"),
    [
        ({"answer": ANSWER, "sources": [{"text": PASSAGE, "document": "ferries"}]}, "$.answer", "$.sources", None, None),
        ({"answer": ANSWER, "contexts": [PASSAGE]}, "$.answer", "$.contexts", None, None),
        ({"response": ANSWER, "source_documents": [{"page_content": PASSAGE, "metadata": {"source": "in/ferries.pdf"}}]},
         "$.response", "$.source_documents", "$.page_content", "$.metadata.source"),
        ({"status": "ok", "data": {"result": {"reply": ANSWER}, "hits": [{"content": PASSAGE, "title": "ferries.md"}]}},
         "$.data.result.reply", "$.data.hits", "$.content", "$.title"),
        ({"id": "x", "model": "m", "choices": [{"index": 0, "message": {"role": "assistant", "content": ANSWER}}]},
         "$.choices[0].message.content", None, None, None),
        ({"output": [{"type": "message", "content": [{"type": "output_text", "text": ANSWER}]}]},
         "$.output[0].content[0].text", None, None, None),
        ([{"generated_text": ANSWER}], "$[0].generated_text", None, None, None),
        (json.dumps(ANSWER), "$", None, None, None),
        ({"question": "What is this service about?", "text": ANSWER, "citations": []}, "$.text", "$.citations", None, None),
        ({"bot says": ANSWER}, "$['bot says']", None, None, None),
        ({"answer": "Ferries.", "messages": [{"role": "user", "content": "a longer text of somebody else"}]},
         "$.answer", None, None, None),
    ],
)  # fmt: skip
async def test_one_request_is_enough_for_common_replies(
    start: Start, reply: object, answer: str, contexts: str | None, text: str | None, document: str | None
) -> None:
    url = await start(replying(reply))
    found = await probe(url)
    assert found.requests == 1
    expected = {"url": url, "body": {"question": "{{ question }}"}, "answer": answer}
    expected |= {"contexts": contexts} if contexts else {}
    expected |= {"context_text": text} if text else {}
    expected |= {"context_document": document} if document else {}
    assert found.arguments == expected
    asked = await make_http("mine", found.arguments, None).ask(Question(text="When?"))  # type: ignore[arg-type]
    assert asked.text == found.answer
    if asked.context and document in ("$.metadata.source", "$.title"):
        assert (asked.context[0].document, asked.context[0].text) == ("ferries", PASSAGE)


OPENAI_STREAM = "".join(
    f"data: {json.dumps({'choices': [{'delta': {'content': piece}}]})}\n\n" for piece in ("It answers ", "questions.")
)


@pytest.mark.parametrize(
    ("stream", "content_type", "kind", "answer", "said"),
    [
        (OPENAI_STREAM + "data: [DONE]\n\n", "text/event-stream", "events", "$.choices[0].delta.content", "It answers questions."),
        ('event: token\ndata: {"token": "It "}\n\ndata: {"token": "answers."}\n\n', "text/event-stream", "events", "$.token", "It answers."),
        ('data: {"token": "x"}\n\ndata: {"answer": "It answers.", "sources": [{"text": "p"}]}\n\n', "text/event-stream", "events",
         "$.answer", "It answers."),
        ("data: It \ndata: answers.\n\n", "text/event-stream", "events", "$", "It \nanswers."),
        ('{"delta": "It "}\n{"delta": "answers."}\n', "application/x-ndjson", "lines", "$.delta", "It answers."),
        ("It answers questions.", "text/plain", "text", None, "It answers questions."),
    ],
)  # fmt: skip
async def test_streams_and_texts_are_read_whole(
    start: Start, stream: str, content_type: str, kind: str, answer: str | None, said: str
) -> None:
    url = await start(replying(stream, content_type=content_type))
    found = await probe(url)
    assert (found.arguments["format"], found.arguments.get("answer")) == (kind, answer)
    asked = await make_http("mine", found.arguments, None).ask(Question(text="When?"))  # type: ignore[arg-type]
    assert asked.text == found.answer == said


async def test_a_service_is_asked_for_the_field_that_it_misses(start: Start) -> None:
    async def strict(request: web.Request) -> web.Response:
        body = await request.json()
        missing = [name for name in ("utterance", "user_id") if name not in body]
        detail = [{"type": "missing", "loc": ["body", name], "msg": "Field required"} for name in missing]
        if detail:
            return web.json_response({"detail": detail}, status=422)
        return web.json_response({"answer": ANSWER if "service" in body["utterance"] else "no question"})

    found = await probe(await start(strict))
    assert (found.requests, found.answer) == (2, ANSWER)
    assert found.arguments["body"] == {"utterance": "{{ question }}", "user_id": "ragtester"}


async def test_other_forms_are_tried_where_the_first_is_refused(start: Start) -> None:
    async def chat(request: web.Request) -> web.Response:
        body = await request.json()
        if "messages" not in body:
            return web.json_response({"error": {"message": "'messages' is required"}}, status=400)
        if "model" not in body:
            return web.json_response({"error": {"message": "you must provide a 'model' parameter"}}, status=400)
        return web.json_response({"choices": [{"message": {"content": ANSWER}}]})

    async def searched(request: web.Request) -> web.Response:
        if request.method != "GET":
            return web.Response(status=405)
        return web.json_response(
            {"answer": ANSWER} if "q" in request.query else {"detail": "no"},
            status=200 if "q" in request.query else 400,
        )

    async def crashing(request: web.Request) -> web.Response:
        body = await request.json()
        return web.json_response({"output": ANSWER}) if "input" in body else web.Response(status=500, text="KeyError")

    found = await probe(await start(chat))
    assert found.arguments["body"] == {"model": "default", "messages": [{"role": "user", "content": "{{ question }}"}]}
    assert found.arguments["answer"] == "$.choices[0].message.content"
    found = await probe(await start(searched))
    assert (found.arguments["method"], found.arguments["body"]) == ("GET", {"q": "{{ question }}"})
    found = await probe(await start(crashing))
    assert found.arguments["body"] == {"input": "{{ question }}"}


async def test_a_key_is_asked_for_and_used(start: Start) -> None:
    async def guarded(request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != "Bearer right":
            return web.Response(status=401, headers={"WWW-Authenticate": "Bearer"})
        return web.json_response({"answer": ANSWER})

    url = await start(guarded)
    with pytest.raises(EndpointError, match=r"wants a key; give it with --header 'Authorization: Bearer \$RAG_TOKEN'"):
        await probe(url)
    with pytest.raises(EndpointError, match="refuses the key"):
        await probe(url, headers={"Authorization": "Bearer wrong"})
    found = await probe(url, headers={"Authorization": "Bearer right"})
    assert "headers" not in found.arguments


@pytest.mark.parametrize(
    ("reply", "status", "content_type", "message"),
    [
        ("<html>", 200, "text/html", "web page"),
        ("gone", 404, "text/plain", "404"),
        ("", 302, "text/plain", "redirects are not followed"),
        ("{}", 200, "application/json", "no answer was found"),
        ('{"n": 5}', 200, "application/json", "16 forms|no answer that could be read"),
        ("boom", 500, "text/plain", "answered 500: boom"),
    ],
)
async def test_what_is_no_answer_is_said(
    start: Start, reply: str, status: int, content_type: str, message: str
) -> None:
    async def handler(_: web.Request) -> web.Response:
        return web.Response(text=reply, status=status, content_type=content_type)

    with pytest.raises(EndpointError, match=message):
        await probe(await start(handler), seconds=5)


async def test_an_address_that_is_none_or_where_nothing_listens() -> None:
    with pytest.raises(ConfigError, match="must begin with http"):
        await probe("ftp://x")
    with pytest.raises(EndpointError, match="cannot be reached"):
        await probe("http://127.0.0.1:9/")


async def test_limits_hold_as_for_any_endpoint(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {"calls": 0, "now": 0, "most": 0}

    async def busy(request: web.Request) -> web.Response:
        seen["calls"] += 1
        if request.headers.get("X-Mode") == "large":
            return web.Response(text="x" * (17 << 20))
        if request.headers.get("X-Mode") == "broken":
            return web.Response(status=503)
        if request.headers.get("X-Mode") == "closed":
            return web.Response(status=403, text="no")
        if seen["calls"] % 3 == 0:
            return web.Response(status=429, headers={"Retry-After": "0"})
        return web.json_response({"answer": ANSWER})

    url = await start(busy)

    def made(mode: str, **more: Any) -> HttpSystem:
        return make_http("mine", {"url": url, "headers": {"X-Mode": mode}, **more}, None)  # type: ignore[arg-type]

    assert (await made("").ask(Question(text="a"))).text == ANSWER
    for question in "bcdef":
        assert (await made("").ask(Question(text=question))).text == ANSWER
    seen["calls"] = 0
    with pytest.raises(EndpointError) as caught:
        await made("broken", tries=2).ask(Question(text="x"))
    assert (caught.value.reason, seen["calls"]) == ("server_error", 2)
    with pytest.raises(EndpointError, match="more than 16 MiB"):
        await made("large").ask(Question(text="x"))
    seen["calls"] = 0
    closed = made("closed")
    for _ in range(8):
        with pytest.raises(EndpointError, match="403: no"):
            await closed.ask(Question(text="x"))
    assert seen["calls"] == 3  # three refusals are believed


def test_small_parts() -> None:
    assert list(events("data: a\r\n\r\n: ping\n\ndata:b\ndata: c\n\ndata: [DONE]\n\n")) == ["a", "b\nc"]
    assert [document_name(name) for name in ("in/a.pdf", "C:\\x\\b.docx", "c", "v1.2", "https://x/d.html")] == [
        "a",
        "b",
        "c",
        "v1.2",
        "d",
    ]
    assert find_places([{"a": {"b": 5}}], question="q") is None
    deep: object = "a text"
    for _ in range(50):
        deep = {"x": deep}
    assert find_places([deep], question="q") is None
