"""A repair: one change of the system that may make a violated relation hold again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ragtester.records import Mutant, Scope

RepairKind = Literal["settings", "context", "generator"]
"""What the repair changes: how the index is made or searched, the retrieved context, or the generator."""


@dataclass(frozen=True, slots=True)
class RepairStrategy:
    """One repair, described; the campaign applies it and asks the oracle again."""

    name: str
    title: str
    description: str
    kind: RepairKind
    scopes: tuple[Scope, ...]
    from_paper: bool
    excludes: tuple[str, ...] = ()
    """Operators whose faults it is not tried on, because it would undo the mutation itself."""
    top_k: int | None = None
    """Passages to retrieve, where it changes that."""
    hybrid: bool = False
    """Whether lexical and dense search are combined."""

    def applies_to(self, mutant: Mutant) -> bool:
        """Whether the strategy is tried on this mutant's fault."""
        return mutant.scope in self.scopes and not set(mutant.operator.split("+")) & set(self.excludes)
