"""A small contract with six queries, and captures of it, to be changed by one test at a time."""

from __future__ import annotations

import copy
import json
from pathlib import Path

TEXTS = {
    "A": ("returns", "v2", "retail", "Goods go back within 14 days."),
    "B": ("receipts", "v1", "retail", "A receipt goes with the goods."),
    "C": ("opened", "v1", "retail", "Opened boxes stay with the buyer."),
    "OLD": ("returns", "v1", "retail", "Goods go back within 30 days."),
    "X": ("parking", "v1", "retail", "Parking is free on Sundays."),
    "Y": ("cafe", "v1", "retail", "The cafe closes at six."),
    "Z": ("lifts", "v1", "retail", "Lifts are at the north gate."),
    "S": ("margins", "v1", "supplier", "Suppliers get a margin of 8 percent."),
}
BASE = {
    "three": "AXBYC",
    "content": "AX",
    "revision": "AXY",
    "single": "BX",
    "tenant": "BY",
    "none": "Z",
}


def entry(name: str) -> dict:
    document, version, tenant, text = TEXTS.get(name, TEXTS.get("OLD"))
    return {"chunk_id": name, "doc_id": document, "version": version, "tenant": tenant, "text": text}


def query(name: str, relevant: str, **more: object) -> dict:
    found = {
        "id": name,
        "query": f"What about {name}?",
        "slice": "current",
        "tenant": "retail",
        "as_of": "2026-10-02T09:00:00Z",
        "answerable": bool(relevant),
        "expect_empty": False,
        "judgments": {name: int(name in relevant) for name in TEXTS},
    }
    return {**found, **more}


def contract() -> dict:
    strict = {"max_precision_drop": 0.0, "max_recall_drop": 0.0}
    return {
        "version": "c1",
        "k": 5,
        "corpus": "shop",
        "unit": "chunk",
        "manifest": [entry(name) for name in TEXTS],
        "queries": [
            query("three", "ABC", required_ids=["A", "B", "C"], min_precision=0.6, min_recall=1.0, **strict),
            query("content", "A", required_ids=["A"], min_precision=0.2, min_recall=1.0, **strict),
            query("revision", "A", forbidden_versions={"returns": ["v1"]}, min_recall=1.0),
            query("single", "B", required_ids=["B"], min_recall=1.0),
            query("tenant", "B", min_recall=1.0),
            query("none", "", slice="unsupported"),
        ],
    }


def capture(hits: dict[str, str] | None = None, **more: object) -> dict:
    shown = {**BASE, **(hits or {})}
    return {
        "contract_version": "c1",
        "corpus": "shop",
        "stage": "final_context",
        "configuration": {"embedder": {"model": "one"}, "k": 5},
        "results": [
            {"query_id": name, "hits": [entry({"O": "OLD"}.get(hit, hit)) for hit in ranked]}
            for name, ranked in shown.items()
        ],
        **more,
    }


def defective() -> dict:
    found = capture({"three": "ABXYZ", "revision": "AOX", "single": "BBX", "tenant": "BS", "content": "A"})
    hits_of(found, "content")[0]["text"] = TEXTS["OLD"][3]
    return found


def hits_of(found: dict, name: str) -> list[dict]:
    return next(result["hits"] for result in found["results"] if result["query_id"] == name)


def write(folder: Path, name: str, content: object) -> Path:
    path = folder / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def files(folder: Path, contract_: object = None, base: object = None, candidate: object = None) -> list[Path]:
    parts = {
        "contract.json": contract() if contract_ is None else contract_,
        "base.json": capture() if base is None else base,
        "candidate.json": capture() if candidate is None else candidate,
    }
    return [write(folder, name, copy.deepcopy(content)) for name, content in parts.items()]
