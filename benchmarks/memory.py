"""Memory of a run by its size: `python -m benchmarks.memory [--tests 100 400]`. Largest resident size of each process.

What grows with the cases is what a row takes; queues and what is in flight are bounded, so the rest stays as it is.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.fanout import endpoint
from benchmarks.matrix import child, write_config
from benchmarks.planted_matrix import write_inputs

_WHOLE = 72_000


def measured(tests: int) -> dict[str, Any]:
    reply = ("--reply", "benchmarks.planted_matrix:say")
    with tempfile.TemporaryDirectory() as name, endpoint(0.0, more=reply) as url:
        folder = Path(name)
        write_inputs(folder, tests=tests, sections=200, documents=20, seed=1)
        config = write_config(
            folder, url, generators=8, window=64, embedders="hashing", top_k=1, judge="builtin"
        )  # fmt: skip
        result = child(config, f"sqlite:///{folder}/bench.db")
    return {"cases": result["cases"], "memory_mb": result["memory_mb"]}


def main() -> int:
    parser = argparse.ArgumentParser(description=re.split(r"\n\n", __doc__ or "")[0])
    parser.add_argument("--tests", type=int, nargs=2, default=[100, 400], help="two sizes; 24 cases for each test")
    parser.add_argument("--json", action="store_true", help="JSON only")
    given = parser.parse_args()
    few, many = (measured(tests) for tests in given.tests)
    more = (many["memory_mb"] - few["memory_mb"]) / max(1, many["cases"] - few["cases"])
    rows: dict[str, Any] = {
        "sizes": [few, many],
        "kb_per_case": round(more * 1024, 2),
        "expected_mb_at_72000_cases": round(few["memory_mb"] + more * (_WHOLE - few["cases"])),
    }
    if not given.json:
        for row in (few, many):
            print(f"{row['cases']:8,} cases {row['memory_mb']:6} MB")
        print(f"{rows['kb_per_case']} KB a case; {rows['expected_mb_at_72000_cases']} MB expected at 72,000 cases")
    print(json.dumps(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
