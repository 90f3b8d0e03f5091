"""A results file with every status, and with hostile text in every field that a system can fill."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

HOSTILE = '<script>alert(1)</script> & "quotes" \x00\x0b =1+1'


def line(**changes: Any) -> dict[str, Any]:
    passage = {
        "chunk": "c1",
        "document": "doc",
        "text": f"The notice period is\n14 days. {HOSTILE}",
        "rank": 1,
        "score": 0.5,
    }
    return {
        "system": "reader/bm25/words-256/k1", "test": "t1", "sample": 0, "kind": "positive", "type": "numeric",
        "query": f"How long? {HOSTILE}", "expected_answer": "14 days",
        "evidence": [{"quote": "notice period is 14 days", "document": "doc"}], "flesch": 45.0,
        "answer": HOSTILE, "retrieved": [passage], "candidates": [passage], "status": "passed", "reason": None, "message": "",
        "scores": {"factuality": 5.0}, "metrics": {}, "retrieval": {"recall": 1.0}, "grounding": None, "rationale": "=HYPERLINK()",
        "stage": None, "failure": None, "trail": [], "truncated": False, "seconds": 0.5,
    } | changes  # fmt: skip


@pytest.fixture
def results(tmp_path: Path) -> Path:
    file = tmp_path / "results.jsonl"
    lines = [
        line(),
        line(test="t2", status="failed", stage="retrieve", failure="wrong_answer", trail=["retrieve: gone"]),
        line(
            test="t3",
            status="unmeasured",
            reason="timeout",
            message=HOSTILE,
            answer=None,
            retrieved=None,
            candidates=None,
        ),
        line(test="t4", status="not_applicable"),
    ]
    file.write_text("\n".join(json.dumps(one) for one in lines) + "\n", encoding="utf-8")
    return file


@pytest.fixture
def summary() -> dict[str, Any]:
    system = {
        "id": "reader/bm25/words-256/k1", "target": None, "generator": "reader", "embedder": "bm25", "chunker": "words-256",
        "top_k": 1, "reranker": "none", "tests": 4, "cases": 4, "passed": 1, "failed": 1, "unmeasured": 1, "not_applicable": 1,
        "pass_rate": 0.5, "interval": [0.1, 0.9], "positive": {"n": 2, "pass_rate": 0.5}, "negative": {"n": 0, "pass_rate": None},
        "retrieval": {"recall": 1.0, "precision": 1.0, "mrr": 1.0, "hit": 1.0, "n": 3},
        "dimensions": {"factuality": 5.0, "relevance": None, "completeness": None, "clarity": None},
        "stages": {"retrieve": 1}, "latency": {"p50": 0.5, "p95": 0.5},
    }  # fmt: skip
    unmeasured = system | {
        "id": "target", "target": "target", "generator": "", "embedder": "", "pass_rate": None, "interval": None,
        "passed": 0, "failed": 0, "unmeasured": 4, "stages": {},
    }  # fmt: skip
    return {
        "run": "r1", "name": HOSTILE, "status": "unmeasured", "started": "2026-11-30T10:00:00+00:00", "seconds": 3.5, "cost_usd": None,
        "systems": [unmeasured, system], "totals": {"tests": 4, "cases": 8, "passed": 1, "failed": 1, "unmeasured": 5},
        "thresholds": {
            "failed": [{"system": "s", "measure": "pass_rate", "value": 0.5, "wanted": 0.8}],
            "unmeasured": [{"system": "target", "measure": "unmeasured", "value": 1.0, "wanted": 0.02}],
        },
        "corpus": {"problems": [f"bad.pdf: {HOSTILE}"]}, "work": {"judge": {"needed": 4, "reused": 0, "done": 2, "failed": 2}},
        "stages": {"matrix": 3.0},
    }  # fmt: skip
