"""The gate: a candidate's capture against a contract and a baseline's capture."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ragtester.errors import ContractError
from ragtester.retrieval.contract import Capture, Contract, Hit, check_contract
from ragtester.retrieval.gate.artefacts import artefacts
from ragtester.retrieval.gate.comparable import UnjudgedError, check_capture, check_judged, check_pair
from ragtester.retrieval.gate.configuration import compare_configurations
from ragtester.retrieval.gate.report import GateReport, QueryReport
from ragtester.retrieval.gate.scoring import SLACK, Outcome, drops, score_query
from ragtester.retrieval.gate.statistics import MeasureComparison, compare_outcomes
from ragtester.retrieval.margins import NO_MARGINS

DEFAULT_SEED = 20261001
DEFAULT_RESAMPLES = 10_000


def gate(
    contract: Contract,
    base: Capture,
    candidate: Capture,
    *,
    declared_change: Sequence[str] = (),
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
    margins: Mapping[str, float] = NO_MARGINS,
    base_file: Path | str | None = "baseline",
    candidate_file: Path | str | None = "candidate",
) -> GateReport:
    """Measures both captures, checks every expectation and compares them query by query.

    Args:
        contract: what is expected.
        base: what the baseline returned.
        candidate: what the candidate returned.
        declared_change: configuration keys that are meant to differ.
        seed: of the resampling; equal seeds give equal reports.
        resamples: bootstrap draws.
        margins: by measure or pattern, the mean difference that still counts as the same in the comparisons.
        base_file: names the baseline in messages.
        candidate_file: names the candidate in messages.

    Returns:
        PASS, FAIL, or INVALID where the inputs cannot be judged; never raises for those.
    """
    try:
        check_contract(contract)
        check_capture(contract, base, file=base_file)
        check_capture(contract, candidate, file=candidate_file)
        check_pair(base, candidate, file=candidate_file)
        check_judged(contract, base, candidate, base_file=base_file, candidate_file=candidate_file)
    except UnjudgedError as error:
        return GateReport(status="INVALID", error=str(error), contract=contract, baseline=base, unjudged=error.pool)
    except ContractError as error:
        return GateReport(status="INVALID", error=str(error), contract=contract, baseline=base)
    before = _score(contract, base)
    after = _score(contract, candidate)
    shown = [_first_hits(capture) for capture in (base, candidate)]
    queries = tuple(
        _with_artefacts(contract, _with_drops(QueryReport(query, before[query.id], after[query.id])), *shown)
        for query in contract.queries
    )
    comparisons = compare_outcomes(contract, before, after, seed=seed, resamples=resamples, margins=margins)
    run_failures = (
        *(f"incomplete_ingestion:{name}" for name in candidate.ingestion_failed),
        *_beyond_tolerance(contract, comparisons),
    )
    qualified = not base.ingestion_failed and not any(outcome.failures for outcome in before.values())
    failed = bool(run_failures) or any(one.candidate.failures for one in queries)
    configuration = compare_configurations(base.configuration, candidate.configuration, declared=declared_change)
    return GateReport(
        status="FAIL" if failed else "PASS",
        baseline_qualified=qualified,
        contract=contract,
        baseline=base,
        queries=queries,
        run_failures=run_failures,
        comparisons=comparisons,
        configuration=configuration,
        statistics={
            "method": f"paired bootstrap, kept together by {contract.group_by}; percentile interval",
            "resamples": resamples,
            "seed": seed,
            "level": 0.95,
            "correction": "Holm over measures and slices",
        },
        notes=tuple(_notes(contract, qualified, [one.key for one in configuration.undeclared])),
    )


def _score(contract: Contract, capture: Capture) -> dict[str, Outcome]:
    repeats: dict[str, list[Sequence[Hit]]] = defaultdict(list)
    for result in capture.results:
        repeats[result.query_id].append(result.hits)
    return {query.id: score_query(contract, query, repeats[query.id]) for query in contract.queries}


def _with_drops(one: QueryReport) -> QueryReport:
    lost = drops(one.query, one.baseline, one.candidate)
    if not lost:
        return one
    return replace(one, candidate=replace(one.candidate, failures=(*one.candidate.failures, *lost)))


def _first_hits(capture: Capture) -> dict[str, Sequence[Hit]]:
    """What each query returned when it was first asked."""
    found: dict[str, Sequence[Hit]] = {}
    for result in capture.results:
        found.setdefault(result.query_id, result.hits)
    return found


def _with_artefacts(
    contract: Contract, one: QueryReport, base: Mapping[str, Sequence[Hit]], candidate: Mapping[str, Sequence[Hit]]
) -> QueryReport:
    if not one.candidate.failures:
        return one
    name = one.query.id
    kept = artefacts(contract, one.query, base[name], candidate[name], one.candidate.failures)
    return replace(one, artefacts=kept)


def _beyond_tolerance(contract: Contract, comparisons: Sequence[MeasureComparison]) -> list[str]:
    """A mean loss beyond the agreed tolerance, or one that the interval cannot exclude."""
    found = []
    for one in comparisons:
        allowed = contract.tolerances.get(one.measure)
        if allowed is None or one.slice is not None or one.paired.interval is None:
            continue
        low = one.paired.interval.low
        if low < -allowed - SLACK:
            found.append(f"beyond_tolerance:{one.measure}:{low:+.3f}<{-allowed:+.3f}")
    return found


def _notes(contract: Contract, qualified: bool, undeclared: Sequence[str]) -> list[str]:
    notes = []
    if not qualified:
        notes.append("the baseline fails the contract itself; a passing candidate does not qualify it")
    if undeclared:
        notes.append(f"configuration differs where no change was declared: {', '.join(undeclared)}")
    unused = [
        query.id for query in contract.queries if not query.answerable and (query.min_precision or query.min_recall)
    ]
    if unused:
        notes.append(f"floors of unanswerable queries do not apply: {', '.join(unused)}")
    return notes
