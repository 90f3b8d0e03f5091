"""What a run needed, found, did and failed to do; calls, tokens and cost by model."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from ragtester.records import Usage, WorkCount, WorkKind


@dataclass
class _Count:
    needed: int = 0
    reused: int = 0
    done: int = 0
    failed: int = 0


@dataclass
class ModelUse:
    """Calls of one model in this process."""

    calls: int = 0
    reused: int = 0
    failed: int = 0
    unparseable: int = 0
    usage: Usage = field(default_factory=Usage)
    cost_usd: float | None = 0.0
    """None once a call's price is unknown."""


class WorkLog:
    """Counts work by kind; `needed` is always `reused + done + failed` when a run ends."""

    def __init__(self) -> None:
        self._counts: dict[WorkKind, _Count] = defaultdict(_Count)
        self.models: dict[str, ModelUse] = defaultdict(ModelUse)

    def reused(self, kind: WorkKind, n: int = 1) -> None:
        """Work whose result was there already."""
        self._counts[kind].needed += n
        self._counts[kind].reused += n

    def done(self, kind: WorkKind, n: int = 1) -> None:
        """Work that was done now."""
        self._counts[kind].needed += n
        self._counts[kind].done += n

    def failed(self, kind: WorkKind, n: int = 1) -> None:
        """Work that has no result, now or from an earlier attempt."""
        self._counts[kind].needed += n
        self._counts[kind].failed += n

    def called(self, model: str, usage: Usage, cost: float | None) -> None:
        """One call of a model that was answered."""
        use = self.models[model]
        use.calls += 1
        use.usage = use.usage + usage
        use.cost_usd = None if use.cost_usd is None or cost is None else use.cost_usd + cost

    @property
    def cost_usd(self) -> float | None:
        """Cost of all calls in this process; None where any price is unknown."""
        costs = [use.cost_usd for use in self.models.values()]
        return None if any(cost is None for cost in costs) else sum(cost for cost in costs if cost is not None)

    @property
    def usage(self) -> Usage:
        """Tokens of all calls in this process."""
        total = Usage()
        for use in self.models.values():
            total = total + use.usage
        return total

    def by_kind(self) -> dict[str, WorkCount]:
        """The counts, for the summary."""
        return {
            kind: WorkCount(needed=count.needed, reused=count.reused, done=count.done, failed=count.failed)
            for kind, count in sorted(self._counts.items())
        }
