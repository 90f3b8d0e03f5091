"""A run on PostgreSQL that is killed again and again at moments of chance comes to the same end and repeats next to nothing."""

from __future__ import annotations

import multiprocessing
import random
import signal
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from ragtester.api import run_config
from ragtester.runner import RunOptions
from ragtester.testing import StandInServer

KILLS = 10
LATENCY = 0.2
WINDOW = 4
PRELOADED = ["ragtester.api", "ragtester.corpus.write", "ragtester.documents", "sqlalchemy", "psycopg", "openai"]
CONFIG = """
name: killed
models: {{remote: {{openai: {{model: m, base_url: "{url}", concurrency: {window}}}}}}}
corpus: {{blueprint: hr-policies, documents: 2}}
suite: {{tests_per_document: 150}}
matrix: {{generators: [reader, remote], embedders: [bm25, hashing], top_k: [1]}}
"""


def table(summary: Any) -> list[tuple[str, int, int, int]]:
    return [(one["id"], one["passed"], one["failed"], one["unmeasured"]) for one in summary["systems"]]


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("server_too", [False, True], ids=["the run", "the run and the server"])
def test_ten_kills_on_postgresql_repeat_at_most_a_second_of_finished_calls_each(
    private_postgres: Any, new_postgres: Callable[[], str], tmp_path: Path, server_too: bool
) -> None:
    draw = random.Random(29)

    def say(body: Mapping[str, object]) -> str:
        return f"The answer is {len(str(body)) % 90} days."

    with StandInServer(say=say, latency=LATENCY) as server:
        file = tmp_path / "killed.yaml"
        file.write_text(CONFIG.format(url=server.url, window=WINDOW), encoding="utf-8")
        url = new_postgres()
        there = multiprocessing.get_context("forkserver")  # a process for each run, without importing everything anew
        there.set_forkserver_preload(PRELOADED)
        options = RunOptions(output=tmp_path / "one")
        repeated = 0
        for number in range(KILLS):
            answered, duplicates = server.stats.answered, server.stats.duplicates
            process = there.Process(target=run_config, args=(file, options), kwargs={"database": url})
            process.start()
            until = time.monotonic() + 120
            while server.stats.answered == answered and process.is_alive() and time.monotonic() < until:
                time.sleep(0.01)
            time.sleep(draw.uniform(0.0, 1.2))
            process.kill()
            process.join()
            assert process.exitcode == -signal.SIGKILL, "the run ended before it was killed: give it more tests"
            if server_too and number % 3 == 0:
                private_postgres.kill()
                start_again(private_postgres)
            time.sleep(2 * LATENCY)  # what is in flight ends at the endpoint
            repeated = max(repeated, server.stats.duplicates - duplicates)
        resumed = run_config(file, options, database=url)
        assert resumed.exit_code == 0
        # What was answered within the last second, and what was in flight: all that the next one may ask again.
        assert repeated <= WINDOW + WINDOW / LATENCY
        undisturbed = run_config(file, RunOptions(output=tmp_path / "two"), database=f"sqlite:///{tmp_path}/two.db")
        assert table(resumed.summary) == table(undisturbed.summary)
        assert resumed.summary["totals"]["unmeasured"] == 0
        rows = [len((one.folder / "results.jsonl").read_text().splitlines()) for one in (resumed, undisturbed)]
        assert rows[0] == rows[1] == resumed.summary["totals"]["cases"]


def start_again(server: Any) -> None:
    """What a killed server leaves behind in memory is gone a moment later."""
    until = time.monotonic() + 60
    while True:
        try:
            server.start()
            return
        except AssertionError:
            if time.monotonic() > until:
                raise
            time.sleep(0.5)
