"""A run on Ray workers gives what a run on one machine gives; a killed worker costs nothing but time."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ragtester.api import run_config
from ragtester.config import RayConfig
from ragtester.errors import MissingExtraError
from ragtester.records import JsonValue, Message, Request
from ragtester.runner.distribute import RayPool
from ragtester.runner.distribute.wire import ask_shard, pack, replies_of, unpack
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
def test_the_shards_of_a_killed_worker_go_out_again(server: StandInServer) -> None:
    pytest.importorskip("ray", reason="needs Ray: pip install 'ragtester-suite[ray]'")

    async def run() -> tuple[int, list[str], int]:
        pool = RayPool(RayConfig(address="local", workers=2))
        spec: dict[str, dict[str, JsonValue]] = {"openai": {"model": "m", "base_url": server.url, "concurrency": 4}}
        shards = [
            ask_shard("m", spec, ".", [Request(messages=(Message(role="user", content=f"a\n{n} {i}"),)) for i in range(8)], n)
            for n in range(30)
        ]  # fmt: skip
        texts: list[str] = []
        processes = await pool.processes()
        try:
            async for _, replies in pool.run(shards):
                if len(texts) == 24:
                    os.kill(processes[0], signal.SIGKILL)
                texts += [reply.text for reply in replies_of(replies) if reply is not None]
        finally:
            lost = pool.lost
            pool.close()
        return len(processes), texts, lost

    workers, texts, lost = asyncio.run(run())
    assert workers == 2
    assert lost >= 1
    assert sorted(texts) == sorted(f"{n} {i}" for n in range(30) for i in range(8))


def test_without_ray_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"ragtester-suite\[ray\]"):
        asyncio.run(RayPool(RayConfig()).start())


def test_a_request_is_the_same_after_its_way_to_a_worker() -> None:
    messages = (Message(role="system", content="Be brief."), Message(role="user", content="é\n"))
    request = Request(
        messages=messages, schema_={"type": "object"}, stop=("\n",), sample=2, question="é", passages=("a", "b"), seed=1
    )
    assert unpack(pickle.loads(pickle.dumps(pack(request)))) == request
