"""What people said of mutants, as the agreement table takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ragtester.metamorphic import RelationLabel
from ragtester.records import RelationOutcome
from ragtester.store import Labels, Store

_WORDS = {"preserving": ("preserving", True), "altering": ("preserving", False)} | {
    "equivalent": ("equivalent", True),
    "different": ("equivalent", False),
}


def labels_of(store: Store, outcomes: Sequence[RelationOutcome]) -> list[RelationLabel]:
    """The labels of kind `mutant` on these outcomes.

    A label is one or two of the words preserving, altering, equivalent and different; its note may begin with
    `system: ID`, without which it holds for every system that the mutant was run on.
    """
    systems: dict[str, list[str]] = {}
    for outcome in outcomes:
        systems.setdefault(outcome.mutant, []).append(outcome.system)
    found: list[RelationLabel] = []
    after = 0
    while page := Labels(store).listed(kind="mutant", after=after):
        after = int(page[-1]["id"])
        for row in page:
            said = dict(_WORDS[word] for word in str(row["label"]).replace(",", " ").split() if word in _WORDS)
            named = str(row["note"]).removeprefix("system: ").splitlines()[:1]
            own = systems.get(str(row["item"]), [])
            if said:
                found += [_label(row, system, said) for system in [s for s in own if s in named] or own]
    return found


def _label(row: Mapping[str, Any], system: str, said: Mapping[str, bool]) -> RelationLabel:
    return RelationLabel(
        mutant=str(row["item"]),
        system=system,
        reviewer=str(row["reviewer"]),
        preserving=said.get("preserving"),
        equivalent=said.get("equivalent"),
        confidence=row["confidence"] or 3,
    )
