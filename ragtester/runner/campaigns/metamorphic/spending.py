"""The budget mode: a number of mutants, spent where violations were found so far."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.metamorphic import BudgetReport, budget_report, next_arm
from ragtester.metamorphic.budget import Arm
from ragtester.metamorphic.seeds import generator
from ragtester.records import RelationOutcome
from ragtester.runner.campaigns.metamorphic.making import Work
from ragtester.runner.campaigns.metamorphic.outcomes import Outcomes
from ragtester.runner.progress import Bar

_ROUND = 8
"""Mutants that are chosen together, so that an endpoint is kept busy; a resumed campaign chooses the same."""


async def spend(
    outcomes: Outcomes, works: Sequence[Work], *, budget: int, seed: int, bar: Bar
) -> tuple[list[RelationOutcome | None], BudgetReport]:
    """Runs `budget` of the mutants; the others are None.

    Returns:
        Outcomes by position, and what was found against an even order. What an even order finds among the mutants
        that were not run is estimated by each arm's rate so far (with one violation and one held added).
    """
    queues: dict[Arm, list[int]] = {}
    for position, work in enumerate(works):
        queues.setdefault((work.mutant.operator, work.mutant.scope), []).append(position)
    for arm, queue in queues.items():
        generator("budget-order", seed=seed, operator=arm[0], scope=arm[1]).shuffle(queue)
    sizes = {arm: len(queue) for arm, queue in queues.items()}
    found: list[RelationOutcome | None] = [None] * len(works)
    spent: dict[Arm, tuple[int, int]] = {}
    left = min(budget, len(works))
    while left:
        chosen = _round(spent, queues, min(_ROUND, left), seed)
        results = await outcomes.run([works[position] for position in chosen], bar=bar)
        for position, outcome in zip(chosen, results, strict=True):
            found[position] = outcome
            if outcome is not None:
                arm = (works[position].mutant.operator, works[position].mutant.scope)
                run, violated = spent.get(arm, (0, 0))
                spent[arm] = (run + 1, violated + (outcome.outcome == "violated"))
        left -= len(chosen)
        if any(outcome is None for outcome in results):
            break
    report = budget_report([], spent)
    expected = sum(size * _rate(spent.get(arm, (0, 0))) for arm, size in sizes.items())
    share = report.budget / len(works) if works else 0.0
    return found, report.model_copy(
        update={"available": len(works), "uniform": share * expected, "violations": round(expected)}
    )


def _round(spent: dict[Arm, tuple[int, int]], queues: dict[Arm, list[int]], size: int, seed: int) -> list[int]:
    """The next mutants; those chosen in this round count as run and held until they are measured."""
    so_far = dict(spent)
    chosen: list[int] = []
    for _ in range(size):
        arm = next_arm(so_far, {name: len(queue) for name, queue in queues.items()}, seed=seed)
        if arm is None:
            break
        chosen.append(queues[arm].pop())
        run, violated = so_far.get(arm, (0, 0))
        so_far[arm] = (run + 1, violated)
    return chosen


def _rate(spent: tuple[int, int]) -> float:
    run, violated = spent
    return (1 + violated) / (2 + run)
