"""Two runs side by side: what fails newly first, then measure by measure."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from ragtester.records import DIMENSIONS
from ragtester.retrieval import RunComparison, compare_runs
from ragtester.store import Browse, Found, Store
from ragtester.web.service import Service

LARGE = 10_000
"""From so many cases on, pass rate and recall alone are compared, with 1,000 resamples in place of 10,000."""


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
    large: bool


def comparison_of(service: Service, base: str, candidate: str) -> Comparison | None:
    """Compares two runs; None where either does not exist. The last few comparisons are remembered.

    Raises:
        InputError: they share no case.
    """
    first, second = service.store.run(base), service.store.run(candidate)
    if first is None or second is None:
        return None
    key = (base, first["seconds"], first["status"], candidate, second["seconds"], second["status"])
    with _LOCK:  # one at a time: a comparison of large runs takes memory
        found = _known.get(key)
        if found is None:
            found = _compare(service, first, second)
            if "running" not in (first["status"], second["status"]):
                _known[key] = found
                while len(_known) > _KEPT:
                    _known.pop(next(iter(_known)))
    return found


_KEPT = 8
_LOCK = threading.Lock()
_known: dict[tuple[object, ...], Comparison] = {}


def _compare(service: Service, base: Found, candidate: Found) -> Comparison:
    runs = base["id"], candidate["id"]
    large = max(service.browse.total(run) for run in runs) > LARGE
    if large:
        # A process of its own: what a large comparison takes of memory is given back.
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            report = pool.submit(large_report, service.settings.database, *runs).result()
    else:
        report = compare_runs(*(_lines(service.browse.measured(run), False) for run in runs))
    moved = [service.browse.moved(*runs, was=was, now=now) for was, now in (("passed", "failed"), ("failed", "passed"))]
    failing, passing = ([Moved(**row) for row in listed] for listed in moved)
    return Comparison(
        base=base, candidate=candidate, newly_failing=failing, newly_passing=passing, report=report, large=large
    )  # fmt: skip


def large_report(database: str, base: str, candidate: str) -> RunComparison:
    """The comparison of two large runs, for a process of its own."""
    with Store(database) as store:
        browse = Browse(store)
        return compare_runs(*(_lines(browse.measured(run), True) for run in (base, candidate)), resamples=1000)


def _lines(cases: Sequence[Found], large: bool) -> list[dict[str, object]]:
    return [
        {
            "test": case["test"],
            "system": case["system"],
            "status": case["status"],
            "scores": {} if large else {name: case[name] for name in DIMENSIONS},
            "retrieval": {"recall": case["recall"]},
            "seconds": None if large else case["seconds"],
        }
        for case in cases
    ]
