"""One query's observed hits against its contract: measures at the cutoff, failures over every hit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ragtester.records import JsonValue, text_hash
from ragtester.retrieval.contract import Contract, ContractQuery, Hit
from ragtester.retrieval.contract.access import is_forbidden, may_read
from ragtester.retrieval.gate.recut import text_failures
from ragtester.retrieval.measures import MEASURES, claim_coverage, comparable, duplicate_rate
from ragtester.retrieval.measures.stated import states_comparable

SLACK = 1e-9
"""Room for the rounding of a floor such as 0.6 in binary."""

HARD_CODES = frozenset(
    {
        "content_mismatch",
        "document_mismatch",
        "duplicate",
        "expected_empty",
        "forbidden_version",
        "incomplete_ingestion",
        "missing_evidence",
        "missing_text",
        "tenant_mismatch",
        "unauthorized_role",
        "unauthorized_tenant",
        "version_mismatch",
    }
)
"""Failures that no average may outweigh; the others are floors and allowed drops."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one query's results are worth at one side of the comparison."""

    values: Mapping[str, float | None]
    """By measure; None where the query is unanswerable."""
    scored_hits: int
    captured_hits: int
    duplicate_rate: float
    failures: tuple[str, ...] = ()
    repeats: int = field(default=1)

    def to_json(self) -> dict[str, JsonValue]:
        """The outcome as a report holds it."""
        return {
            **dict(self.values),
            "scored_hits": self.scored_hits,
            "captured_hits": self.captured_hits,
            "duplicate_rate": self.duplicate_rate,
            "failures": list(self.failures),
            **({"repeats": self.repeats} if self.repeats > 1 else {}),
        }


def code_of(failure: str) -> str:
    """The kind of a failure: `content_mismatch` of `content_mismatch:A`."""
    return failure.partition(":")[0]


def score_query(contract: Contract, query: ContractQuery, repeats: Sequence[Sequence[Hit]]) -> Outcome:
    """Measures and failures of one query; repetitions are averaged, their failures united."""
    outcomes = [_score_once(contract, query, hits) for hits in repeats]
    if len(outcomes) == 1:
        return outcomes[0]
    count = len(outcomes)
    values = {
        name: None if value is None else sum(outcome.values[name] or 0.0 for outcome in outcomes) / count
        for name, value in outcomes[0].values.items()
    }
    hard = dict.fromkeys(
        failure for outcome in outcomes for failure in outcome.failures if code_of(failure) in HARD_CODES
    )
    return Outcome(
        values=values,
        scored_hits=max(outcome.scored_hits for outcome in outcomes),
        captured_hits=max(outcome.captured_hits for outcome in outcomes),
        duplicate_rate=sum(outcome.duplicate_rate for outcome in outcomes) / count,
        failures=(*hard, *_floors(query, values)),
        repeats=count,
    )


def drops(query: ContractQuery, baseline: Outcome, candidate: Outcome) -> tuple[str, ...]:
    """Losses against the baseline that are larger than the query allows."""
    found = []
    for code, measure, allowed in (
        ("precision_drop", "precision_at_k", query.max_precision_drop),
        ("recall_drop", "recall_at_k", query.max_recall_drop),
    ):
        before, after = baseline.values[measure], candidate.values[measure]
        if allowed is not None and before is not None and after is not None and before - after > allowed + SLACK:
            found.append(f"{code}:{before - after:.3f}>{allowed:.3f}")
    return tuple(found)


def _score_once(contract: Contract, query: ContractQuery, hits: Sequence[Hit]) -> Outcome:
    k = contract.k
    judged = contract.passages.judge(query, hits) if contract.by_text else None
    ids = [hit.chunk_id for hit in hits]
    ranked: Sequence[str] = ids if judged is None else judged.ranked
    reference = query.reference if judged is None else judged.reference
    values: dict[str, float | None] = {
        name: measure.compute(ranked, reference, k=k) for name, measure in MEASURES.items()
    }
    folded = comparable("\n".join(hit.text for hit in hits[:k])) if query.required_text else ""
    values["claim_coverage"] = claim_coverage(folded, query.required_text) if query.required_text else None
    if judged is None:
        failures = dict.fromkeys(_hit_failures(contract, query, hits))
        failures.update(dict.fromkeys(_missing_ids(query, ranked[:k])))
    else:
        failures = dict.fromkeys(text_failures(contract, query, hits, judged.located))
        failures.update(dict.fromkeys(f"missing_evidence:{label}" for label in judged.missing))
    failures.update(dict.fromkeys(_missing_texts(query, folded)))
    failures.update(dict.fromkeys(_floors(query, values)))
    return Outcome(
        values=values,
        scored_hits=min(k, len(hits)),
        captured_hits=len(hits),
        duplicate_rate=duplicate_rate(ids),
        failures=tuple(failures),
    )


def _hit_failures(contract: Contract, query: ContractQuery, hits: Sequence[Hit]) -> Iterator[str]:
    """Over every captured hit, beyond the cutoff too."""
    seen: set[str] = set()
    manifest = contract.manifest
    for hit in hits:
        name = hit.chunk_id
        entry = manifest[name]
        if query.expect_empty:
            yield f"expected_empty:{name}"
        if name in seen:
            yield f"duplicate:{name}"
        seen.add(name)
        if hit.tenant is not None and query.tenant is not None and hit.tenant != query.tenant:
            yield f"unauthorized_tenant:{name}"
        elif not may_read(contract, query, name):
            role = entry.tenant is None or query.tenant is None or entry.tenant == query.tenant
            yield f"{'unauthorized_role' if role else 'unauthorized_tenant'}:{name}"
        if query.forbidden_versions and (
            is_forbidden(query, hit.doc_id, hit.version) or is_forbidden(query, entry.doc_id, entry.version)
        ):
            yield f"forbidden_version:{name}"
        if hit.version != entry.version:
            yield f"version_mismatch:{name}"
        if hit.doc_id != entry.doc_id:
            yield f"document_mismatch:{name}"
        if hit.tenant is not None and entry.tenant is not None and hit.tenant != entry.tenant:
            yield f"tenant_mismatch:{name}"
        same = hit.text == entry.text if entry.text is not None else text_hash(hit.text) == entry.sha256
        if not same:
            yield f"content_mismatch:{name}"


def _missing_ids(query: ContractQuery, prefix: Sequence[str]) -> Iterator[str]:
    found = set(prefix)
    for group in query.required_groups:
        if not found.intersection(group):
            yield f"missing_evidence:{group[0]}"


def _missing_texts(query: ContractQuery, folded: str) -> Iterator[str]:
    for forms in query.required_text:
        if not any(states_comparable(folded, comparable(form)) for form in forms):
            yield f"missing_text:{forms[0]}"


def _floors(query: ContractQuery, values: Mapping[str, float | None]) -> Iterator[str]:
    for code, measure, floor in (
        ("below_min_precision", "precision_at_k", query.min_precision),
        ("below_min_recall", "recall_at_k", query.min_recall),
    ):
        value = values[measure]
        if floor is not None and value is not None and value < floor - SLACK:
            yield f"{code}:{value:.3f}<{floor:.3f}"
