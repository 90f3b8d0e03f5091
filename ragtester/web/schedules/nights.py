"""From two runs to what a team must know: did it become worse, where, and is it over?"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field

from ragtester.records import JsonValue, Record
from ragtester.stats import holm, mcnemar
from ragtester.store import Found

SIGNIFICANT = 0.05
SHOWN = 20


class Change(Record):
    """What is worse in a run than in the last good one."""

    regressed: bool
    systems: tuple[str, ...] = ()
    stages: dict[str, int] = Field(default_factory=dict)
    """Newly failing cases by failing stage."""
    tests: tuple[str, ...] = ()
    """Newly failing, the first ones."""
    newly_failing: int = 0
    newly_passing: int = 0
    reasons: tuple[str, ...] = ()

    def to_json(self) -> dict[str, JsonValue]:
        """For the store and for messages."""
        return self.model_dump(mode="json")


def change_between(
    summary: Mapping[str, Any], before: Sequence[Found], after: Sequence[Found], *, earlier: Mapping[str, Any] | None
) -> Change:
    """Whether a run is worse than the last good one.

    A run is a regression where a threshold fails that held before, or where a system loses more tests
    than it gains by more than chance allows (exact McNemar test, Holm over the systems, p below 0.05).
    One test more or less is noise and is left to the history page.

    Args:
        summary: of the run.
        before: cases of the last good run: system, test, sample, status.
        after: cases of the run, with stage.
        earlier: summary of the last good run; None where there is none.
    """
    reasons, systems = _thresholds(summary, earlier)
    was = {(one["system"], one["test"], one["sample"]): one["status"] for one in before}
    lost: dict[str, list[Found]] = {}
    won: Counter[str] = Counter()
    for one in after:
        status = was.get((one["system"], one["test"], one["sample"]))
        if status == "passed" and one["status"] == "failed":
            lost.setdefault(one["system"], []).append(one)
        elif status == "failed" and one["status"] == "passed":
            won[one["system"]] += 1
    names = sorted(lost)
    adjusted = holm([mcnemar(len(lost[name]), won[name]) for name in names]) if names else []
    for name, p in zip(names, adjusted, strict=True):
        if len(lost[name]) > won[name] and p < SIGNIFICANT:
            systems.append(name)
            reasons.append(f"{name}: {len(lost[name])} tests newly fail, {won[name]} newly pass (p {p:.3g})")
    moved = [one for cases in lost.values() for one in cases]
    return Change(
        regressed=bool(reasons),
        systems=tuple(dict.fromkeys(systems)),
        stages=dict(Counter(one["stage"] or "unknown" for one in moved).most_common()),
        tests=tuple(dict.fromkeys(one["test"] for one in moved))[:SHOWN],
        newly_failing=len(moved),
        newly_passing=sum(won.values()),
        reasons=tuple(reasons),
    )


def _thresholds(summary: Mapping[str, Any], earlier: Mapping[str, Any] | None) -> tuple[list[str], list[str]]:
    failed = {(one["system"], one["measure"]): one for one in summary["thresholds"]["failed"]}
    known = {(one["system"], one["measure"]) for one in earlier["thresholds"]["failed"]} if earlier else set()
    new = [one for key, one in failed.items() if key not in known]
    reasons = [
        f"{one['system']}: {one['measure'].replace('_', ' ')} {one['value']:.3f} misses {one['wanted']:g}"
        for one in new
    ]
    return reasons, [one["system"] for one in new]


def parsed(run: Found | None) -> Mapping[str, Any] | None:
    """A run's summary."""
    if run is None or not run["summary"]:
        return None
    found: Mapping[str, Any] = json.loads(run["summary"])
    return found
