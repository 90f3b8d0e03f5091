"""A metamorphic campaign at the paper's size: `python -m benchmarks.mutants [--instances 1500]`.

1,500 base instances with 19 mutants each, a hashing embedder, the packaged reader as generator: the work that is the
tool's own. Each text is embedded once (texts embedded equal vectors stored), a document with one character changed costs
the chunks around it, and a mutated index ranks as one built anew. How much faster it is than one is in `benchmarks.search`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.planted_matrix import write_inputs

CONFIG = """
name: mutants
models: {hash: {hashing: {dimension: 256}}, other: {hashing: {dimension: 384}}}
corpus: {files: [docs/*.md]}
suite: {file: suite.jsonl}
matrix: {generators: [reader], embedders: [hash, other], chunkers: [{recursive: {size: 450, overlap: 0}}], top_k: [1]}
metamorphic:
  {operators: all, systems: ["reader/hash/*"], instances: INSTANCES, chunk_words: 64, snapshot_metrics: false, reduce: 0}
"""


def campaign(folder: Path, instances: int) -> dict[str, Any]:
    """One campaign in this process."""
    from ragtester.api_campaigns import run_metamorphic
    from ragtester.runner import RunOptions
    from ragtester.store import Store

    database = f"sqlite:///{folder}/mutants.db"
    wall, cpu = time.perf_counter(), time.process_time()
    result = run_metamorphic(folder / "mutants.yaml", RunOptions(output=folder / "generated"), database=database)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    summary = result.summary
    systems = (summary.get("metamorphic") or summary)["systems"]
    ran = sum(one["mutants"] for system in systems for one in system["operators"])
    with Store(database) as store:
        vectors = store.counts()["vector"]
    work = summary["work"]
    return {
        "instances": sum(system["instances"] for system in systems),
        "mutants": ran,
        "seconds": round(wall, 2),
        "cpu_seconds": round(cpu, 2),
        "cpu_ms_per_mutant": round(cpu / max(1, ran) * 1000, 3),
        "memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "embedded": work.get("embed", {}).get("done", 0),
        "vectors": vectors,
        "work": work,
    }


async def one_character(folder: Path) -> dict[str, Any]:
    """What an index costs after one character of one document was changed, and whether it ranks as one built anew."""
    from ragtester.documents import load_documents, make_chunker
    from ragtester.runner.stored import StoredEmbedder
    from ragtester.runner.work import WorkLog
    from ragtester.search import DenseRetriever, HashingEmbedder
    from ragtester.store import Store

    chunker = make_chunker("recursive", {"size": 450, "overlap": 0})
    documents = load_documents(sorted((folder / "docs").glob("*.md"))).documents
    changed = list(documents)
    place = len(changed[0].text) // 2
    text = f"{changed[0].text[:place]}x{changed[0].text[place + 1 :]}"
    changed[0] = changed[0].model_copy(update={"text": text})
    before, after = ([chunk for one in some for chunk in chunker.chunk(one)] for some in (documents, changed))
    with Store(f"sqlite:///{folder}/one.db") as store:
        log = WorkLog()
        embedder = StoredEmbedder(HashingEmbedder(), store=store, log=log)
        await DenseRetriever(embedder).index(before)
        first = log.by_kind()["embed"].done
        index = await DenseRetriever(embedder).index(after)
        again = log.by_kind()["embed"].done - first
        queries = [chunk.text[:60] for chunk in after[:: max(1, len(after) // 50)]]
        same = await index.search(queries, k=5) == await (await DenseRetriever(HashingEmbedder()).index(after)).search(
            queries, k=5
        )
    return {"chunks": len(before), "embedded_again": again, "share": round(again / first, 5), "identical": same}


def main() -> int:
    parser = argparse.ArgumentParser(description=re.split(r"\n\n", __doc__ or "")[0])
    parser.add_argument("--instances", type=int, default=1500)
    parser.add_argument("--sections", type=int, default=2000)
    parser.add_argument("--documents", type=int, default=200)
    parser.add_argument("--json", action="store_true", help="JSON only")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tests = 7 * given.instances // 2  # three in ten are negative, and not every other is answered right
        write_inputs(folder, tests=tests, sections=given.sections, documents=given.documents, seed=2, numbered=False)
        text = CONFIG.replace("INSTANCES", str(given.instances))
        (folder / "mutants.yaml").write_text(text, encoding="utf-8")
        rows = [{"what": "campaign", **campaign(folder, given.instances)}]
        rows.append({"what": "again", **campaign(folder, given.instances)})
        rows.append({"what": "one character", **asyncio.run(one_character(folder))})
    if not given.json:
        for row in rows:
            print("  ".join(f"{key} {value}" for key, value in row.items() if key != "work"))
    print(json.dumps(rows))
    good = rows[0]["embedded"] == rows[0]["vectors"] and rows[1]["embedded"] == 0 and rows[2]["identical"]
    return 0 if good and rows[2]["share"] <= 0.01 else 1


if __name__ == "__main__":
    sys.exit(main())
