"""Spending a budget of mutants where violations were found so far, and what that gains over spending it evenly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ragtester.metamorphic.seeds import generator
from ragtester.records import Record, RelationOutcome, Scope

Arm: TypeAlias = tuple[str, Scope]
"""An operator in a scope."""


class ArmRecord(Record):
    """What one arm has yielded so far."""

    operator: str
    scope: Scope
    spent: int
    violated: int


class BudgetReport(Record):
    """Violations found by the same budget, spent by yield and spent evenly."""

    budget: int
    found: int
    """By the adaptive order."""
    uniform: float
    """By a uniformly random order: its expectation, budget x violations / mutants."""
    available: int
    violations: int
    """In all available mutants."""
    arms: tuple[ArmRecord, ...] = ()
    """The arms, the highest yield first."""

    @property
    def gain(self) -> float | None:
        """Violations found by yield over those found evenly; None where an even order finds none."""
        return self.found / self.uniform if self.uniform else None


def next_arm(spent: Mapping[Arm, tuple[int, int]], available: Mapping[Arm, int], *, seed: int) -> Arm | None:
    """The arm to spend the next mutant on, by Thompson sampling; None where nothing is left.

    Draws each arm's violation rate from Beta(1 + violated, 1 + held) and takes the highest, so that arms
    which yield are preferred and untried ones are tried. The draw depends on the seed and on what was
    spent so far, hence a resumed campaign chooses as an uninterrupted one does.

    Args:
        spent: (mutants run, violations found) by arm.
        available: mutants that are left by arm.
        seed: of the campaign.
    """
    open_arms = sorted(arm for arm, left in available.items() if left > 0)
    if not open_arms:
        return None
    total = sum(run for run, _ in spent.values())
    random_ = generator("budget", seed=seed, spent=total)

    def draw(arm: Arm) -> float:
        run, violated = spent.get(arm, (0, 0))
        return random_.betavariate(1 + violated, 1 + run - violated)

    drawn = {arm: draw(arm) for arm in open_arms}
    return max(open_arms, key=lambda arm: drawn[arm])


def replay(outcomes: Sequence[RelationOutcome], *, budget: int, seed: int = 0) -> BudgetReport:
    """What the adaptive order would have found of a fully measured campaign within a budget.

    Args:
        outcomes: all outcomes of the campaign; those without a verdict are left out.
        budget: how many mutants may be run.
        seed: of the order.
    """
    measured = [o for o in outcomes if o.outcome in ("held", "violated")]
    queues: dict[Arm, list[bool]] = {}
    for outcome in measured:
        queues.setdefault((outcome.operator, outcome.scope), []).append(outcome.outcome == "violated")
    for arm, queue in queues.items():
        generator("replay", seed=seed, operator=arm[0], scope=arm[1]).shuffle(queue)
    spent: dict[Arm, tuple[int, int]] = {}
    for _ in range(min(budget, len(measured))):
        chosen = next_arm(spent, {a: len(q) for a, q in queues.items()}, seed=seed)
        if chosen is None:
            break
        run, violated = spent.get(chosen, (0, 0))
        spent[chosen] = (run + 1, violated + queues[chosen].pop())
    return budget_report(measured, spent)


def budget_report(outcomes: Sequence[RelationOutcome], spent: Mapping[Arm, tuple[int, int]]) -> BudgetReport:
    """The report of a budget that was spent.

    Args:
        outcomes: all measured outcomes that the even order would draw from.
        spent: (mutants run, violations found) by arm.
    """
    violations = sum(outcome.outcome == "violated" for outcome in outcomes)
    budget = sum(run for run, _ in spent.values())
    arms = [
        ArmRecord(operator=name, scope=scope, spent=run, violated=violated)
        for (name, scope), (run, violated) in spent.items()
    ]
    return BudgetReport(
        budget=budget,
        found=sum(violated for _, violated in spent.values()),
        uniform=budget * violations / len(outcomes) if outcomes else 0.0,
        available=len(outcomes),
        violations=violations,
        arms=tuple(sorted(arms, key=lambda arm: (-arm.violated / arm.spent, -arm.spent, arm.operator, arm.scope))),
    )


def rank_by_yield(outcomes: Sequence[RelationOutcome]) -> list[ArmRecord]:
    """Operators and scopes by the share of their mutants that violated, the highest first."""
    spent: dict[Arm, tuple[int, int]] = {}
    for outcome in outcomes:
        if outcome.outcome in ("held", "violated"):
            run, violated = spent.get((outcome.operator, outcome.scope), (0, 0))
            spent[outcome.operator, outcome.scope] = (run + 1, violated + (outcome.outcome == "violated"))
    return list(budget_report([], spent).arms)
