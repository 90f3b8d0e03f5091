"""From views to outcomes: what was detected, where it was localised, and the mutation score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from ragtester.faults import Fault
from ragtester.records import STAGES, Record, Test
from ragtester.runner.campaigns.faults.viewing import Views

Outcome = Literal["detected", "missed", "equivalent"]


class FaultOutcome(Record):
    """What a suite found of one fault."""

    name: str
    stage: str
    kind: str
    description: str
    outcome: Outcome
    localised: bool | None
    """Whether the stage that most newly failing tests name is the planted one; None where none fails."""
    named: str | None
    """The stage that most newly failing tests name."""
    stages: dict[str, int]
    """Newly failing tests by the stage that they name."""
    checks: dict[str, int]
    """Newly failing tests by check."""
    caught_by: tuple[str, ...]
    """Ids of the newly failing tests."""
    answered_wrong: tuple[str, ...]
    """Those among them whose answer fails, not the trace alone."""
    changed: int
    """Tests whose answer or trace differs from the healthy one."""
    unmeasured: int
    trail: tuple[str, ...] = ()
    """The trail of the first test that names the stage."""


class TestScore(Record):
    """What one test caught."""

    __test__ = False

    id: str
    query: str
    kind: str
    type: str
    catches: int
    faults: tuple[str, ...]
    by_answers: tuple[str, ...]
    """The faults that its answer shows, without a look at the trace."""


class SelectionScore(Record):
    """What a suite of one selection method caught of the faults that change anything for any suite."""

    selection: str
    tests: int
    faults: int
    detected: int
    mutation_score: float | None
    by_answers: float | None
    """The score without a look at the traces: what an end-to-end test of a closed system finds."""
    missed: tuple[str, ...]
    missed_by_answers: tuple[str, ...]
    idle: int
    """Tests that catch nothing."""
    idle_answers: int
    """Tests whose answers catch nothing."""


def judge_fault(fault: Fault, healthy: Views, views: Views, tests: Sequence[Test]) -> FaultOutcome:
    """The outcome of one fault for these tests."""
    caught: list[str] = []
    wrong: list[str] = []
    stages: Counter[str] = Counter()
    checks: Counter[str] = Counter()
    changed = unmeasured = 0
    for test in tests:
        before, after = healthy[test.id], views[test.id]
        if "unmeasured" in (before.status, after.status):
            unmeasured += 1
            continue
        changed += before.trace != after.trace
        failing = newly_failing(before.checks, after.checks)
        if failing:
            caught.append(test.id)
            checks.update(failing)
            wrong += [test.id] if "verdict" in failing else []
            stages[after.stage or "unknown"] += 1
    named = max(stages, key=lambda stage: (stages[stage], stage == "unknown", _place(stage))) if stages else None
    outcome: Outcome = "detected" if caught else "missed" if changed or unmeasured else "equivalent"
    witness = next((name for name in caught if views[name].stage == named), None)
    return FaultOutcome(
        name=fault.name,
        stage=fault.stage,
        kind=fault.kind,
        description=fault.description,
        outcome=outcome,
        localised=named == fault.stage if named else None,
        named=named,
        stages=dict(stages.most_common()),
        checks=dict(checks.most_common()),
        caught_by=tuple(caught),
        answered_wrong=tuple(wrong),
        changed=changed,
        unmeasured=unmeasured,
        trail=views[witness].trail if witness else (),
    )


def newly_failing(before: Mapping[str, bool | None], after: Mapping[str, bool | None]) -> list[str]:
    """Checks that pass on the healthy system and fail now; one that failed there is not used."""
    return [name for name, passed in after.items() if passed is False and before.get(name) is True]


def alarms(healthy: Views, again: Views, tests: Sequence[Test]) -> list[tuple[str, list[str]]]:
    """Tests of a healthy re-run that fail a check which they passed before."""
    found = [(test.id, newly_failing(healthy[test.id].checks, again[test.id].checks)) for test in tests]
    return [(name, failing) for name, failing in found if failing]


def mutation_score(outcomes: Sequence[FaultOutcome]) -> float | None:
    """Detected faults over those that are not equivalent; None where all are."""
    counted = [outcome for outcome in outcomes if outcome.outcome != "equivalent"]
    return sum(outcome.outcome == "detected" for outcome in counted) / len(counted) if counted else None


def answers_score(outcomes: Sequence[FaultOutcome]) -> float | None:
    """The mutation score of the answers alone."""
    counted = [outcome for outcome in outcomes if outcome.outcome != "equivalent"]
    return sum(bool(outcome.answered_wrong) for outcome in counted) / len(counted) if counted else None


def localisation(outcomes: Sequence[FaultOutcome]) -> float | None:
    """Share of the detected faults whose stage is named rightly."""
    found = [outcome.localised for outcome in outcomes if outcome.outcome == "detected"]
    return sum(right is True for right in found) / len(found) if found else None


def scores_by_test(outcomes: Sequence[FaultOutcome], tests: Sequence[Test]) -> list[TestScore]:
    """What each test caught, the best first."""
    scores = []
    for test in tests:
        caught = tuple(outcome.name for outcome in outcomes if test.id in outcome.caught_by)
        answers = tuple(outcome.name for outcome in outcomes if test.id in outcome.answered_wrong)
        scores.append(
            TestScore(
                id=test.id,
                query=test.query,
                kind=test.kind,
                type=test.type,
                catches=len(caught),
                faults=caught,
                by_answers=answers,
            )
        )
    return sorted(scores, key=lambda score: (-score.catches, score.id))


def selection_score(
    selection: str, outcomes: Sequence[FaultOutcome], tests: Sequence[Test], *, counted: set[str]
) -> SelectionScore:
    """The score of one suite over the faults in `counted`."""
    found = [outcome for outcome in outcomes if outcome.name in counted]
    detected = sum(outcome.outcome == "detected" for outcome in found)
    scores = scores_by_test(outcomes, tests)
    return SelectionScore(
        selection=selection,
        tests=len(tests),
        faults=len(found),
        detected=detected,
        mutation_score=detected / len(found) if found else None,
        by_answers=sum(bool(outcome.answered_wrong) for outcome in found) / len(found) if found else None,
        missed=tuple(outcome.name for outcome in found if outcome.outcome != "detected"),
        missed_by_answers=tuple(outcome.name for outcome in found if not outcome.answered_wrong),
        idle=sum(not score.catches for score in scores),
        idle_answers=sum(not score.by_answers for score in scores),
    )


def _place(stage: str) -> int:
    """Of stages with as many votes the earlier one counts: what comes after it suffers from it."""
    return -[*STAGES].index(stage)  # type: ignore[arg-type]
