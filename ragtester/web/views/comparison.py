"""Two runs side by side: what fails newly first, then measure by measure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ragtester.records import DIMENSIONS
from ragtester.retrieval import RunComparison, compare_runs
from ragtester.store import Found
from ragtester.web.service import Service

_LARGEST = 100_000


@dataclass(frozen=True)
class Moved:
    """A test that went from one status to another at one system."""

    system: str
    test: str
    query: str
    base: int
    candidate: int
    """Positions of the cases in their runs."""
    stage: str | None


@dataclass(frozen=True)
class Comparison:
    """What changed between two runs."""

    base: Found
    candidate: Found
    newly_failing: Sequence[Moved]
    newly_passing: Sequence[Moved]
    report: RunComparison


def comparison_of(service: Service, base: str, candidate: str) -> Comparison | None:
    """Compares two runs; None where either does not exist.

    Raises:
        InputError: they share no case.
    """
    rows = service.store.run(base), service.store.run(candidate)
    if rows[0] is None or rows[1] is None:
        return None
    before, after = _cases(service, base), _cases(service, candidate)
    report = _compared(json.dumps(_lines(before)), json.dumps(_lines(after)))
    return Comparison(
        base=rows[0],
        candidate=rows[1],
        newly_failing=_moved(before, after, "passed", "failed"),
        newly_passing=_moved(before, after, "failed", "passed"),
        report=report,
    )


def _cases(service: Service, run: str) -> list[Found]:
    return service.browse.cases(run, equal={}, limit=_LARGEST)


def _lines(cases: Sequence[Found]) -> list[dict[str, object]]:
    return [
        {
            "test": case["test"],
            "system": case["system"],
            "status": case["status"],
            "scores": {name: case[name] for name in DIMENSIONS},
            "retrieval": {"recall": case["recall"]},
            "seconds": case["seconds"],
        }
        for case in cases
    ]


@lru_cache(maxsize=16)
def _compared(base: str, candidate: str) -> RunComparison:
    return compare_runs(json.loads(base), json.loads(candidate), resamples=2000)


def _moved(before: Sequence[Found], after: Sequence[Found], was: str, now: str) -> list[Moved]:
    earlier: Mapping[tuple[str, str, int], Found] = {(one["system"], one["test"], one["sample"]): one for one in before}
    found = []
    for one in after:
        base = earlier.get((one["system"], one["test"], one["sample"]))
        if base is not None and base["status"] == was and one["status"] == now:
            found.append(
                Moved(
                    one["system"],
                    one["test"],
                    one["query"] or one["test"],
                    base["position"],
                    one["position"],
                    one["stage"],
                )
            )
    return found
