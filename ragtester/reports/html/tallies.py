"""What the charts of the report count, gathered in one pass over the results."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ragtester.records import STAGES
from ragtester.reports.lines import Line
from ragtester.stats import wilson

EASE_BANDS = ((-1000, 30, "below 30, very hard"), (30, 50, "30 to 50, hard"), (50, 60, "50 to 60, fairly hard"),
              (60, 70, "60 to 70, plain"), (70, 1000, "above 70, easy"))  # fmt: skip
"""Bands of Flesch Reading Ease (Flesch 1948)."""


MOST_WHOLE = 250
"""Failures that a page shows whole, over all systems; at least 10 of each."""
MOST_LISTED = 50_000
"""Failures that a page lists beyond those."""
BLOCK = 100
"""Listed failures that are folded together."""


@dataclass(frozen=True)
class Failures:
    """The failures of a system: so many, some whole, blocks of others (from, to, lines), and how many are not there."""

    total: int
    whole: list[Line]
    blocks: list[tuple[int, int, list[Line]]]
    left_out: int


@dataclass
class Bar:
    """One bar of a chart: a share with its interval and n."""

    label: str
    value: float
    low: float
    high: float
    n: int
    note: str = ""


@dataclass
class Tallies:
    """Counts over all systems."""

    by_type: Counter[tuple[str, str]] = field(default_factory=Counter)
    by_ease: Counter[tuple[int, str]] = field(default_factory=Counter)
    stages: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    whole: int = 250
    """Failures of a system that are kept whole."""
    brief: int = 2000
    """Failures of a system beyond those that are kept with their question and stage."""
    failed: list[Line] = field(default_factory=list)
    """Failures that are shown whole."""
    more: dict[str, list[Line]] = field(default_factory=dict)
    """Failures by system that are listed only."""
    by_system: Counter[str] = field(default_factory=Counter)
    """Failures by system."""
    unmeasured: list[Line] = field(default_factory=list)
    flagged: list[Line] = field(default_factory=list)
    """Cases that passed although a statement of their answer is not borne out by the context."""

    @classmethod
    def sized(cls, systems: int) -> Tallies:
        """For so many systems: a page that a browser opens, with the failures of every system."""
        each = max(1, systems)
        return cls(whole=max(MOST_WHOLE // each, 10), brief=max(MOST_LISTED // each, 200))

    def add(self, line: Line, *, keep: int = MOST_WHOLE) -> None:
        """Counts one case; `keep` unmeasured and flagged cases are kept whole, and failures system by system."""
        status = str(line["status"])
        self.by_type[str(line.get("type")), status] += 1
        ease = line.get("flesch")
        if ease is not None:
            band = next(number for number, (low, high, _) in enumerate(EASE_BANDS) if low <= ease < high or number == 4)
            self.by_ease[band, status] += 1
        if status == "failed":
            self.stages[str(line.get("stage") or "unknown")] += 1
            self.failures[str(line.get("failure") or "failed")] += 1
            self._keep_failure(str(line["system"]), line)
        elif status == "unmeasured":
            self.reasons[str(line.get("reason") or "unknown")] += 1
            if len(self.unmeasured) < keep:
                self.unmeasured.append(line)
        elif line.get("grounding_spans") and len(self.flagged) < keep:
            self.flagged.append(line)

    def _keep_failure(self, system: str, line: Line) -> None:
        number = self.by_system[system] = self.by_system[system] + 1
        if number <= self.whole:
            self.failed.append(line)
        elif number <= self.whole + self.brief:
            kept = {name: line.get(name) for name in ("query", "expected_answer", "type", "stage", "failure", "test")}
            self.more.setdefault(system, []).append(kept)

    def of_system(self, system: str) -> Failures:
        """The failures of a system, as a page shows them."""
        more = self.more.get(system, [])
        blocks = [
            (self.whole + at + 1, self.whole + at + len(more[at : at + BLOCK]), more[at : at + BLOCK])
            for at in range(0, len(more), BLOCK)
        ]
        whole = [line for line in self.failed if line["system"] == system]
        total = self.by_system[system]
        return Failures(total, whole, blocks, total - len(whole) - len(more))

    def type_bars(self) -> list[Bar]:
        """Share of failures by question type, highest first."""
        kinds = {kind for kind, _ in self.by_type}
        bars = [
            _bar(kind.replace("_", " "), self.by_type[kind, "failed"], self.by_type[kind, "passed"]) for kind in kinds
        ]
        return sorted((bar for bar in bars if bar.n), key=lambda bar: (-bar.value, bar.label))

    def ease_bars(self) -> list[Bar]:
        """Share of failures by reading ease, hardest first."""
        bars = [
            _bar(label, self.by_ease[number, "failed"], self.by_ease[number, "passed"])
            for number, (_, _, label) in enumerate(EASE_BANDS)
        ]
        return [bar for bar in bars if bar.n]

    def stage_bars(self) -> list[Bar]:
        """Failures by stage in pipeline order, as shares of all failures."""
        total = sum(self.stages.values())
        return [_bar(stage, self.stages[stage], total - self.stages[stage]) for stage in STAGES if self.stages[stage]]


def _bar(label: str, hits: int, others: int) -> Bar:
    n = hits + others
    interval = wilson(hits, n)
    return Bar(label, hits / n if n else 0.0, interval.low, interval.high, n, f"{hits} of {n}")
