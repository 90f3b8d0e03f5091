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
    failed: list[Line] = field(default_factory=list)
    unmeasured: list[Line] = field(default_factory=list)
    flagged: list[Line] = field(default_factory=list)
    """Cases that passed although a statement of their answer is not borne out by the context."""

    def add(self, line: Line, *, keep: int) -> None:
        """Counts one case; the first `keep` failures and unmeasured cases are kept whole."""
        status = str(line["status"])
        self.by_type[str(line.get("type")), status] += 1
        ease = line.get("flesch")
        if ease is not None:
            band = next(number for number, (low, high, _) in enumerate(EASE_BANDS) if low <= ease < high or number == 4)
            self.by_ease[band, status] += 1
        if status == "failed":
            self.stages[str(line.get("stage") or "unknown")] += 1
            self.failures[str(line.get("failure") or "failed")] += 1
            if len(self.failed) < keep:
                self.failed.append(line)
        elif status == "unmeasured":
            self.reasons[str(line.get("reason") or "unknown")] += 1
            if len(self.unmeasured) < keep:
                self.unmeasured.append(line)
        elif line.get("grounding_spans") and len(self.flagged) < keep:
            self.flagged.append(line)

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
