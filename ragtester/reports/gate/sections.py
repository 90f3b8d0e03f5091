"""What a reader wants to know of a gate's report, in the order in which it is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

SHOWN: Final = 500
"""Queries that are shown; all of them are in the JSON report."""
MEASURES: Final = {
    "precision_at_k": "precision@k",
    "recall_at_k": "recall@k",
    "rank_context_precision": "context precision",
    "ndcg_at_k": "nDCG@k",
    "mrr": "MRR",
    "hit_rate": "hit rate",
    "claim_coverage": "claim coverage",
}
MEANING: Final = {
    "PASS": "Every expectation of the candidate holds",
    "FAIL": "The candidate breaks the contract",
    "INVALID": "The inputs cannot be judged",
}


def headline(report: Mapping[str, Any]) -> str:
    """One line below the status."""
    contract = report["contract"]
    if not contract:
        return MEANING[report["status"]]
    about = f"contract {contract['version']}, k = {contract['k']}"
    if contract["corpus"]:
        about = f"{about}, corpus {contract['corpus']}"
    return f"{MEANING[report['status']]} ({about}, {(contract['stage'] or 'no stage').replace('_', ' ')})"


def failing(report: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Queries whose candidate fails: hard failures first, then what is new."""
    listed = [one for one in report["queries"] if one["candidate"]["failures"]]
    return sorted(listed, key=lambda one: (not one.get("hard"), one["change"] != "newly_failing"))


def averages(report: Mapping[str, Any]) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """The measures that any query has, and for all queries and each slice `baseline → candidate (n)` of them."""
    parts = [("all queries", report["averages"]), *report["slices"].items()]
    scored = [(name, found) for name, found in parts if found and found["scored"]]
    measures = [name for name in MEASURES if any(found["counts"].get(name) for _, found in scored)]
    rows = [
        (name, [_cell(found, measure) for measure in measures])
        for name, found in (scored if len(report["slices"]) > 1 else scored[:1])
    ]
    return [MEASURES[name] for name in measures], rows


def _cell(found: Mapping[str, Any], measure: str) -> str:
    before, after = found["baseline"].get(measure), found["candidate"].get(measure)
    return "–" if after is None else f"{figure(before)} → {figure(after)} ({found['counts'][measure]})"


def differences(report: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The tested differences over all queries, then those of slices that are told."""
    for one in report["comparisons"]:
        if one["slice"] is None or one["verdict"] in ("better", "worse"):
            yield {**one, "label": MEASURES.get(one["measure"], one["measure"]), "where": one["slice"] or "all queries"}


def to_inspect(query: Mapping[str, Any]) -> Sequence[str]:
    """What to look at next, as one line for each observation."""
    return [f"{one['observation']}: {', '.join(one['inspect'])}" for one in query.get("inspect_next", ())]


def figure(value: float | None) -> str:
    """A measure with three places; a dash where there is none."""
    return "–" if value is None else f"{value:.3f}"


def signed(value: float | None) -> str:
    """A difference with its sign."""
    return "–" if value is None else f"{value:+.3f}"
