"""The stand-in endpoint."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Mapping

import pytest

from ragtester.errors import EndpointError
from ragtester.llm import limited, make_chat_model
from ragtester.protocols import ChatModel
from ragtester.records import JsonValue, Message, Request
from ragtester.structured import schema_problem
from ragtester.testing import Faults, StandInServer, example_of
from ragtester.testing.stand_in import FAULTS
from ragtester.testing.stand_in.__main__ import main


def asked(text: str) -> Request:
    return Request(messages=(Message(role="user", content=text),))


def model_at(url: str) -> ChatModel:
    return make_chat_model("m", {"openai": {"model": "m", "base_url": url, "timeout": 5}})


def fetch(url: str, body: Mapping[str, object] | None = None) -> dict[str, object]:
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data=data)) as answer:
        return dict(json.load(answer))


async def test_equal_questions_get_equal_replies_and_are_counted_as_duplicates():
    async with StandInServer() as server:
        model = model_at(server.url)
        first, second, third = [(await model.ask(asked(text))).text for text in ("a", "a", "b")]
        stats = server.stats
    assert first == second != third
    assert (stats.chat, stats.distinct, stats.duplicates, stats.answered) == (3, 2, 1, 3)


async def test_a_request_that_failed_before_is_no_duplicate():
    async with StandInServer(faults=lambda body, attempt: "server_error" if attempt == 1 else None) as server:
        model = limited(model_at(server.url))
        await model.ask(asked("a"))
        assert server.stats.duplicates == 0
        assert server.stats.outcomes == Counter(server_error=1, ok=1)
        assert [(entry.outcome, entry.attempt) for entry in server.log] == [("server_error", 1), ("ok", 2)]


async def test_latency_and_calls_at_a_time_are_kept_to_and_counted():
    async with StandInServer(latency=(0.05, 0.1)) as server:
        model = model_at(server.url)
        replies = await asyncio.gather(*(model.ask(asked(str(number))) for number in range(12)))
        assert all(reply.seconds >= 0.05 for reply in replies)
        assert server.stats.peak >= 6
        assert server.stats.in_flight == 0


async def test_more_calls_than_it_bears_get_a_429_that_the_window_learns_from():
    async with StandInServer(latency=0.03, capacity=4, retry_after=0.05) as server:
        made = make_chat_model("m", {"openai": {"model": "m", "base_url": server.url, "concurrency": 32, "tries": 10}})
        model = limited(made)
        await asyncio.gather(*(model.ask(asked(str(number))) for number in range(60)))
        assert server.stats.answered == 60
        assert server.stats.outcomes["rate_limited"] > 0
    assert model.window.shrinks >= 1


def test_faults_hit_the_same_requests_in_every_run_and_about_as_many_as_asked():
    faults = Faults({"rate_limited": 0.05, "drop": 0.02}, seed=3)
    again = Faults({"drop": 0.02, "rate_limited": 0.05}, seed=3)
    drawn = [faults({}, 1, key=str(number)) for number in range(4000)]
    assert drawn == [again({}, 1, key=str(number)) for number in range(4000)]
    assert drawn != [Faults({"rate_limited": 0.05, "drop": 0.02}, seed=4)({}, 1, key=str(n)) for n in range(4000)]
    counted = Counter(drawn)
    assert 150 <= counted["rate_limited"] <= 250
    assert 50 <= counted["drop"] <= 110


def test_faults_may_be_kept_to_the_first_tries():
    faults = Faults({"drop": 1.0}, only_tries=2)
    assert [faults({}, attempt) for attempt in (1, 2, 3)] == ["drop", "drop", None]


@pytest.mark.parametrize(("rates", "message"), [({"dorp": 0.1}, "unknown fault 'dorp'"), ({"drop": 1.2}, "shares")])
def test_faults_that_cannot_be_are_refused(rates: dict[str, float], message: str):
    with pytest.raises(ValueError, match=message):
        Faults(rates)


SCHEMAS: list[dict[str, JsonValue]] = [
    {"type": "object", "properties": {"a": {"type": "string", "minLength": 30, "maxLength": 40}}, "required": ["a"]},
    {"type": "array", "items": {"type": "integer", "minimum": 3, "maximum": 4}, "minItems": 2},
    {"anyOf": [{"type": "number", "minimum": 0.5}, {"type": "null"}]},
    {"enum": ["x", "y"]},
    {"const": 5},
    {"type": ["boolean", "null"]},
    {"type": "null"},
    {"type": "object"},
    {"properties": {"a": {"oneOf": [{"type": "boolean"}]}, "b": {"type": "array"}}, "required": ["a", "b"]},
]


@pytest.mark.parametrize("schema", SCHEMAS, ids=json.dumps)
def test_the_default_reply_is_valid_against_any_schema(schema: dict[str, JsonValue]):
    assert schema_problem(example_of(schema), schema) is None


async def test_a_rule_may_read_the_request():
    def say(body: Mapping[str, object]) -> str:
        return f"{body['model']} at {body['temperature']}"

    async with StandInServer(say=say) as server:
        assert (await model_at(server.url).ask(asked("x"))).text == "m at 0.0"


def test_on_a_thread_it_answers_models_stats_and_embeddings_and_nothing_else():
    with StandInServer(models=["a", "b"], dimension=16) as server:
        assert [entry["id"] for entry in fetch(f"{server.url}/models")["data"]] == ["a", "b"]  # type: ignore[union-attr,index,call-overload]
        body = {"model": "a", "input": "one text"}
        data = fetch(f"{server.url}/embeddings", body)["data"]
        assert len(data[0]["embedding"]) == 16  # type: ignore[index]
        root = server.url.removesuffix("/v1")
        assert fetch(f"{root}/stats")["texts"] == 1
        assert fetch(f"{root}/stats", {})["requests"] == 0
        with pytest.raises(urllib.error.HTTPError) as raised:
            fetch(f"{root}/nothing")
        raised.value.close()
        assert raised.value.code == 404


async def test_it_stops_and_starts_again_at_the_same_address():
    server = StandInServer(faults=lambda body, attempt: "hang" if attempt == 1 else None)
    await server.start()
    url = server.url
    hanging = asyncio.create_task(model_at(url).ask(asked("x")))
    while not server.stats.in_flight:
        await asyncio.sleep(0.01)
    await server.stop()
    with pytest.raises(EndpointError):
        await hanging
    await server.start()
    assert server.url == url
    assert (await model_at(url).ask(asked("x"))).text
    await server.stop()


def test_as_a_process_it_says_where_it_listens_and_ends_when_told():
    command = [sys.executable, "-m", "ragtester.testing.stand_in", "--latency", "0.01", "--fault", "server_error=1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        url = process.stdout.readline().strip()
        with pytest.raises(urllib.error.HTTPError) as raised:
            fetch(f"{url}/chat/completions", {"model": "m", "messages": []})
        raised.value.close()
        assert raised.value.code == 500
        assert fetch(f"{url.removesuffix('/v1')}/stats")["outcomes"] == {"server_error": 1}
    finally:
        process.terminate()
        assert process.wait(timeout=10) == 0
        process.stdout.close()


@pytest.mark.parametrize(
    "arguments", [["--fault", "nothing=1"], ["--fault", "drop"], ["--reply", "no.such:thing"], ["--reply", "math:no"]]
)
def test_a_wrong_argument_is_said_in_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("stand_in: ")


def test_every_fault_can_be_asked_for_by_name():
    assert [Faults({fault: 1.0})({}, 1) for fault in FAULTS] == list(FAULTS)
