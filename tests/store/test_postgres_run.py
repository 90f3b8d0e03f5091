"""A whole run on a PostgreSQL server that is killed in the middle and comes back, again and again."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from ragtester.api import run_config
from ragtester.runner import RunOptions
from ragtester.testing import StandInServer

CONFIG = """
name: restarted
models: {{remote: {{openai: {{model: m, base_url: "{url}", concurrency: 8}}}}}}
corpus: {{blueprint: hr-policies, documents: 2}}
suite: {{tests_per_document: 40}}
matrix: {{generators: [reader, remote], embedders: [bm25, hashing], top_k: [1]}}
"""


def table(summary: Any) -> list[tuple[str, int, int, int]]:
    return [(one["id"], one["passed"], one["failed"], one["unmeasured"]) for one in summary["systems"]]


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("end", ["stop", "kill"])
def test_a_server_that_is_killed_during_a_run_loses_no_case(
    private_postgres: Any, new_postgres: Callable[[], str], tmp_path: Path, end: str
) -> None:
    def say(body: Mapping[str, object]) -> str:
        return f"The answer is {len(json.dumps(body)) % 90} days."

    with StandInServer(say=say, latency=0.2) as server:
        file = tmp_path / "restarted.yaml"
        file.write_text(CONFIG.format(url=server.url))
        url = new_postgres()

        def restart() -> None:
            for answered in (20, 60):
                until = time.monotonic() + 60
                while server.stats.answered < answered and time.monotonic() < until:
                    time.sleep(0.02)
                getattr(private_postgres, end)()
                time.sleep(1.0)
                while True:  # what a killed server leaves behind in memory is gone a moment later
                    try:
                        private_postgres.start()
                        break
                    except AssertionError:
                        if time.monotonic() > until:
                            raise
                        time.sleep(0.5)

        restarting = threading.Thread(target=restart)
        restarting.start()
        result = run_config(file, RunOptions(output=tmp_path / "one"), database=url)
        restarting.join()
        assert server.stats.answered > 60, "the run was over before the server was killed: give it more tests"
        assert result.summary["totals"]["unmeasured"] == 0
        assert server.stats.duplicates == 0
        sent = server.stats.chat
        again = run_config(file, RunOptions(output=tmp_path / "one"), database=url)
        assert server.stats.chat == sent
        undisturbed = run_config(file, RunOptions(output=tmp_path / "two"), database=f"sqlite:///{tmp_path}/two.db")
        assert table(result.summary) == table(again.summary) == table(undisturbed.summary)
        rows = [len((one.folder / "results.jsonl").read_text().splitlines()) for one in (result, undisturbed)]
        assert rows[0] == rows[1] == result.summary["totals"]["cases"]
