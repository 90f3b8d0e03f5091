"""What Ray costs and how it scales: `python -m benchmarks.ray_scaling [--seconds 20]`. Needs the extra `ray`.

Prompts go in shards to one local worker, then to two, against a stand-in endpoint with a latency. Overhead is the driver's
CPU time per prompt, beside what the model's own calls cost in a worker. Scaling is the rate of two workers over twice that of one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import time
from typing import Any

from benchmarks.fanout import endpoint
from ragtester.config import RayConfig
from ragtester.records import JsonValue, Message, Request
from ragtester.runner.distribute import RayPool, Shard
from ragtester.runner.distribute.wire import replies_of

CONTEXT = "The notice period for employees in their first year is fourteen days. " * 12


def shards(url: str, prompts: int, size: int, window: int) -> list[Shard]:
    spec: dict[str, JsonValue] = {"openai": {"model": "m", "base_url": url, "concurrency": window}}
    requests = [
        Request(messages=(Message(role="user", content=f"{CONTEXT} Question {number}?"),)) for number in range(prompts)
    ]
    return [Shard("ask", ("m", spec, ".", requests[start : start + size]), start) for start in range(0, prompts, size)]


async def measured(url: str, *, workers: int, prompts: int, size: int, window: int) -> dict[str, Any]:
    pool = RayPool(RayConfig(address="local", workers=workers))
    try:
        warm = [result async for _, result in pool.run(shards(url, 2 * size * workers, size, window))]
        assert all(reply is not None for replies in warm for reply in replies)
        sent = shards(url, prompts, size, window)
        wall, cpu, own, answered = time.perf_counter(), time.process_time(), time.thread_time(), 0
        async for _, replies in pool.run(sent):
            answered += sum(reply is not None for reply in replies_of(replies or ()))
        wall, cpu, own = time.perf_counter() - wall, time.process_time() - cpu, time.thread_time() - own
    finally:
        pool.close()
    return {
        "workers": workers,
        "prompts": prompts,
        "answered": answered,
        "seconds": round(wall, 2),
        "per_second": round(answered / wall, 1),
        "driver_cpu_us_per_prompt": round(own / prompts * 1e6, 1),
        "with_ray_s_threads": round(cpu / prompts * 1e6, 1),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=re.split(r"\n\n", __doc__ or "")[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="ideal time of each run")
    parser.add_argument("--latency", type=float, default=0.2)
    parser.add_argument("--window", type=int, default=32, help="calls in flight of each worker")
    parser.add_argument("--shard", type=int, default=200)
    parser.add_argument("--json", action="store_true", help="JSON only")
    given = parser.parse_args()
    rows = []
    with endpoint(given.latency) as url:
        for workers in (1, 2):
            prompts = int(workers * given.window / given.latency * given.seconds)
            prompts = max(1, prompts // given.shard) * given.shard
            made = measured(url, workers=workers, prompts=prompts, size=given.shard, window=given.window)
            rows.append(asyncio.run(made))
    scaling = round(rows[1]["per_second"] / (2 * rows[0]["per_second"]), 3)
    if not given.json:
        for row in rows:
            print("  ".join(f"{key} {value}" for key, value in row.items()))
        print(f"scaling to two workers: {scaling}")
    print(json.dumps({"rows": rows, "scaling": scaling}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
