"""Two runs side by side: what fails newly first, then measure by measure."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.records import DIMENSIONS
from ragtester.retrieval import PairCounts, RunComparison, compare_counts, compare_runs
from ragtester.store import PAIRED, Found, Pairing
from ragtester.web.service import Service

SHOWN = 200
"""Tests that moved are shown up to so many."""
LARGE = 10_000
"""From so many cases on, pairs are counted in the database, and the time that cases took is not compared."""


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
    """The first ones."""
    newly_passing: Sequence[Moved]
    failing: int
    passing: int
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
    pairing = Pairing(service.store, *runs)
    sizes = pairing.sizes()
    large = max(sizes) > LARGE
    moved = [pairing.moved(was=was, now=now) for was, now in (("passed", "failed"), ("failed", "passed"))]
    counts = pairing.counts() if large else []
    if large and not any(row["sample"] for row in counts):
        report = _counted(pairing, sizes, counts, moved)
    else:
        report = compare_runs(*(_lines(service.browse.measured(run), large) for run in runs))
    failing, passing = ([Moved(**row) for row in listed[:SHOWN]] for listed in moved)
    return Comparison(
        base=base, candidate=candidate, newly_failing=failing, newly_passing=passing, failing=len(moved[0]),
        passing=len(moved[1]), report=report, large=large,
    )  # fmt: skip


def _counted(
    pairing: Pairing, sizes: tuple[int, int], listed: Sequence[Found], moved: Sequence[Sequence[Found]]
) -> RunComparison:
    """From counts of equal pairs: what a case took in seconds is left out, as hardly two are equal."""
    counts: dict[tuple[str, str], PairCounts] = {}
    for row in sorted(listed, key=lambda row: str(row["system"])):
        system = pairing.renamed or row["system"]
        for name in PAIRED:
            base, candidate = (_value(name, row[f"{side}_{name}"]) for side in ("base", "candidate"))
            if base is not None or candidate is not None:
                counts.setdefault((system, _MEASURES.get(name, name)), PairCounts()).add(base, candidate, row["n"])
    common = sum(row["n"] for row in listed)
    failing, passing = ([f"{row['test']} ({pairing.renamed or row['system']})" for row in rows] for rows in moved)
    return compare_counts(
        dict(sorted(counts.items(), key=lambda item: (item[0][0], _ORDER.index(item[0][1])))),
        newly_failing=failing, newly_passing=passing, only_base=sizes[0] - common, only_candidate=sizes[1] - common,
    )  # fmt: skip


_MEASURES = {"status": "pass_rate", "recall": "retrieval.recall"} | {name: f"scores.{name}" for name in DIMENSIONS}
_ORDER = ("pass_rate", "retrieval.recall", *sorted(f"scores.{name}" for name in DIMENSIONS))


def _value(name: str, value: float | str | None) -> float | None:
    if name == "status":
        return {"passed": 1.0, "failed": 0.0}.get(str(value))
    return None if value is None else float(value)


def _lines(cases: Sequence[Found], large: bool) -> list[dict[str, object]]:
    return [
        {
            "test": case["test"],
            "system": case["system"],
            "status": case["status"],
            "scores": {name: case[name] for name in DIMENSIONS},
            "retrieval": {"recall": case["recall"]},
            "seconds": None if large else case["seconds"],
        }
        for case in cases
    ]
