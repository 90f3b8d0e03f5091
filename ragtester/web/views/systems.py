"""One system of a run: what fails, where, and on which kind of question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ragtester.records import STAGES
from ragtester.store import Found
from ragtester.web.charts import bars
from ragtester.web.service import Service
from ragtester.web.views.runs import RunView

EASE_LABELS = ("below 30, very hard", "30 to 50, hard", "50 to 60, fairly hard", "60 to 70, plain", "above 70, easy")


@dataclass(frozen=True)
class SystemView:
    """Counts and charts of a system."""

    statuses: Mapping[str, int]
    stages: Mapping[str, int]
    failures: Mapping[str, int]
    charts: Sequence[tuple[str, Markup]]


def system_view(service: Service, run: RunView, system: str | None) -> SystemView:
    """Failures by stage, type and reading ease, of a system or of all of them; remembered once a run has ended."""
    if run.summary is None:
        return _view(service.browse.tally(run.id, system=system))
    key = (run.id, run.seconds, system)
    found = _known.get(key)
    if found is None:
        found = _known[key] = _view(service.browse.tally(run.id, system=system))
        while len(_known) > _KEPT:
            _known.pop(next(iter(_known)), None)
    return found


_KEPT = 200
_known: dict[tuple[str, float | None, str | None], SystemView] = {}


def _view(tally: Sequence[Found]) -> SystemView:
    statuses: Counter[str] = Counter()
    stages: Counter[str] = Counter()
    failures: Counter[str] = Counter()
    types: dict[str, Counter[str]] = {}
    ease: dict[int, Counter[str]] = {}
    for row in tally:
        status, n = row["status"], row["n"]
        statuses[status] += n
        types.setdefault(row["type"].replace("_", " "), Counter())[status] += n
        if row["band"] is not None:
            ease.setdefault(row["band"], Counter())[status] += n
        if status == "failed":
            stages[row["stage"] or "unknown"] += n
            failures[row["failure"] or "failed"] += n
    by_type = sorted(_shares(types), key=lambda one: (-one[1] / one[2], one[0]))
    by_ease = _shares({EASE_LABELS[band]: ease[band] for band in sorted(ease)})
    by_stage: list[tuple[str, int, int]] = [
        (stage, stages[stage], sum(stages.values())) for stage in STAGES if stages[stage]
    ]
    titles: dict[str, list[tuple[str, int, int]]] = {
        "Which stage lost the answer? Share of the failures": by_stage,
        "Share of failures by question type": by_type,
        "Share of failures by reading ease of the source": by_ease,
    }
    charts = [(title, bars(title, counts)) for title, counts in titles.items()]
    return SystemView(statuses, stages, dict(failures.most_common()), charts)


def _shares(counts: Mapping[str, Counter[str]]) -> list[tuple[str, int, int]]:
    """Label, failed and measured; what was not measured is left out."""
    found = [(label, n["failed"], n["failed"] + n["passed"]) for label, n in counts.items()]
    return [one for one in found if one[2]]
