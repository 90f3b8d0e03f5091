"""`batch: {}` under a model: the same requests by the Batch API, fetched by the next process where one was killed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ragtester.api import run_config
from ragtester.testing import StandInServer
from ragtester.testing.stand_in.replies import default_reply, wanted_schema

JUDGED = "judge: {model: remote, sure_at: 1.0}"
BATCH = "tries: 2, input_price: 1.0, output_price: 1.0, batch: {size: 50, settle: 0.1, poll: 0.05}}"

WriteConfig = Callable[..., Path]
Say = Callable[[Mapping[str, object]], str]


@pytest.fixture
def say(read_and_answer: Say) -> Say:
    return lambda body: read_and_answer(body) if wanted_schema(body) is None else default_reply(body)


def batched(config: Path, more: str = BATCH) -> Path:
    config.write_text(config.read_text().replace("tries: 2}", more))
    return config


def table(folder: Path) -> list[tuple[object, ...]]:
    lines = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    return [(line["system"], line["test"], line["answer"], line["status"], line["rationale"]) for line in lines]


def test_replies_by_batches_are_those_of_single_calls_at_half_the_price(write_config: WriteConfig, say: Say) -> None:
    with StandInServer(say=say) as server:
        config = batched(write_config(server.url, JUDGED))
        first = run_config(config, database="sqlite:///batched.db")
        assert first.exit_code == 0, first.unmeasured
        sent = server.stats.chat
        assert sent > 0
        assert server.stats.duplicates == 0
        assert 1 <= len(server.batches.begun) <= 6
        config.write_text(config.read_text().replace(", batch: {size: 50, settle: 0.1, poll: 0.05}", ""))
        again = run_config(config, database="sqlite:///batched.db")
        assert server.stats.chat == sent  # the same keys: what came by a batch is not sent again
        alone = run_config(config, database="sqlite:///single.db")
        assert server.stats.chat == 2 * sent
        assert table(again.folder) == table(first.folder) == table(alone.folder)
        assert first.summary["cost_usd"] == pytest.approx(alone.summary["cost_usd"] / 2)


def test_requests_that_fail_in_a_batch_are_sent_in_another_and_then_unmeasured(
    write_config: WriteConfig, say: Say
) -> None:
    def faults(body: Mapping[str, object], attempt: int) -> str | None:
        number = len(json.dumps(body)) % 5
        kinds = {0: "server_error", 1: "drop", 2: "rate_limited"}
        return kinds.get(number) if attempt == 1 or number == 0 else None

    with StandInServer(say=say, faults=faults, retry_after=0.01) as server:  # type: ignore[arg-type]
        summary = run_config(batched(write_config(server.url))).summary
    reasons = {reason for system in summary["systems"] for reason in system["reasons"]}
    assert reasons <= {"server_error"}
    assert summary["totals"]["passed"] + summary["totals"]["failed"] > 0
    assert server.stats.duplicates == 0


def test_a_killed_run_s_batches_are_fetched_by_the_next(write_config: WriteConfig, say: Say) -> None:
    with StandInServer(say=say, batch_seconds=3.0) as server:
        config = batched(write_config(server.url))
        process = subprocess.Popen([sys.executable, "-m", "ragtester", "run", str(config), "--quiet"])
        until = time.monotonic() + 60
        while not server.batches.begun and time.monotonic() < until:
            time.sleep(0.02)
        process.kill()
        process.wait()
        sent = server.stats.chat
        assert sent > 0
        result = run_config(config)
        assert result.summary["totals"]["unmeasured"] == 0
        assert server.stats.duplicates == 0
        assert server.stats.chat == sent
        assert len(server.batches.begun) == 1
