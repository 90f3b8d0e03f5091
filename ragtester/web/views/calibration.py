"""How far the judge agrees with the people who labelled verdicts, and the people with each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from ragtester.records import Interval, Verdict
from ragtester.stats import cohen_kappa, kappa_interval, wilson
from ragtester.store import Found
from ragtester.web.service import Service

_BINS = (0.0, 0.5, 0.7, 0.85, 0.95, 1.01)


@dataclass(frozen=True)
class Pair:
    """Two reviewers on the items that both labelled."""

    first: str
    second: str
    n: int
    agreed: int
    kappa: float | None


@dataclass(frozen=True)
class Agreement:
    """The judge against people."""

    n: int
    agreed: int
    interval: Interval | None
    kappa: float | None
    kappa_interval: Interval | None
    confusion: Mapping[tuple[str, str], int]
    """Counts by (people, judge)."""
    bins: Sequence[tuple[float, float, float, float, int]]
    disputed: Sequence[tuple[Found, str, Found]]
    """Labels that the judge did not agree with, what it said, and the case."""


def calibration_of(service: Service) -> Agreement:
    """Agreement over all labelled verdicts; of several labels on one answer the majority counts, ties not at all."""
    people: dict[str, list[Found]] = {}
    for label in service.labels.listed(kind="verdict", limit=100_000):
        if label["label"] in ("passed", "failed"):
            people.setdefault(label["item"], []).append(label)
    cases = service.browse.of_answers(people)
    verdicts = service.store.results(case["verdict_key"] for case in cases.values() if case["verdict_key"])
    said: list[tuple[str, str, float | None, Found]] = []
    for item, labels in people.items():
        votes = sum(1 if label["label"] == "passed" else -1 for label in labels)
        payload = verdicts.get(cases[item]["verdict_key"]) if item in cases else None
        if votes and payload is not None:
            verdict = Verdict.model_validate(payload)
            if verdict.status in ("passed", "failed"):
                said.append(("passed" if votes > 0 else "failed", verdict.status, verdict.confidence, labels[0]))
    agreed = sum(human == judge for human, judge, *_ in said)
    confusion: dict[tuple[str, str], int] = {}
    for human, judge, *_ in said:
        confusion[human, judge] = confusion.get((human, judge), 0) + 1
    humans, judges = [one[0] == "passed" for one in said], [one[1] == "passed" for one in said]
    return Agreement(
        n=len(said),
        agreed=agreed,
        interval=wilson(agreed, len(said)) if said else None,
        kappa=cohen_kappa(humans, judges) if said else None,
        kappa_interval=kappa_interval(humans, judges, seed=7) if len(said) >= 10 else None,
        confusion=confusion,
        bins=_bins([(sure, human == judge) for human, judge, sure, _ in said if sure is not None]),
        disputed=[(label, judge, cases[label["item"]]) for human, judge, _, label in said if human != judge][:50],
    )


def reviewer_pairs(service: Service, kind: str) -> list[Pair]:
    """Every two reviewers with items in common."""
    found = []
    for first, second in combinations(list(service.labels.reviewers(kind))[:8], 2):
        pairs = service.labels.pairs(kind, first, second)
        if pairs:
            kappa = cohen_kappa([a for a, _ in pairs], [b for _, b in pairs])
            found.append(Pair(first, second, len(pairs), sum(a == b for a, b in pairs), kappa))
    return found


def _bins(judged: Sequence[tuple[float, bool]]) -> list[tuple[float, float, float, float, int]]:
    found = []
    for low, high in pairwise(_BINS):
        members = [(sure, right) for sure, right in judged if low <= sure < high]
        if members:
            right = sum(right for _, right in members)
            interval = wilson(right, len(members))
            mean = sum(sure for sure, _ in members) / len(members)
            found.append((mean, right / len(members), interval.low, interval.high, len(members)))
    return found
