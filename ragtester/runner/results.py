"""Results lines: a case joined with its test, its answer and what was retrieved; read in blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ragtester.records import Test
from ragtester.runner.rows import Row
from ragtester.runner.traces import plain, referred
from ragtester.store import Store

_BLOCK = 500


def result_lines(store: Store, rows: Sequence[Row], tests: Mapping[str, Test]) -> Iterator[dict[str, Any]]:
    """One mapping per case, in the order of `rows`; a case without an answer has None there."""
    given: dict[str, dict[str, Any]] = {}
    for block in _batched(rows, _BLOCK):
        answers = store.results(row.answer_key for row in block if row.answer_key)
        texts = store.passages(key for payload in answers.values() for key in referred(payload))
        for row in block:
            payload = answers.get(row.answer_key)
            known = given.get(row.test) or given.setdefault(row.test, _of_test(tests[row.test]))
            yield _line(row, known, plain(payload, texts) if payload is not None else None)


def _of_test(test: Test) -> dict[str, Any]:
    """What the lines of a test have in common."""
    return {
        "query": test.query,
        "expected_answer": test.expected_answer,
        "evidence": [span.model_dump(mode="json", exclude={"sha256"}) for span in test.evidence],
        "quotes": [span.quote for span in test.evidence],
    }


def _line(row: Row, test: dict[str, Any], answer: dict[str, Any] | None) -> dict[str, Any]:
    context = answer["context"] if answer else None
    return {
        "system": row.system,
        "test": row.test,
        "sample": row.sample,
        "kind": row.kind,
        "type": row.type,
        "query": test["query"],
        "expected_answer": test["expected_answer"],
        "evidence": test["evidence"],
        "flesch": row.flesch,
        "answer": answer["text"] if answer else None,
        "retrieved": context,
        "candidates": answer["candidates"] if answer else None,
        "prompt": answer["prompt"] if answer else None,
        "finish": answer["finish"] if answer else None,
        "status": row.status,
        "reason": row.reason,
        "message": row.message,
        "scores": row.scores,
        "metrics": row.metrics,
        "retrieval": row.retrieval,
        "grounding": row.grounding,
        "grounding_spans": row.grounding_spans,
        "confidence": row.confidence,
        "rationale": row.rationale,
        "judge": row.judge,
        "votes": row.votes,
        "snapshot": row.snapshot,
        "abstained": row.abstained,
        "truncated": row.truncated,
        "injections": row.injections,
        "stage": row.stage,
        "failure": row.failure,
        "trail": row.trail,
        "seconds": row.seconds,
        "tokens": row.tokens,
        "user_input": test["query"],
        "reference": test["expected_answer"],
        "reference_contexts": test["quotes"],
        "response": answer["text"] if answer else None,
        "retrieved_contexts": [passage["text"] for passage in context] if context is not None else None,
    }


def _batched(rows: Sequence[Row], size: int) -> Iterator[Sequence[Row]]:
    return (rows[start : start + size] for start in range(0, len(rows), size))
