"""A run with its systems: from the summary, or while it runs from its cases."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from ragtester.config import RunConfig
from ragtester.records import SystemSpec
from ragtester.runner.plan.systems import reference_specs
from ragtester.stats import wilson
from ragtester.store import Found
from ragtester.web.service import Service

_STATUSES = ("passed", "failed", "unmeasured", "not_applicable")


@dataclass(frozen=True)
class RunView:
    """A run as lists and pages show it."""

    id: str
    name: str
    status: str
    started: float
    seconds: float | None
    summary: Mapping[str, Any] | None
    systems: Sequence[Mapping[str, Any]]
    job: Found | None

    @property
    def totals(self) -> Mapping[str, int]:
        """Cases by status."""
        if self.summary is not None:
            totals: Mapping[str, int] = self.summary["totals"]
            return totals
        return {
            "cases": sum(system["cases"] for system in self.systems),
            **{status: sum(system[status] for system in self.systems) for status in _STATUSES},
        }


def run_view(service: Service, run: str) -> RunView | None:
    """A run by its id; None where there is none."""
    row = service.store.run(run)
    if row is None:
        return None
    summary = json.loads(row["summary"]) if row["summary"] else None
    job = service.jobs.of_run(run)
    active = job is not None and job["status"] in ("queued", "running")
    live = summary is None or active or row["status"] == "running"
    return RunView(
        id=run,
        name=row["name"],
        status="running" if active else row["status"],
        started=row["started"],
        seconds=row["seconds"],
        summary=None if live else summary,
        systems=_live_systems(service, run, row["config"]) if live else (summary or {})["systems"],
        job=job,
    )


def _live_systems(service: Service, run: str, config: str) -> list[Mapping[str, Any]]:
    try:
        specs = {spec.id: spec for spec, *_ in reference_specs(RunConfig.model_validate_json(config))}
    except ValidationError:
        specs = {}  # the run is of a version with other keys
    counted = service.browse.count(run, "system")
    return [_live(name, counted[name], specs.get(name)) for name in counted]


def _live(name: str, counts: Mapping[str, int], spec: SystemSpec | None) -> Mapping[str, Any]:
    passed, failed = counts.get("passed", 0), counts.get("failed", 0)
    n = passed + failed
    interval = wilson(passed, n) if n else None
    return {
        "id": name,
        "target": None if spec else name,
        "generator": spec.generator if spec else "",
        "embedder": spec.embedder if spec else "",
        "chunker": spec.chunker if spec else "",
        "top_k": spec.top_k if spec else 0,
        "reranker": spec.reranker if spec else "none",
        "cases": sum(counts.values()),
        **{status: counts.get(status, 0) for status in _STATUSES},
        "pass_rate": passed / n if n else None,
        "interval": [interval.low, interval.high] if interval else None,
    }
