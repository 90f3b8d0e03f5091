"""What is asked for again: `python -m benchmarks.cache`. Lookups per second by key, of what is stored and of what is not."""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import numpy as np

from ragtester.llm import ScriptedModel, make_chat_model
from ragtester.records import Message, Request, content_key
from ragtester.runner.budget import Budget
from ragtester.runner.stored import StoredEmbedder, StoredModel
from ragtester.runner.work import WorkLog
from ragtester.search import HashingEmbedder
from ragtester.store import Store

Work = Callable[[], Awaitable[int]]


async def measured(what: str, work: Work) -> dict[str, Any]:
    wall, cpu = time.perf_counter(), time.process_time()
    done = await work()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    each = {"per_second": round(done / wall), "cpu_us_each": round(cpu / done * 1e6, 1)}
    return {"what": what, "items": done, "seconds": round(wall, 3), **each}


def requests(count: int) -> list[Request]:
    context = "The notice period in the first year is fourteen days. " * 20
    return [
        Request(messages=(Message(role="user", content=f"{context}Question {number}?"),)) for number in range(count)
    ]


async def run(folder: Path, items: int) -> list[dict[str, Any]]:
    database = f"sqlite:///{folder}/cache.db"
    inner = make_chat_model("echo", {"scripted": {"rules": [{"reply": "Fourteen days."}]}})
    assert isinstance(inner, ScriptedModel)
    texts = [f"passage {number} of the corpus about a device" for number in range(items)]
    asked = requests(items)
    keys = [content_key("result", number=number) for number in range(items)]
    rows: list[dict[str, Any]] = []
    for what in ("new", "stored"):
        log = WorkLog()
        with Store(database) as store:
            model = StoredModel(inner, store=store, log=log, budget=Budget(None, log))
            embedder = StoredEmbedder(HashingEmbedder(), store=store, log=log)

            async def replies(model: StoredModel = model) -> int:
                for request in asked:
                    await model.ask(request)
                return len(asked)

            async def vectors(embedder: StoredEmbedder = embedder) -> int:
                return int(np.shape(await embedder.embed(texts))[0])

            async def results(store: Store = store) -> int:
                for key in keys:
                    if not store.may_hold("result", key):
                        store.put_results("bench", {key: {"status": "passed"}})
                return len(store.results(keys))

            rows.append(await measured(f"{what} replies, one by one", replies))
            rows.append(await measured(f"{what} vectors, in one call", vectors))
            rows.append(await measured(f"{what} results, in bulk", results))
            done = log.by_kind()["embed"].done + log.models["echo"].calls
            rows[-1]["made"] = done
            assert done == (2 * items if what == "new" else 0)
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=re.split(r"\n\n", __doc__ or "")[0])
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--json", action="store_true", help="JSON only")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        rows = asyncio.run(run(Path(name), given.items))
    if not given.json:
        for row in rows:
            print(f"{row['what']:28} {row['per_second']:10,} /s {row['cpu_us_each']:9.1f} us CPU each")
    print(json.dumps(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
