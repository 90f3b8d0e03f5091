"""How far reviewers agree, and on which items they do not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ragtester.runner.reviewing.items import Kind
from ragtester.stats import cohen_kappa
from ragtester.store import Labels, Store

Asked = str
"""`test`, `verdict`, `preservation` or `equivalence`."""

_WORDS = {
    "preserving": "preservation", "altering": "preservation", "equivalent": "equivalence", "different": "equivalence",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two reviewers on the items that both labelled."""

    asked: Asked
    a: str
    b: str
    n: int
    agreed: int
    kappa: float | None
    """Cohen's kappa; None where it is not defined, as with one class only."""


@dataclass(frozen=True, slots=True)
class OpenDisagreement:
    """An item on which reviewers said different things."""

    asked: Asked
    item: str
    said: dict[str, str]
    """Label by reviewer."""


def agreements(store: Store, kinds: Sequence[Kind]) -> list[Agreement]:
    """Every two reviewers with items in common, by what was asked."""
    found: list[Agreement] = []
    for asked, by_reviewer in _labels(store, kinds).items():
        for a, b in combinations(sorted(by_reviewer), 2):
            both = sorted(by_reviewer[a].keys() & by_reviewer[b].keys())
            if both:
                first = [by_reviewer[a][item] for item in both]
                second = [by_reviewer[b][item] for item in both]
                agreed = sum(x == y for x, y in zip(first, second, strict=True))
                found.append(Agreement(asked, a, b, len(both), agreed, cohen_kappa(first, second)))
    return found


def open_disagreements(store: Store, kinds: Sequence[Kind]) -> list[OpenDisagreement]:
    """The items with more than one label, to be talked over and labelled again."""
    found: list[OpenDisagreement] = []
    for asked, by_reviewer in _labels(store, kinds).items():
        said: dict[str, dict[str, str]] = {}
        for reviewer, own in by_reviewer.items():
            for item, label in own.items():
                said.setdefault(item, {})[reviewer] = label
        found += [
            OpenDisagreement(asked, item, dict(sorted(labels.items())))
            for item, labels in sorted(said.items())
            if len(set(labels.values())) > 1
        ]
    return found


def _labels(store: Store, kinds: Sequence[Kind]) -> dict[Asked, dict[str, dict[str, str]]]:
    """Label by what was asked, reviewer and item."""
    found: dict[Asked, dict[str, dict[str, str]]] = {}
    for kind in kinds:
        for row in _rows(store, kind):
            words = str(row["label"]).split() if kind == "mutant" else [str(row["label"])]
            for word in words:
                asked = _WORDS.get(word, kind) if kind == "mutant" else kind
                found.setdefault(asked, {}).setdefault(str(row["reviewer"]), {})[str(row["item"])] = word
    return found


def _rows(store: Store, kind: Kind) -> Iterator[Mapping[str, Any]]:
    after = 0
    while page := Labels(store).listed(kind=kind, after=after):
        yield from page
        after = int(page[-1]["id"])
