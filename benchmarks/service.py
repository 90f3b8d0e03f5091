"""The service at the size of a whole matrix: pages, comparison, memory, and many readers while a run writes.

    python -m benchmarks.service [--cases 72000] [--readers 50] [--seconds 20] [--keep FOLDER]

Two runs of 24 systems are put into a database of its own, `ragtester serve` is started on it, and every page is loaded
several times over one connection: what a reader waits for. Then readers load pages as fast as they get them while another
process writes cases and replies as a run does. `--keep` leaves the database in a folder and takes it up again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiohttp

from ragtester.records import STAGES, Reply, Test, text_hash
from ragtester.stats import wilson
from ragtester.store import Store

SYSTEMS = [f"generator-{g}/embedder-{e}/recursive-800-80/k3" for g in range(4) for e in range(6)]
TYPES = ("numeric", "multi_hop", "temporal", "list", "extractive", "comparison", "withheld_fact", "false_premise")
FAILURES = ("wrong_answer", "incomplete", "wrong_abstention", "missed_abstention", "ignored_evidence", "unclear")
WORDS = (
    "leave notice period employee manager written request approval days salary contract office annual unpaid".split()
)
CONFIG = (
    "name: bench\ncorpus: {blueprint: hr-policies, documents: 1}\nmatrix: {generators: [reader], embedders: [bm25]}\n"
)
BOUNDS = {"run": 0.1, "cases": 0.15, "readers": 0.5, "comparison": 3.0, "memory_mb": 400.0}


def question(number: int) -> str:
    drawn = random.Random(number)
    return f"What does the {drawn.choice(WORDS)} {drawn.choice(WORDS)} of group {number} {' '.join(drawn.choices(WORDS, k=9))}?"


def fill(database: str, cases: int, *, runs: int = 2) -> None:
    """Two runs, of which the second is a little worse."""
    tests = cases // len(SYSTEMS)
    made = [
        Test(id=f"t{n:05d}", query=question(n), kind="negative" if n % 10 < 3 else "positive", type=TYPES[n % 8],
             expected_answer=f"{n} days", document=f"document-{n % 60}", flesch=20.0 + n % 60)
        for n in range(tests)
    ]  # fmt: skip
    with Store(database) as store:
        for number in range(runs):
            run = f"bench-{number}"
            drawn = random.Random(number)
            store.put_tests(run, made)
            entries = []
            for s, system in enumerate(SYSTEMS):
                rows = [
                    _case(run, s * tests + n, system, made[n], drawn, 0.55 + 0.01 * s - 0.02 * number)
                    for n in range(tests)
                ]
                store.put_cases(rows)
                entries.append(_entry(system, rows))
            totals = {
                key: sum(one[key] for one in entries)
                for key in ("cases", "passed", "failed", "unmeasured", "not_applicable")
            }
            summary = {
                "systems": entries, "totals": {**totals, "tests": tests}, "cost_usd": 1.25, "corpus": {"problems": []},
                "thresholds": {"failed": [], "unmeasured": []}, "metamorphic": None,
            }  # fmt: skip
            store.put_run({"id": run, "name": "bench", "status": "passed", "started": time.time() - 9000 + 3000 * number,
                           "seconds": 1800.0, "config": "{}", "summary": json.dumps(summary)})  # fmt: skip
        store.flush()


def _case(run: str, position: int, system: str, test: Test, drawn: random.Random, chance: float) -> dict[str, Any]:
    at = drawn.random()
    status = "passed" if at < chance else "unmeasured" if at > 0.99 else "failed"
    failed = status == "failed"
    return {
        "run": run, "position": position, "system": system, "test": test.id, "sample": 0, "kind": test.kind,
        "type": test.type, "status": status, "reason": "endpoint_error" if status == "unmeasured" else None,
        "stage": drawn.choice(STAGES) if failed else None, "failure": drawn.choice(FAILURES) if failed else None,
        "flesch": test.flesch, "factuality": 2.0 + 3 * (not failed), "relevance": 4.0, "completeness": 4.0,
        "clarity": 5.0, "recall": drawn.choice((0.0, 0.5, 1.0)), "seconds": 0.2, "answer_key": text_hash(f"a{run}{position}"),
        "verdict_key": text_hash(f"v{run}{position}"), "row_key": text_hash(f"r{run}{position}"),
    }  # fmt: skip


def _entry(system: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    counts = {status: sum(row["status"] == status for row in rows) for status in ("passed", "failed", "unmeasured")}
    n = counts["passed"] + counts["failed"]
    interval = wilson(counts["passed"], n)
    generator, embedder, chunker, _ = system.split("/")
    return {
        "id": system, "target": None, "generator": generator, "embedder": embedder, "chunker": chunker, "top_k": 3,
        "reranker": "none", "tests": len(rows), "cases": len(rows), **counts, "not_applicable": 0,
        "pass_rate": counts["passed"] / n, "interval": [interval.low, interval.high],
        "positive": {"n": n, "pass_rate": 0.5}, "negative": {"n": n, "pass_rate": 0.5},
        "retrieval": {"recall": 0.5, "precision": 0.3, "mrr": 0.4, "hit": 0.6, "n": n},
        "dimensions": {"factuality": 4.1, "relevance": 4.0, "completeness": 4.0, "clarity": 5.0},
        "stages": {"retrieve": 40, "generate": 20, "rerank": 10}, "failures": {}, "by_type": {}, "reasons": {},
        "latency": {"p50": 0.2, "p95": 0.4},
    }  # fmt: skip


def paths(run: str) -> dict[str, str]:
    """Pages by name; each name begins with the bound that it falls under."""
    system = SYSTEMS[11].replace("/", "%2F")
    return {
        "run": f"/runs/{run}", "cases": f"/runs/{run}/cases", "cases, failed": f"/runs/{run}/cases?status=failed",
        "cases, a system's failures": f"/runs/{run}/cases?status=failed&system={system}",
        "cases, a stage": f"/runs/{run}/cases?stage=rerank", "cases, a type": f"/runs/{run}/cases?type=multi_hop",
        "cases, a failure": f"/runs/{run}/cases?failure={FAILURES[-1]}&status=failed",
        "cases, unmeasured": f"/runs/{run}/cases?status=unmeasured",
        "cases, a system's rare stage": f"/runs/{run}/cases?system={system}&stage={STAGES[-1]}&type=list",
        "cases, the last page": f"/runs/{run}/cases?after=71940", "cases, a test": f"/runs/{run}/cases?test=t00007",
        "cases, a common word": f"/runs/{run}/cases?words=leave", "cases, a rare word": f"/runs/{run}/cases?words=group+2999",
        "cases, no such word": f"/runs/{run}/cases?words=xyzzy",
        "cases, a word and filters": f"/runs/{run}/cases?words=group+29&status=failed&stage=rerank",
        "cases by the API": f"/api/runs/{run}/cases?status=failed&limit=50",
        "system": f"/runs/{run}/system?system={system}", "case": f"/runs/{run}/cases/40000", "tests": f"/runs/{run}/tests",
        "tests, a word": f"/runs/{run}/tests?words=group+2999", "projects": "/", "project": "/projects/bench",
        "review": f"/review?run={run}", "calibration": "/calibration", "schedules": "/schedules",
    }  # fmt: skip


@contextmanager
def serving(folder: Path, database: str) -> Iterator[tuple[str, int]]:
    """`ragtester serve` on a port of its own: address and process id."""
    configs = folder / "configs"
    configs.mkdir(exist_ok=True)
    (configs / "bench.yaml").write_text(CONFIG, encoding="utf-8")
    command = [sys.executable, "-c", "from ragtester.cli import main; main()", "serve", "--port", "0", "--workers", "0"]
    command += ["--configs", str(configs), "--output", str(folder / "out"), "--database", database]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://[^ ]*:\d+", process.stdout.readline())
        assert found is not None
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(found[0] + "/health", timeout=5).close()
                break
            except OSError:
                time.sleep(0.1)
        yield found[0], process.pid
    finally:
        process.terminate()
        process.wait(60)


async def one_reader(address: str, times: dict[str, list[float]], rounds: int) -> None:
    """Every page over one connection, one after another."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        for _ in range(rounds):
            for name, path in paths("bench-1").items():
                await _get(session, address + path, times.setdefault(name, []))


async def many_readers(address: str, readers: int, seconds: float, pause: float) -> tuple[list[float], list[str]]:
    """Readers who load a page as soon as they have the one before (and have read it for `pause` seconds)."""
    times: list[float] = []
    wrong: list[str] = []
    until = time.monotonic() + seconds
    wanted = [path for name, path in paths("bench-1").items() if name not in ("calibration", "schedules")]

    async def reader(number: int) -> None:
        drawn = random.Random(number)
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
            while time.monotonic() < until:
                path = drawn.choice(wanted)
                if "after" in path:
                    path = re.sub(r"after=\d+", f"after={drawn.randrange(70_000)}", path)
                try:
                    await _get(session, address + path, times)
                except (aiohttp.ClientError, AssertionError, TimeoutError) as error:
                    wrong.append(f"{path}: {type(error).__name__} {error}")
                if pause:
                    await asyncio.sleep(drawn.uniform(0.5, 1.5) * pause)

    await asyncio.gather(*(reader(number) for number in range(readers)))
    return times, wrong


async def _get(session: aiohttp.ClientSession, url: str, times: list[float]) -> None:
    started = time.perf_counter()
    async with session.get(url, timeout=aiohttp.ClientTimeout(60)) as answer:
        await answer.read()
        if answer.status != 200:
            raise AssertionError(f"answered {answer.status}")
    times.append(time.perf_counter() - started)


def write(database: str, seconds: float) -> None:
    """What a run writes: replies and cases one by one, about 500 a second."""
    until, position = time.monotonic() + seconds, 0
    reply = Reply(text="The notice period is fourteen days. " * 4, model="m", seconds=0.2)
    drawn = random.Random(1)
    test = Test(id="t00001", query=question(1), kind="positive", type="numeric", expected_answer="1 day", flesch=50.0)
    with Store(database) as store:
        store.put_run({"id": "bench-live", "name": "bench", "status": "running", "started": time.time(), "seconds": None,
                       "config": "{}", "summary": None})  # fmt: skip
        while time.monotonic() < until:
            for _ in range(50):
                position += 1
                store.put_reply(text_hash(f"w{position}{until}"), reply, model="m")
                store.put_cases([_case("bench-live", position, SYSTEMS[position % 24], test, drawn, 0.5)])
            time.sleep(0.1)


def cpu_seconds(pid: int) -> float:
    """CPU time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> float:
    """Most memory that a process has had."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


def measure(folder: Path, given: argparse.Namespace) -> dict[str, Any]:
    database = given.database or f"sqlite:///{folder}/bench.db"
    if given.database or not (folder / "bench.db").exists():
        fill(database, given.cases)
    found: dict[str, Any] = {"cases": given.cases, "pages": {}, "over": []}
    with serving(folder, database) as (address, pid):
        started = time.perf_counter()
        urllib.request.urlopen(f"{address}/compare?base=bench-0&candidate=bench-1", timeout=600).close()
        found["comparison"] = round(time.perf_counter() - started, 2)
        times: dict[str, list[float]] = {}
        asyncio.run(one_reader(address, times, given.rounds))
        for name, taken in times.items():
            found["pages"][name] = {
                "first": taken[0],
                "median": statistics.median(taken[1:] or taken),
                "worst": max(taken),
            }
        if given.readers:
            command = [
                sys.executable,
                "-m",
                "benchmarks.service",
                "--write",
                database,
                "--seconds",
                str(given.seconds + 2),
            ]
            writer = subprocess.Popen(command, cwd=Path(__file__).parents[1])
            time.sleep(2)
            used = cpu_seconds(pid)
            taken, wrong = asyncio.run(many_readers(address, given.readers, given.seconds, given.pause))
            used = cpu_seconds(pid) - used
            writer.wait()
            taken.sort()
            found["readers"] = {"n": given.readers, "pages": len(taken), "per_second": round(len(taken) / given.seconds, 1),
                                "p50": taken[len(taken) // 2], "p95": taken[int(len(taken) * 0.95)], "server_cpu_ms_a_page": round(1000 * used / len(taken), 2), "errors": wrong[:5]}  # fmt: skip
        found["memory_mb"] = round(memory_mb(pid), 1)
    found["over"] = _over(found)
    return found


def _over(found: dict[str, Any]) -> list[str]:
    over = [
        f"{name}: {one['median']:.3f} s" for name, one in found["pages"].items()
        if name.split(",")[0].split(" ")[0] in BOUNDS and one["median"] > BOUNDS[name.split(",")[0].split(" ")[0]]
    ]  # fmt: skip
    readers = found.get("readers")
    over += [f"{key}: {found[key]}" for key in ("comparison", "memory_mb") if found[key] > BOUNDS[key]]
    if readers and (readers["p95"] > BOUNDS["readers"] or readers["errors"]):
        over.append(f"readers: p95 {readers['p95']:.3f} s, {len(readers['errors'])} errors")
    return over


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=72_000)
    parser.add_argument("--readers", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pause", type=float, default=0.0, help="seconds that a reader looks at a page; 0: none")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--database", help="an empty one; SQLite in a temporary folder by default")
    parser.add_argument("--write", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.write:
        write(given.write, given.seconds)
        return 0
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
        found = measure(given.keep, given)
    else:
        with tempfile.TemporaryDirectory() as folder:
            found = measure(Path(folder), given)
    print(f"{'page':34} {'first ms':>9} {'median ms':>10} {'worst ms':>9}")
    for name, one in found["pages"].items():
        print(f"{name:34} {1000 * one['first']:9.1f} {1000 * one['median']:10.1f} {1000 * one['worst']:9.1f}")
    print(json.dumps({key: value for key, value in found.items() if key != "pages"}))
    return 1 if found["over"] else 0


if __name__ == "__main__":
    sys.exit(main())
