"""Every benchmark, a table and JSON each: `python -m benchmarks [NAME ...] [--seconds 120]`.

Each runs as a process of its own with arguments that keep it within a few minutes; the full sizes are in its own help.
One that takes longer than `--seconds` is ended and said so.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

RUNS: dict[str, list[str]] = {
    "startup": [],
    "store": [],
    "cache": [],
    "search": [],
    "fanout": ["--seconds", "10", "--windows", "64", "--faults"],
    "matrix": ["--tests", "125", "375"],
    "memory": [],
    "mutants": ["--instances", "60", "--sections", "400", "--documents", "40"],
    "embedding": ["--texts", "120", "--rounds", "1"],
    "gate": ["--queries", "2000"],
    "corpus_speed": [],
    "documents_tables": [],
    "documents_spans": [],
    "mutants_typos": [],
}
"""What `make bench` runs, in this order; other benchmarks need data or models of their own."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Every benchmark, a table and JSON each.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of: {', '.join(RUNS)}")
    parser.add_argument("--seconds", type=float, default=240.0, help="most that one benchmark may take")
    given = parser.parse_args()
    unknown = set(given.names) - set(RUNS)
    if unknown:
        parser.error(f"no benchmark is called {', '.join(sorted(unknown))}")
    found: dict[str, str] = {}
    for name in given.names or RUNS:
        print(f"== {name}", flush=True)
        found[name] = _run(name, RUNS[name], given.seconds)
    print(json.dumps(found))
    return int(any(outcome != "done" for outcome in found.values()))


def _run(name: str, arguments: list[str], seconds: float) -> str:
    started = time.perf_counter()
    try:
        done = subprocess.run(
            [sys.executable, "-m", f"benchmarks.{name}", *arguments], timeout=seconds, cwd=Path(__file__).parents[1]
        )
    except subprocess.TimeoutExpired:
        print(f"ended after {seconds:g} s")
        return "too long"
    print(f"   {time.perf_counter() - started:.1f} s", flush=True)
    return "done" if done.returncode == 0 else f"failed with {done.returncode}"


if __name__ == "__main__":
    sys.exit(main())
