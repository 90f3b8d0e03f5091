"""How fast texts become vectors: `python -m benchmarks.embedding [--texts 400] [--rounds 3]`.

`sentence-transformers` is the library's own `encode` in 32 bits; the others are the ways that a configuration can ask for.
The ratio to it is taken of the processor's time as well as of the wall's, since the first does not depend on what else
runs. `changed lists`: queries whose three nearest chunks, in their order, are not those of the library's vectors.
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
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from ragtester.protocols import Embedder, Vectors
from ragtester.records import JsonValue
from ragtester.search import make_embedder
from ragtester.search.embedders.rows import unit_rows
from ragtester.search.embedders.sentence_transformers import SentenceTransformersOptions
from ragtester.search.embedders.torch_encoder import load_model
from ragtester.search.embedders.weights import find_model

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


class Library:
    """`SentenceTransformer.encode` as it is called by everybody: the product's embedder is asked for its model only."""

    name = version = "sentence-transformers"
    purposes_differ = False

    def __init__(self, model: str) -> None:
        options = SentenceTransformersOptions(model=model)
        self._model = load_model(find_model(model, Path(), place="--model"), options)

    async def embed(self, texts: Sequence[str], *, purpose: str = "document") -> Vectors:
        return unit_rows(np.asarray(self._model.encode(list(texts), show_progress_bar=False)), name=self.name)

    async def prepare(self) -> None: ...


def ways(model: str) -> dict[str, Embedder]:
    asked: dict[str, dict[str, JsonValue]] = {
        "torch": {"backend": "torch"},
        "onnx": {"backend": "onnx"},
        "torch, bfloat16": {"backend": "torch", "precision": "bfloat16"},
    }
    made = {way: make_embedder(way, {"sentence_transformers": {"model": model, **spec}}) for way, spec in asked.items()}
    return {"sentence-transformers": cast("Embedder", Library(model)), **made}


def nearest(queries: Vectors, chunks: Vectors) -> npt.NDArray[np.intp]:
    return np.argsort(-(queries @ chunks.T), axis=1, kind="stable")[:, :3]


async def run(model: str, texts: int, rounds: int) -> list[dict[str, Any]]:
    given, asked = chunks(texts, seed=1), [" ".join(text.split()[:12]) for text in chunks(texts, seed=2)]
    embedders = ways(model)
    for embedder in embedders.values():
        await embedder.embed(given[:8])
    times: dict[str, list[tuple[float, float]]] = {way: [] for way in embedders}
    for _ in range(rounds):
        for way, embedder in embedders.items():
            times[way].append(await measured(embedder, given))
    vectors = {way: (await embedder.embed(given), await embedder.embed(asked)) for way, embedder in embedders.items()}
    first, first_asked = vectors["sentence-transformers"]
    lists = nearest(first_asked, first)
    wall = {way: statistics.median(pair[0] for pair in pairs) for way, pairs in times.items()}
    cpu = {way: statistics.median(pair[1] for pair in pairs) for way, pairs in times.items()}
    return [
        {
            "way": way,
            "texts_per_second": round(texts / wall[way], 1),
            "cpu_ms_per_text": round(cpu[way] / texts * 1000, 2),
            "times_library": round(wall["sentence-transformers"] / wall[way], 2),
            "times_library_cpu": round(cpu["sentence-transformers"] / cpu[way], 2),
            "least_cosine": round(float((first * vectors[way][0]).sum(axis=1).min()), 7),
            "changed_lists": round(float((lists != nearest(vectors[way][1], vectors[way][0])).any(axis=1).mean()), 4),
        }
        for way in embedders
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
        print(
            f"{'way':22} {'texts/s':>8} {'ms CPU/text':>11} {'times':>6} {'in CPU':>7} {'cosine':>10} {'changed lists':>14}"
        )
        for row in rows:
            print(
                f"{row['way']:22} {row['texts_per_second']:8.1f} {row['cpu_ms_per_text']:11.2f} "
                f"{row['times_library']:6.2f} {row['times_library_cpu']:7.2f} {row['least_cosine']:10.7f} "
                f"{row['changed_lists']:14.4f}"
            )
    print(json.dumps(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
