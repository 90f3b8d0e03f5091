"""The main job from the outside: runs, reruns, faults at the endpoint, kills."""

from __future__ import annotations

import hashlib
import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from ragtester.api import run_config
from ragtester.errors import ConfigError
from ragtester.runner import RunOptions
from ragtester.testing import StandInServer
from ragtester.testing.stand_in.faults import Fault

WriteConfig = Callable[..., Path]


def done(summary: Any) -> dict[str, int]:
    return {kind: count["done"] for kind, count in summary["work"].items() if count["done"]}


def verdicts(summary: Any) -> list[tuple[str, int, int, int]]:
    return sorted((s["id"], s["passed"], s["failed"], s["unmeasured"]) for s in summary["systems"])


def test_a_run_makes_every_file_and_a_second_one_does_nothing_again(
    server: StandInServer, write_config: WriteConfig
) -> None:
    config = write_config(server.url)
    first = run_config(config)
    assert first.exit_code == 0, first.unmeasured
    folder = first.folder
    assert {file.name for file in folder.iterdir()} >= {"summary.json", "results.jsonl", "report.html", "junit.xml"}
    assert len(list((folder.parents[1] / "corpus").glob("*.pdf"))) >= 2
    assert (folder.parent / "latest").resolve() == folder.resolve()
    assert json.loads((folder / "summary.json").read_text()) == json.loads(json.dumps(first.summary))
    totals = first.summary["totals"]
    assert totals["cases"] == totals["tests"] * 4 == totals["passed"] + totals["failed"]
    for count in first.summary["work"].values():
        assert count["needed"] == count["reused"] + count["done"] + count["failed"]
    lines = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    assert len(lines) == totals["cases"]
    assert {line["kind"] for line in lines} == {"positive", "negative"}
    assert all(line["stage"] for line in lines if line["status"] == "failed")
    assert all(line["answer"] and line["retrieved_contexts"] for line in lines)
    root = ET.parse(folder / "junit.xml").getroot()
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == (
        str(totals["cases"]), str(totals["failed"]), "0",
    )  # fmt: skip
    page = (folder / "report.html").read_text()
    assert "http://" not in page.replace(server.url, "")
    assert all(system["id"] in page for system in first.summary["systems"])
    sent = server.stats.chat
    assert server.stats.duplicates == 0

    second = run_config(config)
    assert done(second.summary) == {}
    assert server.stats.chat == sent
    assert verdicts(second.summary) == verdicts(first.summary)
    assert second.id != first.id


def test_faults_become_unmeasured_and_only_retry_errors_fills_the_gaps(
    write_config: WriteConfig, read_and_answer: Callable[..., str]
) -> None:
    healthy = threading.Event()
    kinds: tuple[Fault, ...] = ("rate_limited", "server_error", "drop", "empty", "refusal", "html")

    def faults(body: Mapping[str, object], _attempt: int) -> Fault | None:
        number = int(hashlib.sha256(json.dumps(body).encode()).hexdigest(), 16) % 12
        return kinds[number] if number < len(kinds) and not healthy.is_set() else None

    with StandInServer(say=read_and_answer, faults=faults, retry_after=0.01) as bad:
        config = write_config(bad.url)
        broken = run_config(config)
        assert broken.exit_code == 3
        unmeasured = broken.summary["totals"]["unmeasured"]
        assert unmeasured > 0
        lines = [json.loads(line) for line in (broken.folder / "results.jsonl").read_text().splitlines()]
        gaps = [line for line in lines if line["status"] == "unmeasured"]
        assert all(line["reason"] and line["message"] and line["answer"] is None for line in gaps)
        assert all(not line["scores"] for line in gaps)
        sent = bad.stats.requests
        again = run_config(config)
        assert bad.stats.requests == sent
        assert verdicts(again.summary) == verdicts(broken.summary)
        healthy.set()
        retried = run_config(config, RunOptions(retry_errors=True))
        assert retried.summary["totals"]["unmeasured"] == 0
        assert retried.exit_code == 0
        assert bad.stats.requests - sent <= unmeasured
        assert bad.stats.duplicates == 0


@pytest.mark.parametrize(
    ("faults", "reason"),
    [
        ({"server_error": 1.0}, "server_error"),
        ({"html": 1.0}, "not_json"),
        ({"empty": 1.0}, "empty"),
        ({"refusal": 1.0}, "refused"),
    ],
)
def test_a_dead_endpoint_gives_no_verdict_and_the_reason(
    write_config: WriteConfig, faults: dict[str, float], reason: str
) -> None:
    with StandInServer(faults=faults, retry_after=0.01) as bad:
        result = run_config(write_config(bad.url), RunOptions(filter_systems="remote*", limit=4))
    totals = result.summary["totals"]
    assert (totals["passed"], totals["failed"], totals["unmeasured"]) == (0, 0, totals["cases"])
    assert result.exit_code == 3
    assert {reason for system in result.summary["systems"] for reason in system["reasons"]} == {reason}
    assert all(system["pass_rate"] is None and system["interval"] is None for system in result.summary["systems"])


def test_no_endpoint_at_all_is_unmeasured_too(write_config: WriteConfig) -> None:
    result = run_config(write_config("http://127.0.0.1:9/v1"), RunOptions(filter_systems="remote*", limit=2))
    assert result.exit_code == 3
    assert result.summary["systems"][0]["reasons"] == {"connection": 2}


def test_a_reply_cut_at_the_token_limit_is_judged_and_marked(write_config: WriteConfig) -> None:
    with StandInServer(faults={"truncated": 1.0}) as cutting:
        result = run_config(write_config(cutting.url), RunOptions(filter_systems="remote/bm25*", limit=3))
    lines = [json.loads(line) for line in (result.folder / "results.jsonl").read_text().splitlines()]
    assert all(line["truncated"] and line["finish"] == "length" and line["status"] != "unmeasured" for line in lines)


def test_thresholds_decide_the_exit_code(server: StandInServer, write_config: WriteConfig) -> None:
    strict = run_config(write_config(server.url, "thresholds: {pass_rate: 1.0}"))
    assert strict.exit_code == 1
    assert {shortfall.measure for shortfall in strict.failed} == {"pass_rate"}


def test_filters_limit_and_samples_choose_cases(server: StandInServer, write_config: WriteConfig) -> None:
    config = write_config(server.url)
    some = run_config(config, RunOptions(filter_systems="*/bm25/*", filter_tests="negative", limit=1, samples=2))
    assert some.summary["totals"]["cases"] == 4
    assert all(system["embedder"] == "bm25" for system in some.summary["systems"])
    with pytest.raises(ConfigError, match="matches none of the 4 systems"):
        run_config(config, RunOptions(filter_systems="nothing*"))


def test_fresh_sends_everything_again(server: StandInServer, write_config: WriteConfig) -> None:
    config = write_config(server.url)
    options = RunOptions(filter_systems="remote/bm25*", limit=3)
    run_config(config, options)
    sent = server.stats.chat
    fresh = run_config(config, RunOptions(filter_systems="remote/bm25*", limit=3, fresh=True))
    assert server.stats.chat == 2 * sent
    assert done(fresh.summary)["generate"] == 3
    run_config(config, options)
    assert server.stats.chat == 2 * sent


def _start(config: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "ragtester", "run", str(config), "--filter-systems", "remote*", "--quiet"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_run_continues_where_it_stopped(
    write_config: WriteConfig, read_and_answer: Callable[..., str], how: signal.Signals
) -> None:
    with StandInServer(say=read_and_answer, latency=0.4, capacity=1000) as slow:
        config = write_config(slow.url)
        config.write_text(
            config.read_text()
            .replace("concurrency: 8", "concurrency: 1")
            .replace("tests_per_document: 4", "tests_per_document: 6")
        )
        process = _start(config)
        deadline = time.monotonic() + 60
        while slow.stats.answered < 4 and time.monotonic() < deadline:
            time.sleep(0.05)
        if how == signal.SIGKILL:
            time.sleep(0.6)
        process.send_signal(how)
        process.communicate(timeout=30)
        assert process.returncode == (-9 if how == signal.SIGKILL else 130)
        before = slow.stats.answered
        resumed = run_config(config, RunOptions(filter_systems="remote*"))
        assert resumed.exit_code == 0
        # At most what finished in the last second before the kill is asked again.
        assert slow.stats.duplicates <= (3 if how == signal.SIGKILL else 0)
        assert before >= 4
        undisturbed = run_config(
            config, RunOptions(filter_systems="remote*", output=Path("other")), database="sqlite:///other.db"
        )
        assert verdicts(resumed.summary) == verdicts(undisturbed.summary)


def test_systems_that_differ_in_any_part_share_no_answer(write_config: WriteConfig) -> None:
    config = write_config("http://127.0.0.1:9/v1")
    text = config.read_text().replace("[reader, remote]", "[reader]")
    chunkers = "[{recursive: {size: 500, overlap: 50}}, {recursive: {size: 300, overlap: 0}}, {sentences: {size: 3}}]"
    config.write_text(
        text.replace("chunkers: [{recursive: {size: 500, overlap: 50}}]", f"chunkers: {chunkers}, rerankers: [none, lexical]")
        .replace("top_k: [3]", "top_k: [2, 3]")
    )  # fmt: skip
    result = run_config(config)
    lines = [json.loads(line) for line in (result.folder / "results.jsonl").read_text().splitlines()]
    chunks = {(line["system"].split("/")[2], passage["chunk"]) for line in lines for passage in line["retrieved"]}
    by_chunker: dict[str, set[str]] = {}
    for chunker, chunk in chunks:
        by_chunker.setdefault(chunker, set()).add(chunk)
    assert len(by_chunker) == 3
    assert by_chunker["recursive-500-50"] != by_chunker["recursive-300-0"] != by_chunker["sentences-3"]
    assert all(len(line["retrieved"]) <= int(line["system"].split("/k")[1][0]) for line in lines)
    assert result.summary["work"]["generate"]["done"] == len(lines)


def test_two_equal_commands_at_once_send_each_call_once(
    write_config: WriteConfig, read_and_answer: Callable[..., str]
) -> None:
    with StandInServer(say=read_and_answer, latency=0.2, capacity=1000) as slow:
        config = write_config(slow.url)
        both = [_start(config), _start(config)]
        outputs = [process.communicate(timeout=90) for process in both]
        assert [process.returncode for process in both] == [0, 0], outputs
        assert slow.stats.chat > 0
        assert slow.stats.duplicates == 0
    runs = [path for path in Path("generated/small/runs").iterdir() if not path.is_symlink()]
    summaries = [json.loads((run / "summary.json").read_text()) for run in runs]
    assert len(summaries) == 2, "the second one is a run of its own, as a rerun is"
    assert sum(bool(done(summary)) for summary in summaries) == 1
    assert verdicts(summaries[0]) == verdicts(summaries[1])
