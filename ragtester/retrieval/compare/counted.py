"""Two large runs compared from counts: how often the base had one value where the candidate had another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ragtester.errors import InputError
from ragtester.retrieval.compare.runs import Compared, RunComparison, verdicts
from ragtester.stats import paired_bootstrap


@dataclass(slots=True)
class PairCounts:
    """One measure of one system at both runs."""

    pairs: dict[tuple[float, float], int] = field(default_factory=dict)
    """How many cases had this value in the base and that one in the candidate."""
    unpaired: int = 0
    """Cases that only one of the runs measured."""

    def add(self, base: float | None, candidate: float | None, n: int) -> None:
        """Counts `n` cases; None is what was not measured."""
        if base is not None and candidate is not None:
            self.pairs[base, candidate] = self.pairs.get((base, candidate), 0) + n
        elif base is not None or candidate is not None:
            self.unpaired += n


def compare_counts(
    counts: Mapping[tuple[str, str], PairCounts],
    *,
    newly_failing: Sequence[str],
    newly_passing: Sequence[str],
    only_base: int,
    only_candidate: int,
    seed: int = 20261001,
    resamples: int = 10_000,
) -> RunComparison:
    """What `compare_runs` says of runs that have one answer a case, from counts that a database made.

    Args:
        counts: by (system, measure), in the order in which they are to be shown.
        newly_failing: names of the tests that passed in the base and fail in the candidate.
        newly_passing: the other way round.
        only_base: cases that the candidate does not have.
        only_candidate: cases that the base does not have.
        seed: of the resampling.
        resamples: bootstrap draws.

    Raises:
        InputError: the runs share no case.
    """
    if not counts:
        raise InputError("the runs have no test and system in common; compare runs of one suite")
    compared = [
        (measure, system, _compared(found, seed=seed, resamples=resamples))
        for (system, measure), found in counts.items()
    ]
    return RunComparison(
        measures=verdicts(compared),
        newly_failing=tuple(newly_failing),
        newly_passing=tuple(newly_passing),
        only_base=only_base,
        only_candidate=only_candidate,
    )


def _compared(found: PairCounts, *, seed: int, resamples: int) -> Compared:
    pairs = np.array([*found.pairs], dtype=np.float64).reshape(-1, 2)
    each = np.repeat(pairs, [*found.pairs.values()], axis=0)
    paired = paired_bootstrap(each[:, 0], each[:, 1], seed=seed, resamples=resamples)
    return paired, found.unpaired, (each[:, 1] - each[:, 0]).tolist()
