"""From rows to the summary of a run: rates with counts and intervals, by system and in all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ragtester.records import DIMENSIONS, SystemSpec
from ragtester.runner.rows import Row
from ragtester.stats import rate
from ragtester.store import Payload

RETRIEVAL = ("recall", "precision", "mrr", "hit")


def system_summary(spec: SystemSpec, rows: Sequence[Row]) -> Payload:
    """The entry of `systems` in summary.json for one system."""
    passed = rate(row.status for row in rows)
    negatives = rate(row.status for row in rows if row.kind == "negative")
    positives = rate(row.status for row in rows if row.kind == "positive")
    return {
        "id": spec.id,
        "target": spec.target,
        "generator": spec.generator,
        "embedder": spec.embedder,
        "chunker": spec.chunker,
        "top_k": spec.top_k,
        "reranker": spec.reranker,
        **counts(rows),
        "pass_rate": passed.value,
        "interval": [passed.interval.low, passed.interval.high] if passed.interval and passed.n else None,
        "positive": {"n": positives.n, "pass_rate": positives.value},
        "negative": {"n": negatives.n, "pass_rate": negatives.value},
        "retrieval": {name: mean([row.retrieval.get(name) for row in rows]) for name in RETRIEVAL}
        | {"n": sum("recall" in row.retrieval for row in rows)},
        "dimensions": {name: mean([row.scores.get(name) for row in rows]) for name in DIMENSIONS},
        "dimensions_n": {name: sum(row.scores.get(name) is not None for row in rows) for name in DIMENSIONS},
        "metrics": {
            name: mean([row.metrics.get(name) for row in rows]) for name in _names(row.metrics for row in rows)
        },
        "grounding": mean([row.grounding for row in rows]),
        "stages": dict(Counter(row.stage for row in rows if row.stage).most_common()),
        "failures": dict(Counter(row.failure for row in rows if row.failure).most_common()),
        "by_type": _by_type(rows),
        "reasons": dict(Counter(row.reason for row in rows if row.reason).most_common()),
        "latency": {"p50": _quantile(rows, 0.5), "p95": _quantile(rows, 0.95)},
    }


def counts(rows: Iterable[Row]) -> dict[str, int]:
    """Cases by status; `tests` counts distinct tests."""
    listed = list(rows)
    found = Counter(row.status for row in listed)
    return {
        "tests": len({row.test for row in listed}),
        "cases": len(listed),
        "passed": found["passed"],
        "failed": found["failed"],
        "unmeasured": found["unmeasured"],
        "not_applicable": found["not_applicable"],
    }


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of what was measured; None where nothing was."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _names(maps: Iterable[Mapping[str, object]]) -> list[str]:
    return sorted({name for names in maps for name in names})


def _by_type(rows: Sequence[Row]) -> dict[str, dict[str, float | int | None]]:
    found: dict[str, dict[str, float | int | None]] = {}
    for kind in sorted({row.type for row in rows}):
        share = rate(row.status for row in rows if row.type == kind)
        found[kind] = {"n": share.n, "pass_rate": share.value, "unmeasured": share.unmeasured}
    return found


def _quantile(rows: Sequence[Row], share: float) -> float | None:
    seconds = sorted(row.seconds for row in rows if row.seconds is not None)
    return seconds[min(len(seconds) - 1, int(share * len(seconds)))] if seconds else None
