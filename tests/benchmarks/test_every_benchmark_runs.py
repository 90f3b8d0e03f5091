"""Every benchmark of `make bench` runs at a tiny size and prints JSON last: none of them rots unseen."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import RUNS

TINY: dict[str, list[str]] = {
    "startup": ["--rounds", "1"],
    "store": ["--cases", "480"],
    "cache": ["--items", "100"],
    "search": ["--queries", "50", "--chunks", "300", "--rounds", "1"],
    "fanout": ["--seconds", "0.5", "--windows", "8", "--latency", "0.05", "--faults"],
    "matrix": ["--tests", "4", "--sections", "40", "--documents", "4"],
    "memory": ["--tests", "2", "4"],
    "mutants": ["--instances", "2", "--sections", "120", "--documents", "12"],
    "gate": ["--queries", "20", "--chunks", "200", "--resamples", "200"],
}
"""Arguments by benchmark; those that need a model or real documents run in `make bench` only."""
REST = {"embedding", "corpus_speed", "documents_tables", "documents_spans", "mutants_typos"}


def test_each_benchmark_is_tried_here_or_known_to_need_more() -> None:
    assert set(RUNS) == set(TINY) | REST


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", TINY)
def test_a_benchmark_runs_and_prints_json(name: str) -> None:
    command = [sys.executable, "-m", f"benchmarks.{name}", *TINY[name]]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout.splitlines()[-1])
