"""How fast texts become vectors, by torch and by ONNX Runtime: `python benchmarks/embedding.py [--texts 400]`.

The ratio is taken of the processor's time as well as of the wall's, since the first does not depend on what else runs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import sys
import time
from typing import Any

from ragtester.protocols import Embedder
from ragtester.records import JsonValue
from ragtester.search import make_embedder

WORDS = (
    "employees notice period valve pressure invoice insurance deductible the a of in and for shall must within days "
    "section policy approval manager equipment sterile temperature claim premium quarter revenue net operating income"
).split()


def chunks(count: int, *, seed: int) -> list[str]:
    draw = random.Random(seed)
    return [" ".join(draw.choices(WORDS, k=draw.randint(40, 160))) for _ in range(count)]


async def measured(embedder: Embedder, texts: list[str]) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    await embedder.embed(texts)
    return time.perf_counter() - wall, time.process_time() - cpu


async def run(model: str, texts: int, rounds: int) -> list[dict[str, Any]]:
    given = chunks(texts, seed=1)
    embedders: dict[str, Embedder] = {}
    for backend in ("torch", "onnx"):
        spec: dict[str, JsonValue] = {"sentence_transformers": {"model": model, "backend": backend}}
        embedders[backend] = make_embedder(backend, spec)
        await embedders[backend].embed(given[:8])
    times: dict[str, list[tuple[float, float]]] = {"torch": [], "onnx": []}
    for _ in range(rounds):
        for backend, embedder in embedders.items():
            times[backend].append(await measured(embedder, given))
    first, second = [await embedder.embed(given) for embedder in embedders.values()]
    wall = {backend: statistics.median(pair[0] for pair in pairs) for backend, pairs in times.items()}
    cpu = {backend: statistics.median(pair[1] for pair in pairs) for backend, pairs in times.items()}
    return [
        {
            "backend": backend,
            "texts_per_second": round(texts / wall[backend], 1),
            "cpu_ms_per_text": round(cpu[backend] / texts * 1000, 2),
            "times_torch": round(wall["torch"] / wall[backend], 2),
            "times_torch_cpu": round(cpu["torch"] / cpu[backend], 2),
            "least_cosine": round(float((first * second).sum(axis=1).min()), 7),
        }
        for backend in embedders
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=re.split(r"\n\n", __doc__ or "")[0])
    parser.add_argument("--model", default="all-MiniLM-L6-v2")
    parser.add_argument("--texts", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="JSON only")
    given = parser.parse_args()
    rows = asyncio.run(run(given.model, given.texts, given.rounds))
    if not given.json:
        print(f"{'backend':8} {'texts/s':>8} {'ms CPU/text':>11} {'x torch':>8} {'x torch CPU':>11} {'cosine':>10}")
        for row in rows:
            print(
                f"{row['backend']:8} {row['texts_per_second']:8.1f} {row['cpu_ms_per_text']:11.2f} "
                f"{row['times_torch']:8.2f} {row['times_torch_cpu']:11.2f} {row['least_cosine']:10.7f}"
            )
    print(json.dumps(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
