"""Table 1: violation rates by operator and scope, and how far the scopes find the same faults."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ragtester.metamorphic.operators import operator_names
from ragtester.records import Outcome, Rate, Record, Relation, RelationOutcome, Scope, Status
from ragtester.stats import rate

_AS_STATUS: dict[Outcome, Status] = {
    "violated": "passed",
    "held": "failed",
    "unmeasured": "unmeasured",
    "not_applicable": "not_applicable",
}
"""A rate counts `passed`; the rate here is that of violations."""

SCOPES: tuple[Scope, ...] = ("pre", "post")


class ViolationRow(Record):
    """One operator in one scope on one system."""

    system: str
    operator: str
    scope: Scope
    mutants: int
    """Mutants that could be made: measured and unmeasured ones."""
    violated: int
    held: int
    unmeasured: int
    not_applicable: int
    preserving: int
    altering: int
    rate: Rate
    """Violated among measured, with Wilson's interval."""


class OverlapRow(Record):
    """How far both scopes of an operator find faults on the same base instances."""

    system: str
    operator: str
    pre: int
    """Base instances with a pre-chunk violation, among those measured in both scopes."""
    post: int
    both: int
    jaccard: float | None
    """both / (pre or post); None where neither scope found a fault."""


def violation_table(outcomes: Sequence[RelationOutcome]) -> list[ViolationRow]:
    """Rows by system, operator (in the paper's order) and scope."""
    rows: list[ViolationRow] = []
    for system in systems_of(outcomes):
        for name in operators_of(outcomes):
            for scope in SCOPES:
                own = [o for o in outcomes if (o.system, o.operator, o.scope) == (system, name, scope)]
                if own:
                    rows.append(_row(system, name, scope, own))
    return rows


def scope_averages(rows: Sequence[ViolationRow], system: str) -> dict[Scope, float | None]:
    """The mean of the operators' rates by scope: the paper's last line."""
    averages: dict[Scope, float | None] = {}
    for scope in SCOPES:
        values = [r.rate.value for r in rows if r.system == system and r.scope == scope and r.rate.value is not None]
        averages[scope] = sum(values) / len(values) if values else None
    return averages


def overlap_table(outcomes: Sequence[RelationOutcome]) -> list[OverlapRow]:
    """Jaccard overlap of pre- and post-chunk faults, for each operator that was measured in both scopes."""
    rows: list[OverlapRow] = []
    for system in systems_of(outcomes):
        for name in operators_of(outcomes):
            own = [o for o in outcomes if o.system == system and o.operator == name]
            pre, post = _by_test(own, "pre"), _by_test(own, "post")
            shared = pre.keys() & post.keys()
            if not shared:
                continue
            faults_pre = {test for test in shared if pre[test]}
            faults_post = {test for test in shared if post[test]}
            rows.append(
                OverlapRow(
                    system=system,
                    operator=name,
                    pre=len(faults_pre),
                    post=len(faults_post),
                    both=len(faults_pre & faults_post),
                    jaccard=jaccard(faults_pre, faults_post),
                )
            )
    return rows


def jaccard(one: set[str], other: set[str]) -> float | None:
    """Size of the intersection over size of the union; None where both are empty."""
    union = one | other
    return len(one & other) / len(union) if union else None


def systems_of(outcomes: Iterable[RelationOutcome]) -> list[str]:
    """The systems, in first-seen order."""
    return list(dict.fromkeys(outcome.system for outcome in outcomes))


def operators_of(outcomes: Iterable[RelationOutcome]) -> list[str]:
    """The operators, the shipped ones in the paper's order, then others (combined ones) by name."""
    seen = {outcome.operator for outcome in outcomes}
    known = [name for name in operator_names() if name in seen]
    return [*known, *sorted(seen.difference(known))]


def _row(system: str, name: str, scope: Scope, own: Sequence[RelationOutcome]) -> ViolationRow:
    def count(outcome: Outcome) -> int:
        return sum(o.outcome == outcome for o in own)

    def related(relation: Relation) -> int:
        return sum(o.relation == relation for o in own)

    return ViolationRow(
        system=system,
        operator=name,
        scope=scope,
        mutants=len(own) - count("not_applicable"),
        violated=count("violated"),
        held=count("held"),
        unmeasured=count("unmeasured"),
        not_applicable=count("not_applicable"),
        preserving=related("preserving"),
        altering=related("altering"),
        rate=rate([_AS_STATUS[o.outcome] for o in own]),
    )


def _by_test(outcomes: Sequence[RelationOutcome], scope: Scope) -> dict[str, bool]:
    measured = [o for o in outcomes if o.scope == scope and o.outcome in ("held", "violated")]
    return {o.test: o.outcome == "violated" for o in measured}
