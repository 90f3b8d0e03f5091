"""Time and memory of a gate on many queries: `python benchmarks/gate.py --queries 10000 --hits 20`.

Prints one JSON object: seconds and CPU seconds of the gate alone (reading, judging, resampling and writing), the largest
resident memory of its process in MB, and the outcome.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def write_inputs(folder: Path, *, queries: int, hits: int, chunks: int, seed: int) -> None:
    draw = random.Random(seed)
    words = [f"word{number}" for number in range(2000)]
    manifest = [
        {
            "chunk_id": f"chunk-{number}",
            "doc_id": f"doc-{number // 10}",
            "version": "v1",
            "tenant": f"tenant-{number % 2}",
            "text": f"{number}: " + " ".join(draw.choices(words, k=40)),
        }
        for number in range(chunks)
    ]
    by_tenant = [manifest[0::2], manifest[1::2]]
    asked, base, candidate = [], [], []
    for number in range(queries):
        found = draw.sample(by_tenant[number % 2], hits)
        relevant = {entry["chunk_id"] for entry in draw.sample(found, 3)}
        asked.append(
            {
                "id": f"query-{number}",
                "query": f"question {number} " + " ".join(draw.choices(words, k=8)),
                "slice": f"slice-{number % 5}",
                "tenant": f"tenant-{number % 2}",
                "as_of": "2026-10-02T09:00:00Z",
                "answerable": True,
                "judgments": {entry["chunk_id"]: int(entry["chunk_id"] in relevant) for entry in found},
            }
        )
        for results in (base, candidate):
            draw.shuffle(found)
            results.append({"query_id": f"query-{number}", "hits": [{**one, "score": draw.random()} for one in found]})
    contract = {"version": "1", "k": 10, "corpus": "bench", "manifest": manifest, "queries": asked}
    (folder / "contract.json").write_text(json.dumps(contract), encoding="utf-8")
    for name, results in (("base", base), ("candidate", candidate)):
        capture = {"contract_version": "1", "corpus": "bench", "stage": "final_context", "results": results}
        (folder / f"{name}.json").write_text(json.dumps(capture), encoding="utf-8")


def measure(folder: Path, *, resamples: int) -> dict[str, object]:
    from ragtester.retrieval import gate_files

    started = time.perf_counter()
    outcome = gate_files(
        folder / "contract.json",
        folder / "base.json",
        folder / "candidate.json",
        report=folder / "report.json",
        junit=folder / "report.xml",
        resamples=resamples,
    )
    return {
        "seconds": round(time.perf_counter() - started, 2),
        "cpu_seconds": round(time.process_time(), 2),
        "memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "status": outcome.status,
        "error": outcome.error,
        "comparisons": len(outcome.comparisons),
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--queries", type=int, default=10_000)
    options.add_argument("--hits", type=int, default=20)
    options.add_argument("--chunks", type=int, default=20_000)
    options.add_argument("--resamples", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--folder", type=Path, help="measure the inputs that are there; used by this script itself")
    given = options.parse_args()
    if given.folder:
        print(json.dumps(measure(given.folder, resamples=given.resamples)))
        return
    with tempfile.TemporaryDirectory() as name:
        write_inputs(Path(name), queries=given.queries, hits=given.hits, chunks=given.chunks, seed=given.seed)
        sizes = {file.stem: round(file.stat().st_size / 1e6, 1) for file in Path(name).glob("*.json")}
        command = [sys.executable, __file__, "--folder", name, "--resamples", str(given.resamples)]
        found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    print(json.dumps({"queries": given.queries, "hits": given.hits, "megabytes": sizes, **found}))


if __name__ == "__main__":
    main()
