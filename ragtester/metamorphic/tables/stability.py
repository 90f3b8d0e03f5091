"""How stable the verdicts of a sampling judge are: the verdict alone, repeated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ragtester.metamorphic.seeds import generator
from ragtester.records import Outcome, Record, RelationOutcome


class Stability(Record):
    """What five repetitions of the same verdicts showed (paper, section 6.1)."""

    cases: int
    repeats: int
    unanimous: int
    """Cases in which every repetition says the same."""
    majority_agrees: int
    """Cases in which most repetitions say what was said first."""
    flips: int
    """Cases with both `held` and `violated` among the repetitions."""
    unmeasured: int
    """Repetitions that gave no verdict."""


def stratified_sample(outcomes: Sequence[RelationOutcome], *, cases: int = 100, seed: int = 0) -> list[RelationOutcome]:
    """Cases spread over scope, operator, verdict and preservation as evenly as the strata allow.

    Takes one case of every stratum in turn until there are enough, so that rare strata are whole before
    common ones are sampled twice; within a stratum the order is random.
    """
    strata: dict[tuple[str, ...], list[RelationOutcome]] = {}
    for outcome in sorted(outcomes, key=lambda o: (o.system, o.mutant)):
        if outcome.outcome in ("held", "violated"):
            key = (outcome.scope, outcome.operator, outcome.outcome, outcome.relation or "")
            strata.setdefault(key, []).append(outcome)
    random_ = generator("stability", seed=seed, cases=cases)
    queues = [random_.sample(strata[key], len(strata[key])) for key in sorted(strata)]
    random_.shuffle(queues)
    drawn: list[RelationOutcome] = []
    while len(drawn) < cases and any(queues):
        for queue in queues:
            if queue and len(drawn) < cases:
                drawn.append(queue.pop())
    return drawn


def stability(initial: Sequence[RelationOutcome], repeats: Mapping[tuple[str, str], Sequence[Outcome]]) -> Stability:
    """Unanimity, majority and flips.

    Args:
        initial: the sampled cases with their first verdict.
        repeats: the repeated verdicts by (system, mutant).
    """
    unanimous = majority = flips = unmeasured = 0
    longest = 0
    for outcome in initial:
        given = list(repeats.get((outcome.system, outcome.mutant), ()))
        longest = max(longest, len(given))
        decided: list[Outcome] = [verdict for verdict in given if verdict in ("held", "violated")]
        unmeasured += len(given) - len(decided)
        counts = Counter(decided)
        unanimous += len(counts) == 1 and len(decided) == len(given)
        flips += len(counts) > 1
        majority += counts[outcome.outcome] * 2 > len(decided)
    return Stability(
        cases=len(initial),
        repeats=longest,
        unanimous=unanimous,
        majority_agrees=majority,
        flips=flips,
        unmeasured=unmeasured,
    )
