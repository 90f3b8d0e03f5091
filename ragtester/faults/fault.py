"""A seeded fault: a known mistake that is planted in the reference pipeline."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from ragtester.records import Stage
from ragtester.systems.reference import Stages

FaultKind = Literal["loss", "damage", "excess", "order", "setting"]
"""Something is missing, garbled, too much, in the wrong order, or set wrongly."""


@dataclass(frozen=True, kw_only=True)
class Fault:
    """A mistake of one stage."""

    name: str
    stage: Stage
    """The stage that a diagnosis must name."""
    description: str
    """What goes wrong, in one line."""
    kind: FaultKind
    change: Callable[[Stages], Stages]
    """The healthy stages with another part."""
    version: str = "1"
    """Changes with what `change` does."""

    def plant(self, stages: Stages) -> Stages:
        """The stages with the fault in them; their version says so, so that no result is shared with healthy ones."""
        return replace(
            self.change(stages),
            version=f"{stages.version}+{self.name}-{self.version}",
            notes=(*stages.notes, self.description),
        )
