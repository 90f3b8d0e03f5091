"""A whole run at the paper's size, then the same run again: `python -m benchmarks.matrix --tests 3000`.

3,000 tests x 8 generators x 3 embedders = 72,000 cases against a stand-in endpoint in a process of its own, with the
corpus, the index, the judge, the database and the reports of a real run. Each run is a process, so that its CPU time
and its largest resident memory are its own.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.fanout import endpoint, stats
from benchmarks.planted_matrix import write_inputs

EMBEDDERS = {
    "one": "[bm25]",
    "hashing": "[bm25, hash-a, hash-b]",
    "real": "[use_multilingual, all-MiniLM-L6-v2, {hybrid: all-MiniLM-L6-v2}]",
}
CONFIG = """
name: bench
models:
{models}
  hash-a: {{hashing: {{dimension: 256}}}}
  hash-b: {{hashing: {{dimension: 384}}}}
corpus: {{files: [docs/*.md]}}
suite: {{file: suite.jsonl}}
matrix:
  generators: [{generators}]
  embedders: {embedders}
  chunkers: [{{recursive: {{size: 450, overlap: 0}}}}]
  top_k: [{top_k}]
judge: {judge}
"""


def write_config(
    folder: Path, url: str, *, generators: int, window: int, embedders: str, top_k: int, judge: str
) -> Path:
    names = [f"model-{number}" for number in range(generators)]
    spec = "{{openai: {{model: {name}, base_url: '{url}', concurrency: {window}}}}}"
    models = [f"  {name}: {spec.format(name=name, url=url, window=window)}" for name in [*names, "grader"]]
    file = folder / "bench.yaml"
    text = CONFIG.format(
        models="\n".join(models),
        generators=", ".join(names),
        embedders=EMBEDDERS[embedders],
        top_k=top_k,
        judge="{model: builtin}" if judge == "builtin" else "{model: grader, sure_at: 1.0}",
    )
    file.write_text(text, encoding="utf-8")
    return file


def measure(config: Path, database: str) -> dict[str, Any]:
    """One run in this process."""
    from ragtester.api import run_config
    from ragtester.runner import RunOptions

    started = time.perf_counter()
    result = run_config(config, RunOptions(output=config.parent / "generated"), database=database)
    summary = result.summary
    stages = summary["stages"]
    cases = summary["totals"]["cases"]
    cpu = time.process_time()
    return {
        "cases": cases,
        "seconds": round(time.perf_counter() - started, 2),
        "cpu_seconds": round(cpu, 2),
        "cpu_ms_per_case": round(cpu / max(1, cases) * 1000, 3),
        "memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "stages": stages,
        "cases_per_second": round(cases / stages["matrix"]) if stages["matrix"] else None,
        "whole_cases_per_second": round(cases / (time.perf_counter() - started)),
        "work": summary["work"],
        "totals": summary["totals"],
        "calls": sum(model["calls"] for model in summary["models"].values()),
        "systems": [[s["id"], s["passed"], s["failed"], s["unmeasured"]] for s in summary["systems"]],
    }


def prompts_of(config: Path) -> tuple[int, int]:
    """Prompts in all and distinct ones, counted in the results: what reuse should save."""
    lines = config.parent / "generated" / "bench" / "runs" / "latest" / "results.jsonl"
    total, distinct = 0, set()
    with lines.open(encoding="utf-8") as file:
        for line in file:
            entry = json.loads(line)
            total += 1
            generator = entry["system"].split("/")[0]
            distinct.add(hash((generator, json.dumps(entry["prompt"]))))
    return total, len(distinct)


def child(config: Path, database: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.matrix", "--child", str(config), "--database", database]
    found = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    result = dict(json.loads(found.stdout.splitlines()[-1]))
    told = {name: result[name] for name in ("cases", "seconds", "cpu_seconds", "memory_mb", "stages")}
    print(json.dumps(told), file=sys.stderr, flush=True)
    return result


def compare(given: argparse.Namespace, tests: int, folder: Path) -> list[dict[str, Any]]:
    write_inputs(folder, tests=tests, sections=given.sections, documents=given.documents, seed=1)
    reply = ("--reply", "benchmarks.planted_matrix:say")
    with endpoint(given.latency, more=reply) as url:
        config = write_config(
            folder, url, generators=given.generators, window=given.window, embedders=given.embedders,
            top_k=given.top_k, judge=given.judge,
        )  # fmt: skip
        database = given.database or f"sqlite:///{folder}/bench.db"
        first = child(config, database)
        sent = stats(url)
        stats(url, reset=True)
        total, distinct = prompts_of(config)
        again = child(config, database)
        sent_again = stats(url)
    first |= {
        "what": "first run",
        "rows": total,
        "sent": sent["chat"],
        "saved": round(1 - first["work"]["generate"]["done"] / total, 4),
        "identical": round(1 - distinct / total, 4),
        "duplicates": sent["duplicates"],
    }
    again |= {"what": "again", "sent": sent_again["chat"], "same_table": again["systems"] == first["systems"]}
    return [first, again]


def main() -> int:
    parser = argparse.ArgumentParser(description=re.split(r"\n\n", __doc__ or "")[0])
    parser.add_argument("--tests", type=int, nargs="+", default=[375, 3000], help="one matrix for each")
    parser.add_argument("--generators", type=int, default=8)
    parser.add_argument("--embedders", choices=EMBEDDERS, default="hashing")
    parser.add_argument("--judge", choices=("builtin", "model"), default="builtin")
    parser.add_argument("--sections", type=int, default=2000)
    parser.add_argument("--documents", type=int, default=40)
    parser.add_argument("--top-k", type=int, default=1)
    parser.add_argument("--latency", type=float, default=0.02)
    parser.add_argument("--window", type=int, default=64)
    parser.add_argument("--database", help="a PostgreSQL URL, for example; SQLite in a temporary folder by default")
    parser.add_argument("--keep", type=Path, help="folder for inputs and outputs, which is kept")
    parser.add_argument("--json", action="store_true", help="JSON only")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        print(json.dumps(measure(given.child, given.database)))
        return 0
    rows: list[dict[str, Any]] = []
    for tests in given.tests:
        if given.keep:
            place = given.keep / str(tests)
            place.mkdir(parents=True, exist_ok=True)
            rows += compare(given, tests, place)
        else:
            with tempfile.TemporaryDirectory() as name:
                rows += compare(given, tests, Path(name))
    if not given.json:
        head = (
            "what",
            "cases",
            "seconds",
            "matrix s",
            "cases/s",
            "whole/s",
            "ms CPU/case",
            "MB",
            "sent",
            "saved",
            "identical",
        )
        print("{:10} {:>7} {:>8} {:>8} {:>8} {:>8} {:>11} {:>6} {:>7} {:>6} {:>9}".format(*head))
        for row in rows:
            print(
                f"{row['what']:10} {row['cases']:7} {row['seconds']:8.1f} {row['stages']['matrix']:8.1f} "
                f"{row['cases_per_second'] or 0:8} {row['whole_cases_per_second']:8} {row['cpu_ms_per_case']:11.3f} {row['memory_mb']:6} {row['sent']:7} "
                f"{row.get('saved', ''):>6} {row.get('identical', ''):>9}"
            )
    firsts = [row for row in rows if row["what"] == "first run"]
    each = [row["stages"]["matrix"] / max(1, row["cases"]) for row in firsts]
    linear = round(each[-1] / each[0], 3) if each[0] else None
    good = all(row["rows"] == row["cases"] and row["saved"] == row["identical"] for row in firsts)
    good = good and all(row["same_table"] and not row["sent"] for row in rows if row["what"] == "again")
    if not given.json and len(firsts) > 1:
        print(f"time of a case at {firsts[-1]['cases']} cases, of that at {firsts[0]['cases']}: {linear}")
    for row in rows:
        del row["systems"]
    print(json.dumps({"rows": rows, "of_linear": linear, "good": good}))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
