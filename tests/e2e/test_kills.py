"""Killed again and again at moments of chance, a run comes to the same end and repeats next to nothing."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ragtester.api import run_config
from ragtester.runner import RunOptions
from ragtester.testing import StandInServer

KILLS = 10
LATENCY = 0.2
WINDOW = 4


def table(summary: Any) -> list[tuple[str, int, int, int]]:
    return [(one["id"], one["passed"], one["failed"], one["unmeasured"]) for one in summary["systems"]]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_ten_kills_repeat_at_most_a_second_of_finished_calls_each(
    write_config: Callable[..., Path], read_and_answer: Callable[..., str]
) -> None:
    draw = random.Random(13)
    with StandInServer(say=read_and_answer, latency=LATENCY) as server:
        config = write_config(server.url)
        text = config.read_text().replace("concurrency: 8", f"concurrency: {WINDOW}")
        config.write_text(text.replace("tests_per_document: 4", "tests_per_document: 150"))
        killed = repeated = 0
        while killed < KILLS:
            answered, duplicates = server.stats.answered, server.stats.duplicates
            process = subprocess.Popen([sys.executable, "-m", "ragtester", "run", str(config), "--quiet"])
            until = time.monotonic() + 60
            while server.stats.answered == answered and process.poll() is None and time.monotonic() < until:
                time.sleep(0.01)
            time.sleep(draw.uniform(0.0, 1.2))
            process.kill()
            assert process.wait() == -9, "the run ended before it was killed: give it more tests"
            killed += 1
            time.sleep(2 * LATENCY)  # what is in flight ends at the server
            # What was answered within the last second, and what was in flight: all that the next one may ask again.
            repeated = max(repeated, server.stats.duplicates - duplicates)
        resumed = run_config(config)
        assert resumed.exit_code == 0
        assert repeated <= WINDOW + WINDOW / LATENCY
        undisturbed = run_config(config, RunOptions(output=Path("other")), database="sqlite:///other.db")
        assert table(resumed.summary) == table(undisturbed.summary)
        assert resumed.summary["totals"]["unmeasured"] == 0
