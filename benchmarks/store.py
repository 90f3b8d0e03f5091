"""The database at the size of a whole matrix: writing, looking up, the heat map, a page of failures.

`python -m benchmarks.store [--cases 72000] [--database postgresql://...]`
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from ragtester.records import Reply, text_hash
from ragtester.store import Store

STATUSES = ("passed", "passed", "passed", "failed", "unmeasured")


def case(position: int, tests: int) -> dict[str, Any]:
    return {
        "run": "bench", "position": position, "system": f"system-{position // tests:02d}", "test": f"t{position % tests}",
        "sample": 0, "kind": "negative" if position % 10 < 3 else "positive", "type": "numeric",
        "status": STATUSES[position % 5], "reason": None, "stage": None, "failure": None, "flesch": 50.0,
        "factuality": 5.0, "relevance": 5.0, "completeness": 5.0, "clarity": 5.0, "recall": 1.0, "seconds": 0.2,
        "answer_key": text_hash(f"a{position}"), "verdict_key": text_hash(f"v{position}"), "row_key": text_hash(f"r{position}"),
    }  # fmt: skip


def run(url: str, cases: int) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    keys = [text_hash(str(number)) for number in range(cases)]
    reply = Reply(text="The notice period is fourteen days. " * 4, model="m", seconds=0.2)

    def measured(what: str, work: Callable[[], object], *, items: int, rounds: int = 1) -> None:
        best = cpu = float("inf")
        for _ in range(rounds):
            wall, used = time.perf_counter(), time.process_time()
            work()
            best, cpu = min(best, time.perf_counter() - wall), min(cpu, time.process_time() - used)
        rows.append({"what": what, "items": items, "seconds": round(best, 4), "cpu_seconds": round(cpu, 4)})

    with Store(url) as store:

        def replies() -> None:
            for key in keys:
                store.put_reply(key, reply, model="m")
            store.flush()

        def put_cases() -> None:
            for position in range(cases):
                store.put_cases([case(position, cases // 24)])
            store.flush()

        measured("replies written one by one", replies, items=cases)
        measured("cases written one by one", put_cases, items=cases)
        measured(
            "keys that are not there asked for", lambda: [store.may_hold("result", key) for key in keys], items=cases
        )
        measured("replies looked up", lambda: store.replies(keys[:10_000]), items=10_000)
        measured("heat map", lambda: store.heat("bench"), items=cases, rounds=5)
        page = {"system": "system-11", "status": "failed"}
        measured("a page of a cell's failures", lambda: store.cases("bench", limit=100, **page), items=100, rounds=5)
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=re.split(r"\n\n", __doc__ or "")[0])
    parser.add_argument("--cases", type=int, default=72_000)
    parser.add_argument("--database", help="SQLite in a temporary folder by default")
    parser.add_argument("--json", action="store_true", help="JSON only")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = run(given.database or f"sqlite:///{folder}/bench.db", given.cases)
    if not given.json:
        print(f"{'what':36} {'items':>8} {'seconds':>9} {'CPU s':>8} {'per s':>10}")
        for row in rows:
            rate = row["items"] / max(row["seconds"], 1e-9)
            print(f"{row['what']:36} {row['items']:8} {row['seconds']:9.4f} {row['cpu_seconds']:8.3f} {rate:10.0f}")
    print(json.dumps(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
