"""A project's runs over time: trend per system, tests that flip, the first bad night."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ragtester.store import Found
from ragtester.web.service import Service

_FINISHED = ("passed", "failed", "unmeasured")


@dataclass(frozen=True)
class Flaky:
    """A test whose status changed more than once over the runs."""

    system: str
    test: str
    statuses: Sequence[str]
    changes: int


@dataclass(frozen=True)
class History:
    """Runs oldest first, points for the trend, flaky tests, and the run with which the present trouble began."""

    runs: Sequence[Found]
    points: Sequence[dict[str, Any]]
    flaky: Sequence[Flaky]
    first_bad: Found | None


def history_of(service: Service, project: str, *, limit: int = 30) -> History:
    """The newest finished runs of a project."""
    listed = [run for run in service.browse.runs(name=project, limit=limit) if run["status"] in _FINISHED]
    runs = listed[::-1]
    return History(runs, _points(runs), _flaky(service, runs), _first_bad(service, project, runs))


def _points(runs: Sequence[Found]) -> list[dict[str, Any]]:
    points = []
    # Runs of one day are told apart by the hour.
    shape = "%H:%M" if runs and runs[-1]["started"] - runs[0]["started"] < 86_400 else "%d %b"
    for order, run in enumerate(runs, start=1):
        summary = json.loads(run["summary"]) if run["summary"] else {"systems": []}
        for system in summary["systems"]:
            if system["pass_rate"] is not None:
                low, high = system["interval"]
                when = time.strftime(shape, time.gmtime(run["started"]))
                points.append(
                    {"system": system["id"], "order": order, "when": when, "value": system["pass_rate"], "low": low,
                     "high": high}
                )  # fmt: skip
    return points


def _flaky(service: Service, runs: Sequence[Found]) -> list[Flaky]:
    if len(runs) < 3:
        return []
    recent = [run["id"] for run in runs[-10:]]
    series: dict[tuple[str, str], dict[str, str]] = {}
    for row in service.browse.flips(recent):
        series.setdefault((row["system"], row["test"]), {})[row["run"]] = row["status"]
    found = []
    for (system, test), by_run in series.items():
        statuses = [by_run[run] for run in recent if by_run.get(run) in ("passed", "failed")]
        changes = sum(a != b for a, b in pairwise(statuses))
        if changes >= 2:
            found.append(Flaky(system, test, statuses, changes))
    return sorted(found, key=lambda one: (-one.changes, one.test))[:50]


def _first_bad(service: Service, project: str, runs: Sequence[Found]) -> Found | None:
    """The night of the regression that was not recovered from yet; without a schedule, the first failed run in a row."""
    events = [night for night in service.schedules.nights(project=project, limit=200) if night["event"]]
    if events:
        newest = events[0]
        return newest if newest["event"] == "regression" else None
    bad: Found | None = None
    for run in reversed(runs):
        if run["status"] != "failed":
            break
        bad = run
    return bad if bad is not None and bad is not runs[0] else None
