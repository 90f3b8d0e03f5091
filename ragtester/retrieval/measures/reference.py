"""What a query's results are measured against: judged ids, grouped by the fact that they support."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Reference:
    """Judgments of one query.

    Args:
        gains: grade by id; 0 is irrelevant, 1 and above relevant.
        facts: the distinct references, each a set of ids of which any one suffices. Ids that support
            the same fact share one entry, so that alternatives never multiply the denominator. A fact
            that nothing supports has an empty set.
        grades: of each fact, where an id may support several; otherwise a fact is worth what its ids are.
    """

    gains: Mapping[str, int]
    facts: tuple[frozenset[str], ...]
    grades: tuple[int, ...] | None = None

    @classmethod
    def of(cls, gains: Mapping[str, int], *, alternatives: Iterable[Iterable[str]] = ()) -> Reference:
        """The reference with one fact per relevant id, alternatives put together.

        Args:
            gains: grade by id.
            alternatives: groups of ids that support the same fact independently; groups that share
                an id become one.
        """
        relevant = [name for name, gain in gains.items() if gain > 0]
        groups: list[set[str]] = []
        for group in alternatives:
            merged = set(group)
            apart = [known for known in groups if not known & merged]
            for known in groups:
                if known & merged:
                    merged |= known
            groups = [*apart, merged]
        joined = [frozenset(group & set(relevant)) for group in groups]
        grouped = frozenset[str]().union(*joined) if joined else frozenset()
        facts = [group for group in joined if group] + [frozenset((name,)) for name in relevant if name not in grouped]
        return cls(gains=gains, facts=tuple(facts))

    @cached_property
    def credits(self) -> dict[str, tuple[int, ...]]:
        """Positions of the facts that an id supports."""
        found: dict[str, tuple[int, ...]] = {}
        for position, fact in enumerate(self.facts):
            for name in fact:
                found[name] = (*found.get(name, ()), position)
        return found

    def worth(self, name: str, facts: Iterable[int]) -> int:
        """What an id that supports these facts first is worth."""
        return self.gains[name] if self.grades is None else sum(self.grades[fact] for fact in facts)

    @cached_property
    def ideal(self) -> list[int]:
        """What the facts are worth, the best first."""
        if self.grades is not None:
            return sorted(self.grades, reverse=True)
        return sorted((max(self.gains[name] for name in fact) for fact in self.facts), reverse=True)

    @cached_property
    def fact_of(self) -> dict[str, int]:
        """Position of the fact that an id supports."""
        return {name: position for position, fact in enumerate(self.facts) for name in fact}
