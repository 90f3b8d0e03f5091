"""A run on Ray workers gives what a run on one machine gives; a killed worker costs nothing but time."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ragtester.api import run_config
from ragtester.config import RayConfig
from ragtester.errors import EndpointError, MeasurementError, MissingExtraError, ReplyError
from ragtester.llm import limited, make_chat_model
from ragtester.records import JsonValue, Message, Reply, Request, Usage
from ragtester.runner.distribute import RayModel, RayPool
from ragtester.runner.distribute.wire import (
    came_from,
    pack,
    pack_error,
    pack_reply,
    to_bytes,
    told_from,
    unpack,
    unpack_reply,
)
from ragtester.testing import StandInServer

CONFIG = """
name: {name}
models:
  remote: {{openai: {{model: stand-in, base_url: "{url}", timeout: 5, concurrency: 8, tries: 2}}}}
corpus: {{blueprint: hr-policies, documents: 2}}
suite: {{tests_per_document: 6}}
matrix: {{generators: [remote], embedders: [bm25, hashing], chunkers: [{{recursive: {{size: 500, overlap: 50}}}}], top_k: [1]}}
{more}
"""
RAY = "distribute: {ray: {address: local, workers: 2, shard_prompts: 4}}"


def say(body: Mapping[str, object]) -> str:
    messages = body["messages"]
    assert isinstance(messages, list)
    return str(messages[-1]["content"]).split("\n")[1][:80]


@pytest.fixture
def server() -> Iterator[StandInServer]:
    with StandInServer(say=say, latency=0.05) as running:
        yield running


def asked(number: int) -> Request:
    return Request(messages=(Message(role="user", content=f"a\nnumber {number}"),))


def table(summary: Any) -> list[tuple[str, int, int, int]]:
    return [(one["id"], one["passed"], one["failed"], one["unmeasured"]) for one in summary["systems"]]


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.filterwarnings("ignore")
def test_results_on_ray_equal_the_local_ones_and_prompts_are_sent_once(server: StandInServer, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="needs Ray: pip install 'ragtester-suite[ray]'")
    found = []
    for name, more in (("here", ""), ("there", RAY)):
        file = tmp_path / f"{name}.yaml"
        file.write_text(CONFIG.format(name="same", url=server.url, more=more), encoding="utf-8")
        before = server.stats.chat
        result = run_config(file, database=f"sqlite:///{tmp_path}/{name}.db")
        found.append((table(result.summary), server.stats.chat - before, result.summary["models"]["remote"]["calls"]))
    assert found[0] == found[1]
    assert found[0][1] > 10


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.filterwarnings("ignore")
def test_the_requests_of_a_killed_worker_go_out_again(server: StandInServer) -> None:
    pytest.importorskip("ray", reason="needs Ray: pip install 'ragtester-suite[ray]'")

    async def run() -> tuple[int, list[str], int]:
        pool = RayPool(RayConfig(address="local", workers=2, shard_prompts=20))
        spec: dict[str, dict[str, JsonValue]] = {"openai": {"model": "m", "base_url": server.url, "concurrency": 4}}
        model = RayModel(make_chat_model("m", spec), spec=spec, folder=".", pool=pool, window=4)
        texts: list[str] = []

        async def ask(number: int) -> None:
            texts.append((await model.ask(asked(number))).text)
            if len(texts) == 40:
                os.kill(processes[0], signal.SIGKILL)

        processes = await pool.processes()
        try:
            await asyncio.gather(*(ask(number) for number in range(240)))
        finally:
            lost = (await pool.exchange()).lost
            pool.close()
        return len(processes), texts, lost

    workers, texts, lost = asyncio.run(run())
    assert workers == 2
    assert lost >= 1
    assert sorted(texts) == sorted(f"number {number}" for number in range(240))
    assert server.stats.duplicates <= lost


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.filterwarnings("ignore")
def test_what_a_worker_s_endpoint_says_is_the_result_and_what_it_cannot_ask_is_asked_here(
    server: StandInServer,
) -> None:
    pytest.importorskip("ray", reason="needs Ray: pip install 'ragtester-suite[ray]'")
    broken: dict[str, dict[str, JsonValue]] = {"openai": {"model": "m", "base_url": server.url, "nonsense": 1}}
    refusing: dict[str, dict[str, JsonValue]] = {"scripted": {"rules": [{"error": "server_error"}]}}

    async def run() -> str:
        pool = RayPool(RayConfig(address="local", workers=1))
        here = make_chat_model("m", {"openai": {"model": "m", "base_url": server.url}})
        try:
            other = RayModel(limited(make_chat_model("r", refusing)), spec=refusing, folder=".", pool=pool, window=4)
            with pytest.raises(EndpointError) as caught:
                await other.ask(asked(1))
            assert caught.value.problem == "server_error"
            return (await RayModel(here, spec=broken, folder=".", pool=pool, window=4).ask(asked(7))).text
        finally:
            pool.close()

    assert asyncio.run(run()) == "number 7"


def test_without_ray_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"ragtester-suite\[ray\]"):
        asyncio.run(RayPool(RayConfig()).start())


def test_requests_replies_and_errors_are_the_same_after_their_way_between_processes() -> None:
    messages = (Message(role="system", content="Be brief."), Message(role="user", content="é\n"))
    request = Request(
        messages=messages, schema_={"type": "object"}, stop=("\n",), sample=2, question="é", passages=("a", "b"), seed=1
    )
    models, ((name, ticket, packed),) = told_from(to_bytes(({"m": ({"openai": {}}, ".")}, [("m", 3, pack(request))])))
    assert (models, name, ticket) == ({"m": ({"openai": {}}, ".")}, "m", 3)
    assert unpack(packed) == request
    reply = Reply(text="14 days", finish="length", usage=Usage(prompt_tokens=3), model="m", seconds=0.5)
    errors = [
        EndpointError("slow", problem="timeout", retryable=True),
        ReplyError("empty", problem="empty", reply=" "),
        MeasurementError("odd", reason="system_error"),
    ]
    came = came_from(to_bytes([(0, pack_reply(reply)), *((1, pack_error(error)) for error in errors)]))
    found = [unpack_reply(packed) for _, packed in came if packed is not None]
    assert found[0] == reply
    assert [(type(one), str(one), getattr(one, "reason", "")) for one in found[1:]] == [
        (EndpointError, "slow", "timeout"),
        (ReplyError, "empty", "empty"),
        (MeasurementError, "odd", "system_error"),
    ]
    assert pack_error(EndpointError("no key", problem="authentication", retryable=False)) is None
