"""What Ray costs and how it scales: `python -m benchmarks.ray_scaling [--seconds 20]`. Needs the extra `ray`.

**Overhead** is what distribution adds for one call, beside the same calls made in this process. A model that answers at
once is asked the same prompts twice, by `--at-once` callers: in this process, and by one worker on this machine. CPU: that
of the driver's process (Ray's threads in it included) and the worker's, less that of the local calls, over the calls. Wall:
the same with time. What takes the same in both (prompts made, replies stored) is not in it, nor are Ray's own services
(`raylet`, `gcs_server`), whose work goes by the time and not by the calls.

**Scaling** is the rate of two workers over twice that of one, against a stand-in endpoint with a latency.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import re
import sys
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.fanout import endpoint
from ragtester.config import RayConfig
from ragtester.llm import limited, make_chat_model
from ragtester.protocols import ChatModel
from ragtester.records import Message, Request
from ragtester.runner.distribute import RayModel, RayPool

CONTEXT = "The notice period for employees in their first year is fourteen days. " * 12
AT_ONCE_SPEC: Any = {"scripted": {"rules": [{"reply": "Fourteen days."}], "concurrency": 400}}


def requests(count: int, prefix: str) -> list[Request]:
    return [
        Request(messages=(Message(role="user", content=f"{CONTEXT} Question {prefix} {number}?"),))
        for number in range(count)
    ]


async def asked(model: ChatModel, prompts: list[Request], *, at_once: int) -> list[str]:
    """All prompts by a number of callers, as a run's cases ask."""
    source = iter(prompts)

    async def caller(own: Iterator[Request]) -> list[str]:
        return [(await model.ask(request)).text for request in own]

    found = await asyncio.gather(*(caller(source) for _ in range(at_once)))
    return [text for one in found for text in one]


def tidied() -> None:
    """What is there is not looked at again by a collection that would fall into one measurement and not the other."""
    gc.collect()
    gc.freeze()


async def overhead(*, calls: int, at_once: int, rounds: int) -> dict[str, Any]:
    pool = RayPool(RayConfig(address="local", workers=1, shard_prompts=at_once))
    local = limited(make_chat_model("m", AT_ONCE_SPEC))
    spread = RayModel(local, spec=AT_ONCE_SPEC, folder=".", pool=pool, window=400)
    try:
        await asked(spread, requests(4 * at_once, "warm"), at_once=at_once)
        await asked(local, requests(4 * at_once, "warm"), at_once=at_once)
        found = []
        for number in range(rounds):
            prompts = requests(calls, f"{number}")
            tidied()
            wall, cpu = time.perf_counter(), time.process_time()
            here = await asked(local, prompts, at_once=at_once)
            local_wall, local_cpu = time.perf_counter() - wall, time.process_time() - cpu
            exchange = await pool.exchange()
            sent, worker = exchange.calls, await pool.cpu_seconds()
            tidied()
            wall, cpu, own = time.perf_counter(), time.process_time(), time.thread_time()
            there = await asked(spread, prompts, at_once=at_once)
            wall, cpu, own = time.perf_counter() - wall, time.process_time() - cpu, time.thread_time() - own
            worker = await pool.cpu_seconds() - worker
            if sorted(here) != sorted(there):
                raise SystemExit("replies on a worker differ from those here")
            found.append(
                {
                    "cpu_us_added": 1e6 * (cpu + worker - local_cpu) / calls,
                    "wall_us_added": 1e6 * (wall - local_wall) / calls,
                    "driver_cpu_us": 1e6 * cpu / calls,
                    "of_it_event_loop_us": 1e6 * own / calls,
                    "worker_cpu_us": 1e6 * worker / calls,
                    "local_cpu_us": 1e6 * local_cpu / calls,
                    "calls_in_one": calls / (exchange.calls - sent),
                }
            )
    finally:
        pool.close()
    best = min(found, key=lambda one: one["cpu_us_added"])
    return {"calls": calls, "at_once": at_once, **{key: round(value, 1) for key, value in best.items()}}


async def rate(url: str, *, workers: int, prompts: int, window: int, held: int) -> dict[str, Any]:
    pool = RayPool(RayConfig(address="local", workers=workers, shard_prompts=held))
    spec: Any = {"openai": {"model": "m", "base_url": url, "concurrency": window}}
    model = RayModel(limited(make_chat_model("m", spec)), spec=spec, folder=".", pool=pool, window=window)
    try:
        await asked(model, requests(4 * window * workers, "warm"), at_once=held * workers)
        exchange = await pool.exchange()
        sent, worker = exchange.calls, await pool.cpu_seconds()
        wall, cpu = time.perf_counter(), time.process_time()
        answered = len(await asked(model, requests(prompts, "x"), at_once=held * workers))
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        worker = await pool.cpu_seconds() - worker
        calls = exchange.calls - sent
    finally:
        pool.close()
    return {
        "workers": workers,
        "prompts": prompts,
        "answered": answered,
        "seconds": round(wall, 2),
        "per_second": round(answered / wall, 1),
        "driver_cpu_us_per_prompt": round(cpu / prompts * 1e6, 1),
        "workers_cpu_us_per_prompt": round(worker / prompts * 1e6, 1),
        "calls_in_one": round(prompts / calls, 1),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=re.split(r"\n\n", __doc__ or "")[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="ideal time of each run")
    parser.add_argument("--latency", type=float, default=0.2)
    parser.add_argument("--window", type=int, default=32, help="calls in flight of each worker")
    parser.add_argument("--held", type=int, default=200, help="prompts that a worker holds")
    parser.add_argument(
        "--calls", type=int, default=20_000, help="calls that overhead is measured with; 0 leaves it out"
    )
    parser.add_argument("--at-once", type=int, default=200, help="callers of that measurement")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="JSON only")
    given = parser.parse_args()
    rows: list[dict[str, Any]] = []
    scaling = None
    if given.calls:
        made = asyncio.run(overhead(calls=given.calls, at_once=given.at_once, rounds=given.rounds))
        rows.append({"what": "overhead", **made})
    if given.seconds:
        with endpoint(given.latency) as url:
            for workers in (1, 2):
                prompts = int(workers * given.window / given.latency * given.seconds)
                run = rate(url, workers=workers, prompts=prompts, window=given.window, held=given.held)
                rows.append({"what": "rate", **asyncio.run(run)})
        scaling = round(rows[-1]["per_second"] / (2 * rows[-2]["per_second"]), 3)
    if not given.json:
        for row in rows:
            print("  ".join(f"{key} {value}" for key, value in row.items()))
        print(f"scaling to two workers: {scaling}")
    print(json.dumps({"rows": rows, "scaling": scaling}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
