"""How fast queries are searched, and what a mutant costs beside a rebuild: `python benchmarks/search.py`."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sys
import time
from typing import Any

import numpy as np

from ragtester.protocols import Retriever
from ragtester.records import Chunk
from ragtester.search import Bm25Retriever, ChangeableIndex, DenseRetriever, HashingEmbedder, top_k

VOCABULARY = [f"word{number}" for number in range(5000)]


def unit_rows(count: int, dimension: int, seed: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    rows = np.random.default_rng(seed).standard_normal((count, dimension), dtype=np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def products(queries: int, chunks: int, dimension: int, k: int, rounds: int) -> dict[str, Any]:
    left, right = unit_rows(queries, dimension, 1), unit_rows(chunks, dimension, 2)
    wall, cpu = [], []
    for _ in range(rounds):
        started, used = time.perf_counter(), time.process_time()
        top_k(left, right, k)
        wall.append(time.perf_counter() - started)
        cpu.append(time.process_time() - used)
    return {
        "what": f"{queries} queries x {chunks} chunks, d={dimension}, k={k}",
        "seconds": round(min(wall), 3),
        "cpu_seconds": round(min(cpu), 3),
    }


def corpus(chunks: int) -> list[Chunk]:
    draw = random.Random(3)
    return [
        Chunk(
            id=str(place), document=f"d{place // 10}", text=" ".join(draw.choices(VOCABULARY, k=120)), start=0, end=1,
            index=place % 10,
        )
        for place in range(chunks)
    ]  # fmt: skip


async def mutants(retriever: Retriever, chunks: list[Chunk], count: int) -> dict[str, Any]:
    draw = random.Random(4)
    base: ChangeableIndex = await retriever.index(chunks)  # type: ignore[assignment]
    queries = [" ".join(draw.choices(VOCABULARY, k=8)) for _ in range(count)]
    await base.store(queries, k=3)
    layout = base.layout
    spent, same, rebuilding = 0.0, 0, 0.0
    for number, query in enumerate(queries):
        name = f"d{draw.randrange(len(chunks) // 10)}"
        new = [chunk for chunk in chunks if chunk.document == name]
        new[3] = new[3].model_copy(update={"text": f"{new[3].text} {query}"})
        started = time.perf_counter()
        change = layout.replace({name: new})
        hits = await (await base.changed(change)).search([query], k=3)
        spent += time.perf_counter() - started
        if number < 5:
            started = time.perf_counter()
            rebuilt = await (await retriever.index(layout.replaced(change))).search([query], k=3)
            rebuilding += time.perf_counter() - started
            same += hits == rebuilt
    each, anew = spent / count, rebuilding / 5
    return {
        "what": f"mutant of {len(chunks)} chunks, {retriever.name}",
        "seconds": round(each, 6),
        "rebuild_seconds": round(anew, 4),
        "times_faster": round(anew / each),
        "identical": same == 5,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=re.split(r"\n\n", __doc__ or "")[0])
    parser.add_argument("--queries", type=int, default=3000)
    parser.add_argument("--chunks", type=int, default=10_000)
    parser.add_argument("--dimension", type=int, default=384)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="JSON only")
    given = parser.parse_args()
    rows = [products(given.queries, given.chunks, given.dimension, 3, given.rounds)]
    retrievers: list[Retriever] = [Bm25Retriever(), DenseRetriever(HashingEmbedder())]
    rows += [asyncio.run(mutants(retriever, corpus(2000), 200)) for retriever in retrievers]
    if not given.json:
        for row in rows:
            print(f"{row['what']:48} {row['seconds']:10.6f} s  {row.get('times_faster', ''):>6}")
    print(json.dumps(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
