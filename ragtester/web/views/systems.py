"""One system of a run: what fails, where, and on which kind of question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ragtester.records import STAGES
from ragtester.web.charts import bars
from ragtester.web.service import Service

EASE_LABELS = ("below 30, very hard", "30 to 50, hard", "50 to 60, fairly hard", "60 to 70, plain", "above 70, easy")


@dataclass(frozen=True)
class SystemView:
    """Counts and charts of a system."""

    statuses: Mapping[str, int]
    stages: Mapping[str, int]
    failures: Mapping[str, int]
    charts: Sequence[tuple[str, Markup]]


def system_view(service: Service, run: str, system: str | None) -> SystemView:
    """Failures by stage, type and reading ease, of a system or of all of them."""
    equal = {"system": system} if system else {}
    by_type = service.browse.count(run, "type", equal=equal)
    statuses: dict[str, int] = {}
    for counts in by_type.values():
        for status, n in counts.items():
            statuses[status] = statuses.get(status, 0) + n
    stages = {
        name: n["failed"] for name, n in service.browse.count(run, "stage", equal=equal).items() if n.get("failed")
    }
    failures = {
        name: n["failed"] for name, n in service.browse.count(run, "failure", equal=equal).items() if n.get("failed")
    }
    failed = sum(stages.values())
    types = [
        (kind.replace("_", " "), n.get("failed", 0), n.get("failed", 0) + n.get("passed", 0))
        for kind, n in by_type.items()
    ]
    types = sorted((one for one in types if one[2]), key=lambda one: (-one[1] / one[2], one[0]))
    ease = [
        (EASE_LABELS[band], n.get("failed", 0), n.get("failed", 0) + n.get("passed", 0))
        for band, n in enumerate(service.browse.ease(run, equal=equal))
    ]
    title = "Which stage lost the answer? Share of the failures"
    charts = [
        (title, bars(title, [(stage, stages[stage], failed) for stage in STAGES if stages.get(stage)])),
        ("Share of failures by question type", bars("Share of failures by question type", types)),
        (
            "Share of failures by reading ease of the source",
            bars("Share of failures by reading ease of the source", [one for one in ease if one[2]]),
        ),
    ]
    return SystemView(statuses, stages, dict(sorted(failures.items(), key=lambda one: -one[1])), charts)
