"""Two runs of the matrix, measure by measure: which is better, by how much, and whether that is real."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ragtester.errors import InputError
from ragtester.records import JsonValue
from ragtester.retrieval.compare.rows import LOWER_IS_BETTER, Case, read_cases
from ragtester.retrieval.margins import NO_MARGINS, margin_of
from ragtester.retrieval.power import more_pairs_needed
from ragtester.stats import (
    ComparisonVerdict,
    PairedComparison,
    comparison_verdict,
    holm,
    paired_bootstrap,
)


@dataclass(frozen=True, slots=True)
class RunMeasure:
    """One measure of one system at both runs."""

    measure: str
    system: str
    paired: PairedComparison
    adjusted_p: float | None
    verdict: ComparisonVerdict
    needed: int | None
    unpaired: int
    """Cases that only one of the runs measured."""
    margin: float = 0.0
    """Differences up to it count as the same."""

    @property
    def message(self) -> str:
        """The verdict for a reader."""
        if self.verdict != "cannot_tell":
            return self.verdict
        return f"cannot tell yet: {self.needed} more needed" if self.needed else "cannot tell: no case in common"

    def to_json(self) -> dict[str, JsonValue]:
        """As `compare --json` prints it."""
        paired, interval = self.paired, self.paired.interval
        return {
            "measure": self.measure,
            "system": self.system,
            "base": paired.base,
            "candidate": paired.candidate,
            "difference": paired.difference,
            "interval": [interval.low, interval.high] if interval else None,
            "p": paired.p,
            "adjusted_p": self.adjusted_p,
            "n": paired.n,
            "unpaired": self.unpaired,
            "margin": self.margin,
            "verdict": self.verdict,
            "needed": self.needed,
            "message": self.message,
        }


@dataclass(frozen=True, slots=True)
class RunComparison:
    """Every measure that either run has."""

    measures: tuple[RunMeasure, ...]
    newly_failing: tuple[str, ...]
    newly_passing: tuple[str, ...]
    only_base: int
    only_candidate: int

    def to_json(self) -> dict[str, JsonValue]:
        """As `compare --json` prints it."""
        return {
            "measures": [one.to_json() for one in self.measures],
            "newly_failing": list(self.newly_failing),
            "newly_passing": list(self.newly_passing),
            "only_base": self.only_base,
            "only_candidate": self.only_candidate,
        }


def compare_runs(
    base_rows: Sequence[Mapping[str, object]],
    candidate_rows: Sequence[Mapping[str, object]],
    *,
    margins: Mapping[str, float] = NO_MARGINS,
    seed: int = 20261001,
    resamples: int = 10_000,
) -> RunComparison:
    """Compares two runs on the cases that both measured.

    Cases are paired by test and system; where each run has one system, by test alone. Repetitions are
    averaged first, tests of one `group` are kept together, and p-values are Holm-corrected over all
    measures and systems.

    Args:
        base_rows: result lines of the base.
        candidate_rows: result lines of the candidate.
        margins: by measure or pattern, the difference that still counts as the same; see `parse_margins`.
        seed: of the resampling.
        resamples: bootstrap draws.

    Raises:
        InputError: a run has no line, or the runs share no case.
    """
    base, candidate = read_cases(base_rows, side="base"), read_cases(candidate_rows, side="candidate")
    for side, cases in (("base", base), ("candidate", candidate)):
        if not cases:
            raise InputError(f"the {side} run has no result line; name a run that has results")
    base, candidate = _aligned(base, candidate)
    common = [key for key in base if key in candidate]
    if not common:
        raise InputError("the runs have no test and system in common; compare runs of one suite")
    by_system: dict[str, list[tuple[str, str]]] = {}
    for key in common:
        by_system.setdefault(key[1], []).append(key)
    compared = [
        (measure, system, _compare(base, candidate, measure, keys, seed, resamples))
        for system, keys in by_system.items()
        for measure in _measures(base, candidate)
    ]
    return RunComparison(
        measures=verdicts(compared, margins=margins),
        newly_failing=_moved(base, candidate, common, 1.0, 0.0),
        newly_passing=_moved(base, candidate, common, 0.0, 1.0),
        only_base=len(base) - len(common),
        only_candidate=len(candidate) - len(common),
    )


Compared: TypeAlias = tuple[PairedComparison, int, Sequence[float]]
"""A measure at a system: the comparison, the cases that only one run measured, and the differences."""


def verdicts(
    compared: Sequence[tuple[str, str, Compared]], *, margins: Mapping[str, float] = NO_MARGINS
) -> tuple[RunMeasure, ...]:
    """Verdicts of (measure, system, comparison), with p corrected over all of them (Holm)."""
    tested = [position for position, (_, _, (paired, _, _)) in enumerate(compared) if paired.p is not None]
    adjusted = dict(zip(tested, holm([compared[position][2][0].p or 0.0 for position in tested]), strict=True))
    return tuple(
        _verdict(
            measure, system, one, adjusted.get(position), margin_of(margins, measure), len(tested)
        )
        for position, (measure, system, one) in enumerate(compared)
    )  # fmt: skip


_Cases = dict[tuple[str, str], Case]


def _aligned(base: _Cases, candidate: _Cases) -> tuple[_Cases, _Cases]:
    """Two runs of one system each are paired by test, whatever the systems are called."""
    systems = [{key[1] for key in cases} for cases in (base, candidate)]
    if len(systems[0]) == len(systems[1]) == 1 and systems[0] != systems[1]:
        name = f"{systems[0].copy().pop()} -> {systems[1].copy().pop()}"
        return {(t, name): c for (t, _), c in base.items()}, {(t, name): c for (t, _), c in candidate.items()}
    return base, candidate


def _measures(base: _Cases, candidate: _Cases) -> list[str]:
    found = dict.fromkeys(name for cases in (base, candidate) for case in cases.values() for name in case.values)
    first = [name for name in ("pass_rate",) if name in found]
    last = [name for name in ("cost_usd", "latency_s") if name in found]
    return [*first, *sorted(name for name in found if name not in (*first, *last)), *last]


def _compare(
    base: _Cases, candidate: _Cases, measure: str, keys: Sequence[tuple[str, str]], seed: int, resamples: int
) -> Compared:
    both = [key for key in keys if measure in base[key].values and measure in candidate[key].values]
    either = sum(measure in base[key].values or measure in candidate[key].values for key in keys)
    before = [base[key].values[measure] for key in both]
    after = [candidate[key].values[measure] for key in both]
    groups = [base[key].group for key in both]
    paired = paired_bootstrap(
        before, after, seed=seed, resamples=resamples, groups=groups if len(set(groups)) < len(groups) else None
    )
    return paired, either - len(both), [b - a for a, b in zip(before, after, strict=True)]


def _verdict(
    measure: str,
    system: str,
    compared: Compared,
    adjusted_p: float | None,
    margin: float,
    tests: int,
) -> RunMeasure:
    paired, unpaired, differences = compared
    verdict = comparison_verdict(
        paired.interval, margin=margin, adjusted_p=adjusted_p, higher_is_better=measure not in LOWER_IS_BETTER
    )
    told = verdict != "cannot_tell" or not differences
    needed = None if told else more_pairs_needed(differences, tests=tests, margin=margin)
    return RunMeasure(measure, system, paired, adjusted_p, verdict, needed, unpaired, margin)


def _moved(
    base: _Cases, candidate: _Cases, keys: Sequence[tuple[str, str]], before: float, after: float
) -> tuple[str, ...]:
    return tuple(
        f"{key[0]} ({key[1]})" if key[1] else key[0]
        for key in keys
        if base[key].values.get("pass_rate") == before and candidate[key].values.get("pass_rate") == after
    )
