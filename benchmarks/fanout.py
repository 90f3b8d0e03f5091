"""How close a stream of calls comes to what an endpoint can take: `python benchmarks/fanout.py [--seconds 30]`.

A stand-in endpoint in a process of its own answers after a set time. Each case is a generator's call, a judge's call
after it whose JSON is checked, and a row: both calls through the window, the retries, the content keys and the stored
replies that a run uses, the row in the database by the one writer. Processor time is this process's alone, writer
included. Occupancy is the mean number of calls in flight at the endpoint over the window's size, without the first and
the last second. Ideal is cases per second if every place of the window were always taken.

With `--whole` the same cases are also a whole run from a configuration: documents searched, prompts composed, answers
weighed by the rules before the model is asked, evidence looked for, failures diagnosed. Its processor time is that of
the matrix stage.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ragtester.errors import MeasurementError
from ragtester.llm import limited, make_chat_model
from ragtester.records import JsonValue, Message, Request, content_key
from ragtester.runner.budget import Budget
from ragtester.runner.collecting import seldom_collected
from ragtester.runner.rows import Row
from ragtester.runner.stored import StoredModel
from ragtester.runner.work import WorkLog
from ragtester.store import Store
from ragtester.structured import ask_json

SCHEMA: dict[str, JsonValue] = {
    "type": "object",
    "properties": {
        "factuality": {"type": "integer", "minimum": 1, "maximum": 5},
        "rationale": {"type": "string", "maxLength": 200},
    },
    "required": ["factuality", "rationale"],
    "additionalProperties": False,
}
CONTEXT = "The notice period for employees in their first year is fourteen days. " * 12
FAULTS = ("rate_limited=0.05", "server_error=0.03", "drop=0.02", "hang=0.01", "broken_reply=0.05")


@contextmanager
def endpoint(latency: float, *, faults: tuple[str, ...] = (), more: tuple[str, ...] = ()) -> Iterator[str]:
    command = [sys.executable, "-m", "ragtester.testing.stand_in", "--latency", str(latency), *more]
    for fault in faults:
        command += ["--fault", fault]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()


def stats(url: str, *, reset: bool = False) -> dict[str, Any]:
    address = f"{url.removesuffix('/v1')}/stats"
    with urllib.request.urlopen(urllib.request.Request(address, method="POST" if reset else "GET")) as answer:
        return dict(json.load(answer))


def occupied(done: list[float], *, latency: float, window: int) -> float:
    """Mean share of the window that was at work at the endpoint, without the first and the last second."""
    start, stop = done[0] + 1.0, done[-1] - 1.0
    if stop - start < 1.0:
        return 0.0
    inside = sum(max(0.0, min(end, stop) - max(end - latency, start)) for end in done)
    return inside / (window * (stop - start))


async def run(
    url: str, store: Store, *, window: int, cases: int, latency: float, judge: bool, hang: float
) -> dict[str, Any]:
    spec: dict[str, JsonValue] = {
        "openai": {"model": "gpt-5-nano", "base_url": url, "concurrency": window, "timeout": hang}
    }
    log = WorkLog()
    first = limited(make_chat_model("generator", spec))
    second = limited(make_chat_model("judge", spec), window=first.window)
    generator, grader = (
        StoredModel(model, store=store, log=log, budget=Budget(None, log)) for model in (first, second)
    )
    queue: asyncio.Queue[int] = asyncio.Queue(maxsize=4 * window)
    done: list[float] = []
    calls_done: list[float] = []
    failed: list[str] = []

    async def worker() -> None:
        while True:
            number = await queue.get()
            if number < 0:
                return
            row = Row("fanout", f"test-{number}", 0, kind="positive", type="extractive", status="unmeasured")
            try:
                question = f"{CONTEXT}\nQuestion {number}: how long is the notice period?"
                reply = await generator.ask(Request(messages=(Message(role="user", content=question),)))
                calls_done.append(time.perf_counter())
                if judge:
                    text = f"Question {number}\nAnswer: {reply.text}\nRate the answer."
                    asked = Request(messages=(Message(role="user", content=text),), schema_=SCHEMA)
                    said = await ask_json(grader, asked)
                    row.scores, row.rationale = {"factuality": float(str(said["factuality"]))}, str(said["rationale"])
                    row.status = "passed"
            except MeasurementError as error:
                row.reason = error.reason
                failed.append(error.reason)
            done.append(time.perf_counter())
            calls_done.append(done[-1])
            row.row_key = content_key("row", number=number)
            store.put_results("case", {row.row_key: row.payload()})
            store.put_cases([row.case_row("fanout", number)])

    # One call first, so that importing and connecting are not measured.
    await generator.ask(Request(messages=(Message(role="user", content="warm up"),)))
    stats(url, reset=True)
    wall, cpu = time.perf_counter(), time.process_time()
    with seldom_collected():  # as where a run's cases flow
        workers = [asyncio.create_task(worker()) for _ in range(2 * window)]
        for number in range(cases):
            await queue.put(number)
        for _ in workers:
            await queue.put(-1)
        await asyncio.gather(*workers)
    wall = time.perf_counter() - wall
    store.flush()
    cpu = time.process_time() - cpu
    counted = stats(url)
    calls = (2 if judge else 1) * cases
    ideal = window / (latency * (2 if judge else 1))
    steady = occupied(calls_done, latency=latency, window=window)
    return {
        "window": window,
        "latency_s": latency,
        "cases": cases,
        "seconds": round(wall, 2),
        "occupancy": round(steady, 3),
        "whole_run": round(cases / wall / ideal, 3),
        "cpu_ms_per_case": round(cpu / cases * 1000, 3),
        "cpu_ms_per_call": round(cpu / calls * 1000, 3),
        "sent_per_needed": round(counted["chat"] / calls, 3),
        "server_ms_per_call": round(counted["cpu_seconds"] / max(1, counted["chat"]) * 1000, 3),
        "duplicates": counted["duplicates"],
        "outcomes": counted["outcomes"],
        "unmeasured": {reason: failed.count(reason) for reason in sorted(set(failed))},
    }


async def bare(url: str, *, window: int, cases: int, latency: float) -> dict[str, Any]:
    """The openai client alone, one call a case: the measure that ours is held against."""
    import openai

    async with openai.AsyncOpenAI(
        api_key="k", base_url=url, max_retries=0, http_client=openai.DefaultAioHttpClient(timeout=60)
    ) as client:

        async def one(numbers: Iterator[int]) -> None:
            for number in numbers:
                question = f"{CONTEXT}\nQuestion {number}: how long is the notice period?"
                await client.chat.completions.create(
                    model="gpt-5-nano", messages=[{"role": "user", "content": question}]
                )
                done.append(time.perf_counter())

        done: list[float] = []
        await one(iter([-1]))
        done.clear()
        cpu = time.process_time()
        numbers = iter(range(cases))
        await asyncio.gather(*(one(numbers) for _ in range(window)))
        cpu = time.process_time() - cpu
    steady = occupied(done, latency=latency, window=window)
    return {"window": window, "latency_s": latency, "cases": cases, "occupancy": round(steady, 3),
            "cpu_ms_per_call": round(cpu / cases * 1000, 3)}  # fmt: skip


class _Clock:
    """The progress of a run, for the processor time of its matrix stage."""

    def __init__(self) -> None:
        self.cpu = self.wall = 0.0

    def stage(self, name: str, total: int | None) -> _Clock:
        if name == "matrix":
            self.cpu, self.wall = time.process_time(), time.perf_counter()
        return self

    def finish(self, name: str) -> None:
        if name == "matrix":
            self.cpu, self.wall = time.process_time() - self.cpu, time.perf_counter() - self.wall

    def say(self, message: str) -> None:
        pass

    def advance(self, n: int = 1) -> None:
        pass

    def grow(self, n: int) -> None:
        pass


def whole(folder: Path, *, window: int, cases: int, latency: float) -> dict[str, Any]:
    """The same number of cases as a run with one generator, one search index and a judging model."""
    from benchmarks.matrix import write_config
    from benchmarks.planted_matrix import write_inputs
    from ragtester.api import run_config
    from ragtester.runner import RunOptions

    write_inputs(folder, tests=cases, sections=400, documents=40, seed=1)
    with endpoint(latency, more=("--reply", "benchmarks.planted_matrix:say")) as url:
        config = write_config(folder, url, generators=1, window=window, embedders="one", top_k=1, judge="model")
        clock = _Clock()
        options = RunOptions(output=folder / "generated")
        result = run_config(config, options, database=f"sqlite:///{folder}/whole.db", progress=clock)
        counted = stats(url)
    totals = result.summary["totals"]
    return {
        "window": window,
        "latency_s": latency,
        "cases": totals["cases"],
        "seconds": round(clock.wall, 2),
        "occupancy": round(counted["busy_seconds"] / (window * clock.wall), 3),
        "cpu_ms_per_case": round(clock.cpu / totals["cases"] * 1000, 3),
        "sent_per_needed": round(counted["chat"] / (2 * totals["cases"]), 3),
        "unmeasured": totals["unmeasured"],
    }


def measured(url: str, **settings: Any) -> dict[str, Any]:  # noqa: ANN401  the settings of `run`
    with tempfile.TemporaryDirectory() as folder, Store(f"sqlite:///{folder}/fanout.db") as store:
        return asyncio.run(run(url, store, **settings))


def main() -> int:
    parser = argparse.ArgumentParser(description=re.split(r"\n\n", __doc__ or "")[0])
    parser.add_argument("--seconds", type=float, default=30.0, help="ideal time of each run")
    parser.add_argument("--latency", type=float, default=0.2)
    parser.add_argument("--windows", type=int, nargs="+", default=[64, 256])
    parser.add_argument("--bare", action="store_true", help="also the openai client alone")
    parser.add_argument("--faults", action="store_true", help="also with 429, 500, drops, hangs and bad JSON")
    parser.add_argument("--whole", action="store_true", help="also a whole run from a configuration")
    parser.add_argument("--json", action="store_true", help="JSON only")
    given = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for window in given.windows:
        cases = int(given.seconds * window / given.latency / 2)
        settings = {"window": window, "cases": cases, "latency": given.latency}
        with endpoint(given.latency) as url:
            clean = measured(url, judge=True, hang=60.0, **settings)
            rows.append({"what": "call, judge, row", **clean})
            if given.bare:
                settings_bare = {**settings, "cases": 2 * cases}
                rows.append({"what": "openai client alone", **asyncio.run(bare(url, **settings_bare))})
        if given.faults:
            with endpoint(given.latency, faults=FAULTS) as url:
                faulty = measured(url, judge=True, hang=60.0, **settings)
            share = faulty["whole_run"] / clean["whole_run"]
            rows.append({"what": "with faults", **faulty, "of_clean": round(share, 3)})
        if given.whole:
            with tempfile.TemporaryDirectory() as name:
                rows.append({"what": "whole run", **whole(Path(name), **settings)})
    if not given.json:
        print(f"{'what':22} {'window':>6} {'occupancy':>9} {'ms CPU/case':>11} {'sent/needed':>11} {'of clean':>8}")
        for row in rows:
            print(
                f"{row['what']:22} {row['window']:6} {row['occupancy']:9.3f} "
                f"{row.get('cpu_ms_per_case', row.get('cpu_ms_per_call')):11.3f} "
                f"{row.get('sent_per_needed', 1.0):11.3f} {row.get('of_clean', ''):>8}"
            )
    print(json.dumps(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
