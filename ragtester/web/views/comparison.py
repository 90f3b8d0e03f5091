"""Two runs side by side: what fails newly first, then measure by measure."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragtester.records import DIMENSIONS
from ragtester.retrieval import RunComparison, compare_runs
from ragtester.store import Found
from ragtester.web.service import Service

LARGE = 10_000
"""From so many cases on, pass rate and recall alone are compared, with 1,000 resamples in place of 10,000."""
SHOWN = 200


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
    before, after = service.browse.measured(base["id"]), service.browse.measured(candidate["id"])
    large = max(len(before), len(after)) > LARGE
    report = compare_runs(_lines(before, large), _lines(after, large), resamples=1000 if large else 10_000)
    failing, passing = _moved(before, after, "passed", "failed"), _moved(before, after, "failed", "passed")
    asked = service.browse.queries(candidate["id"], {one["test"] for _, one in [*failing[:SHOWN], *passing[:SHOWN]]})
    return Comparison(
        base=base,
        candidate=candidate,
        newly_failing=[_shown(pair, asked) for pair in failing],
        newly_passing=[_shown(pair, asked) for pair in passing],
        report=report,
        large=large,
    )


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


def _moved(before: Sequence[Found], after: Sequence[Found], was: str, now: str) -> list[tuple[Found, Found]]:
    earlier = {(one["system"], one["test"], one["sample"]): one for one in before if one["status"] == was}
    pairs = [(earlier.get((one["system"], one["test"], one["sample"])), one) for one in after if one["status"] == now]
    return [(base, one) for base, one in pairs if base is not None]


def _shown(pair: tuple[Found, Found], asked: Mapping[str, str]) -> Moved:
    base, one = pair
    stage = one["stage"] or base["stage"]
    return Moved(
        one["system"], one["test"], asked.get(one["test"], one["test"]), base["position"], one["position"], stage
    )
