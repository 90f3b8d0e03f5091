"""Sending to endpoints, and what their failures mean."""

from __future__ import annotations

import email.utils
import time

import pytest

from ragtester.endpoints import Address, Endpoint, resolve_address, retry_after, status_error
from ragtester.endpoints.client import Way
from ragtester.endpoints.failures import words
from ragtester.errors import EndpointError
from ragtester.records import JsonValue
from ragtester.testing import StandInServer

BODY: dict[str, JsonValue] = {"model": "m", "messages": [{"role": "user", "content": "hi"}], "top_k": 5}
HERE = Address(url="http://127.0.0.1:1/v1", key="secret-key", key_name="KEY")


def endpoint(server: StandInServer, way: Way = "lean", **options: float) -> Endpoint:
    return Endpoint(Address(url=server.url, key="k", key_name="KEY"), way=way, headers={"X-Team": "a"}, **options)


@pytest.mark.parametrize("way", ["lean", "cheap", "ordinary"])
async def test_every_way_sends_the_same_and_gets_the_same(way: Way):
    async with StandInServer(key="k") as server:
        payload = await endpoint(server, way).post("/chat/completions", BODY, model="m")
        assert server.log[0].body == BODY
    assert isinstance(payload, dict)
    assert payload["choices"][0]["message"]["content"].startswith("This is the reply")


@pytest.mark.parametrize("way", ["lean", "cheap", "ordinary"])
@pytest.mark.parametrize(
    ("fault", "problem"),
    [
        ("rate_limited", "rate_limited"),
        ("server_error", "server_error"),
        ("drop", "connection"),
        ("bad_json", "not_json"),
    ],
)
async def test_every_way_names_failures_alike(way: Way, fault: str, problem: str):
    async with StandInServer(faults={fault: 1.0}, retry_after=2.5) as server:
        with pytest.raises(EndpointError) as raised:
            await endpoint(server, way).post("/chat/completions", BODY, model="m")
    assert raised.value.problem == problem
    assert raised.value.retry_after == (2.5 if fault == "rate_limited" else None)


async def test_what_fast_json_refuses_is_sent_and_read_all_the_same():
    """Half a surrogate pair, a number beyond 64 bits, and a reply with NaN and with half a pair."""
    body: dict[str, JsonValue] = {**BODY, "stop": ["\ud800é"], "seed": 2**70}
    said: dict[str, object] = {"choices": [], "score": float("nan"), "text": "\udc00"}
    async with StandInServer(say=lambda _: said) as server:
        payload = await endpoint(server).post("/chat/completions", body, model="m")
        assert server.log[0].body == {**body, "stop": ["?é"]}
    assert isinstance(payload, dict)
    assert payload["score"] != payload["score"]
    assert payload["text"] == "\udc00"


async def test_the_ordinary_way_embeds_too():
    async with StandInServer(dimension=8) as server:
        payload = await endpoint(server, "ordinary").post("/embeddings", {"model": "m", "input": ["a"]}, model="m")
    assert isinstance(payload, dict)
    assert len(payload["data"][0]["embedding"]) == 8


async def test_a_proxy_is_left_to_the_client_that_knows_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    async with StandInServer() as server:
        assert await endpoint(server).post("/chat/completions", BODY, model="m")
        monkeypatch.delenv("no_proxy")
        with pytest.raises(EndpointError) as raised:
            await endpoint(server, timeout=7.0).post("/chat/completions", BODY, model="m")
    assert raised.value.problem == "connection"


async def test_models_can_be_listed():
    async with StandInServer(models=["a"]) as server:
        payload = await endpoint(server).get("/models")
    assert isinstance(payload, dict)
    assert payload["data"][0]["id"] == "a"


@pytest.mark.parametrize(
    ("status", "said", "problem", "retryable"),
    [
        (400, "no", "bad_request", False),
        (401, "no", "authentication", False),
        (403, "no", "authentication", False),
        (404, "no", "not_found", False),
        (408, "no", "timeout", True),
        (409, "no", "server_error", True),
        (422, "no", "bad_request", False),
        (429, "slow down", "rate_limited", True),
        (429, "You exceeded your current quota", "rate_limited", False),
        (500, "no", "server_error", True),
        (501, "no", "bad_request", False),
        (503, "no", "server_error", True),
    ],
)
def test_a_status_means_one_thing(status: int, said: str, problem: str, retryable: bool):
    error = status_error(status, {"error": {"message": said}}, address=HERE, model="m")
    assert (error.problem, error.retryable) == (problem, retryable)
    assert said in str(error)
    assert "secret-key" not in f"{error} {HERE!r}"


def test_what_an_endpoint_said_is_one_short_line():
    assert words("<!DOCTYPE html><title>Bad\n gateway</title><p>long") == "a web page titled 'Bad\\n gateway'"
    assert words("<html><body>") == "a web page"
    assert len(words("word " * 500)) == 300
    assert words(None) == ""
    assert words({"error": "plain"}) == "plain"
    assert words({"detail": "other"}) == "{'detail': 'other'}"


def test_the_time_to_wait_is_read_in_every_form():
    assert retry_after({"retry-after": "3"}) == 3.0
    assert retry_after({"retry-after": "3", "retry-after-ms": "250"}) == 0.25
    soon = email.utils.formatdate(time.time() + 30, usegmt=True)
    assert 27 <= (retry_after({"retry-after": soon}) or 0) <= 31
    assert retry_after({"retry-after": email.utils.formatdate(0, usegmt=True)}) == 0.0
    assert [retry_after({"retry-after": value}) for value in ("soon", "-1", "inf", "")] == [None] * 4
    assert retry_after({}) is None


def test_a_local_endpoint_needs_no_key_and_openai_does():
    assert (
        resolve_address("http://localhost:8000/v1/", None, place="x", environment={}).url == "http://localhost:8000/v1"
    )
    official = resolve_address(None, None, place="x", environment={"OPENAI_API_KEY": " k "})
    assert (official.key, official.official) == ("k", True)
