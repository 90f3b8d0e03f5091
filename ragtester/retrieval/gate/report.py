"""The gate's report: what passed, what failed, and why an input could not be judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ragtester.records import JsonValue
from ragtester.retrieval.contract import Capture, Contract, ContractQuery
from ragtester.retrieval.contract.pooling import Unjudged
from ragtester.retrieval.diagnosis import inspect_next
from ragtester.retrieval.gate.configuration import ConfigurationComparison
from ragtester.retrieval.gate.scoring import HARD_CODES, Outcome, code_of
from ragtester.retrieval.gate.statistics import MeasureComparison

GateStatus = Literal["PASS", "FAIL", "INVALID"]
Change = Literal["newly_failing", "newly_passing", "still_failing", "still_passing"]
EXIT_CODES: dict[GateStatus, int] = {"PASS": 0, "FAIL": 1, "INVALID": 2}


@dataclass(frozen=True, slots=True)
class QueryReport:
    """One query at both sides."""

    query: ContractQuery
    baseline: Outcome
    candidate: Outcome
    artefacts: Mapping[str, JsonValue] = field(default_factory=dict)
    """What it takes to reproduce a failure; empty where there is none."""

    @property
    def change(self) -> Change:
        """How the query moved from the baseline to the candidate."""
        if self.candidate.failures:
            return "still_failing" if self.baseline.failures else "newly_failing"
        return "newly_passing" if self.baseline.failures else "still_passing"

    def to_json(self) -> dict[str, JsonValue]:
        """As a report holds it."""
        found: dict[str, JsonValue] = {
            "query_id": self.query.id,
            "slice": self.query.slice,
            "change": self.change,
            "baseline": self.baseline.to_json(),
            "candidate": self.candidate.to_json(),
        }
        if self.candidate.failures:
            found["hard"] = any(code_of(failure) in HARD_CODES for failure in self.candidate.failures)
            found["inspect_next"] = list(inspect_next(self.candidate.failures))
            found["artefacts"] = dict(self.artefacts)
        return found


@dataclass(frozen=True)
class GateReport:
    """The outcome of a gate; `to_json` is what is written in all three cases."""

    status: GateStatus
    error: str | None = None
    baseline_qualified: bool | None = None
    """Whether the baseline itself meets the contract; a passing candidate does not make it so."""
    contract: Contract | None = None
    baseline: Capture | None = None
    queries: tuple[QueryReport, ...] = ()
    run_failures: tuple[str, ...] = ()
    """Failures of the candidate as a whole, such as incomplete ingestion."""
    comparisons: tuple[MeasureComparison, ...] = ()
    configuration: ConfigurationComparison | None = None
    unjudged: tuple[Unjudged, ...] = ()
    statistics: Mapping[str, JsonValue] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """0 PASS, 1 FAIL, 2 INVALID."""
        return EXIT_CODES[self.status]

    def changed(self, change: Change) -> list[str]:
        """Ids of the queries that moved this way."""
        return [one.query.id for one in self.queries if one.change == change]

    def to_json(self) -> dict[str, JsonValue]:
        """The report as one JSON object; nothing in it is NaN."""
        slices = sorted({one.query.slice for one in self.queries})
        contract = self.contract
        return {
            "status": self.status,
            "error": self.error,
            "baseline_qualified": self.baseline_qualified,
            "contract": {
                "version": contract.version,
                "corpus": contract.corpus,
                "unit": contract.unit,
                "k": contract.k,
                "stage": self.baseline.stage if self.baseline else None,
            }
            if contract
            else None,
            "newly_failing": list[JsonValue](self.changed("newly_failing")),
            "newly_passing": list[JsonValue](self.changed("newly_passing")),
            "still_failing": list[JsonValue](self.changed("still_failing")),
            "run_failures": list(self.run_failures),
            "queries": [one.to_json() for one in self.queries],
            "averages": averages(self.queries),
            "slices": {name: averages([one for one in self.queries if one.query.slice == name]) for name in slices},
            "comparisons": [one.to_json() for one in self.comparisons],
            "statistics": dict(self.statistics),
            "configuration": self.configuration.to_json() if self.configuration else None,
            "unjudged": [one.to_json() for one in self.unjudged],
            "notes": list(self.notes),
        }


def averages(queries: Sequence[QueryReport]) -> dict[str, JsonValue]:
    """Macro averages of both sides with the number of queries that they are over.

    `scored` queries have a value; `not_applicable` ones are unanswerable; `counts` has by measure how many
    queries have one (claim coverage takes required text). A measure that no query has is null.
    """
    if not queries:
        return {}
    sides = {
        "baseline": [one.baseline for one in queries],
        "candidate": [one.candidate for one in queries],
    }
    means = {name: _means(outcomes) for name, outcomes in sides.items()}
    scored = sum(one.query.answerable for one in queries)
    return {
        "queries": len(queries),
        "scored": scored,
        "not_applicable": len(queries) - scored,
        "counts": _counts(sides["candidate"]),
        **{
            name: {**means[name], "failing": sum(bool(outcome.failures) for outcome in outcomes)}
            for name, outcomes in sides.items()
        },
        "difference": {
            measure: None if before is None or (after := means["candidate"][measure]) is None else after - before
            for measure, before in means["baseline"].items()
        },
    }


def _counts(outcomes: Sequence[Outcome]) -> dict[str, JsonValue]:
    return {measure: sum(outcome.values[measure] is not None for outcome in outcomes) for measure in outcomes[0].values}


def _means(outcomes: Sequence[Outcome]) -> dict[str, float | None]:
    found: dict[str, float | None] = {}
    for measure in outcomes[0].values:
        values = [value for outcome in outcomes if (value := outcome.values[measure]) is not None]
        found[measure] = sum(values) / len(values) if values else None
    return found
