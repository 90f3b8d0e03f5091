"""Table 4: repaired of applicable, by strategy, scope, operator and dataset, and the union."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ragtester.metamorphic.operators import operator_names
from ragtester.records import JsonValue, Outcome, Rate, Record, Scope
from ragtester.stats import wilson

UNION = "union"


class RepairOutcome(Record):
    """One strategy tried on one violated mutant."""

    strategy: str
    mutant: str
    test: str
    system: str
    operator: str
    scope: Scope
    dataset: str = ""
    outcome: Outcome
    """Of the oracle after the repair; `held` means repaired."""
    answer: str = ""


class RepairRow(Record):
    """One cell of the table."""

    strategy: str
    """A strategy's name, or `union`: at least one applicable strategy repairs the fault."""
    scope: Scope | None = None
    operator: str | None = None
    dataset: str | None = None
    repaired: int
    applicable: int
    unmeasured: int = 0
    rate: Rate


def repair_table(outcomes: Sequence[RepairOutcome]) -> list[RepairRow]:
    """Rows in all, by dataset and scope, and by operator and scope; the union beside each."""
    rows: list[RepairRow] = []
    strategies = list(dict.fromkeys(o.strategy for o in outcomes))
    datasets = sorted({o.dataset for o in outcomes if o.dataset})
    scopes: tuple[Scope, ...] = ("pre", "post")
    seen = {o.operator for o in outcomes}
    operators = [n for n in operator_names() if n in seen] + sorted(seen.difference(operator_names()))
    for strategy in [*strategies, UNION]:
        for scope in (*scopes, None):
            rows += _row(outcomes, strategy, scope=scope)
            for dataset in datasets:
                rows += _row(outcomes, strategy, scope=scope, dataset=dataset)
        for scope in scopes:
            for operator in operators:
                rows += _row(outcomes, strategy, scope=scope, operator=operator)
    return rows


def repair_summary(outcomes: Sequence[RepairOutcome]) -> dict[str, JsonValue]:
    """The object that `ragtester repair --json` prints."""
    rows = repair_table(outcomes)
    union = next((r for r in rows if r.strategy == UNION and r.scope is None and r.dataset is None), None)
    return {
        "strategies": [
            {
                "name": row.strategy,
                "scope": row.scope,
                "operator": row.operator,
                "repaired": row.repaired,
                "applicable": row.applicable,
            }
            for row in rows
            if row.strategy != UNION and row.operator is not None
        ],
        "union": {"repaired": union.repaired, "applicable": union.applicable}
        if union
        else {"repaired": 0, "applicable": 0},
    }


def _row(
    outcomes: Sequence[RepairOutcome],
    strategy: str,
    *,
    scope: Scope | None = None,
    operator: str | None = None,
    dataset: str | None = None,
) -> list[RepairRow]:
    wanted: Callable[[RepairOutcome], bool] = lambda o: (  # noqa: E731
        (strategy == UNION or o.strategy == strategy)
        and (scope is None or o.scope == scope)
        and (operator is None or o.operator == operator)
        and (dataset is None or o.dataset == dataset)
        and o.outcome != "not_applicable"
    )
    by_fault: dict[tuple[str, str, str], list[Outcome]] = {}
    for outcome in filter(wanted, outcomes):
        by_fault.setdefault((outcome.dataset, outcome.system, outcome.mutant), []).append(outcome.outcome)
    if not by_fault:
        return []
    repaired = sum("held" in results for results in by_fault.values())
    unmeasured = sum("held" not in results and "violated" not in results for results in by_fault.values())
    n = len(by_fault) - unmeasured
    return [
        RepairRow(
            strategy=strategy,
            scope=scope,
            operator=operator,
            dataset=dataset,
            repaired=repaired,
            applicable=n,
            unmeasured=unmeasured,
            rate=Rate(
                successes=repaired,
                n=n,
                unmeasured=unmeasured,
                value=repaired / n if n else None,
                interval=wilson(repaired, n) if n else None,
            ),
        )
    ]
