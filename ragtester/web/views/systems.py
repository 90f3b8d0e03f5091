"""What fails in a run or in one of its systems: where, and on which kind of question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeAlias

from ragtester.records import STAGES
from ragtester.store import Found
from ragtester.web.charts import bars, nothing
from ragtester.web.service import Service
from ragtester.web.views.state import state_of

_Share: TypeAlias = tuple[str, int, int]
"""Label, hits, n."""
EASE_LABELS = ("below 30, very hard", "30 to 50, hard", "50 to 60, fairly hard", "60 to 70, plain", "above 70, easy")


TITLES = {
    "stage": "Which stage lost the answer? Share of the failures",
    "type": "Share of failures by question type",
    "ease": "Share of failures by reading ease of the source",
}
"""The charts of a run and of a system."""
_KEPT = 200
_known: dict[tuple[str, str | None], tuple[Hashable, dict[str, list[_Share]]]] = {}


def failure_chart(service: Service, run: str, system: str | None, what: str) -> str:
    """The failures of a system, or of all of them, as a picture: see `TITLES`."""
    key, state = (run, system), state_of(service, run)
    known = _known.get(key)
    if known is None or known[0] != state:
        known = _known[key] = (state, _counted(service.browse.tally(run, system=system)))
        while len(_known) > _KEPT:
            _known.pop(next(iter(_known)), None)
    return bars(TITLES[what], known[1][what]) or nothing(TITLES[what], _NOTHING[what])


_NOTHING = {
    "stage": "Nothing failed.", "type": "No case has a verdict.", "ease": "The tests do not say how hard they read.",
}  # fmt: skip


def _counted(tally: Sequence[Found]) -> dict[str, list[_Share]]:
    stages: Counter[str] = Counter()
    types: dict[str, Counter[str]] = {}
    ease: dict[int, Counter[str]] = {}
    for row in tally:
        status, n = row["status"], row["n"]
        types.setdefault(row["type"].replace("_", " "), Counter())[status] += n
        if row["band"] is not None:
            ease.setdefault(row["band"], Counter())[status] += n
        if status == "failed":
            stages[row["stage"] or "unknown"] += n
    return {
        "stage": [(stage, stages[stage], sum(stages.values())) for stage in STAGES if stages[stage]],
        "type": sorted(_shares(types), key=lambda one: (-one[1] / one[2], one[0])),
        "ease": _shares({EASE_LABELS[band]: ease[band] for band in sorted(ease)}),
    }


def _shares(counts: Mapping[str, Counter[str]]) -> list[_Share]:
    """Label, failed and measured; what was not measured is left out."""
    found = [(label, n["failed"], n["failed"] + n["passed"]) for label, n in counts.items()]
    return [one for one in found if one[2]]
