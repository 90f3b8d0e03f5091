"""What a snapshot metric gives: a score and what it was computed from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragtester.records import JsonValue, Record

METRICS = ("faithfulness", "response_relevancy", "context_precision", "context_recall")
"""The four metrics in the order in which they are printed."""


class Item(Record):
    """One claim, passage or question, and what was decided of it."""

    text: str
    holds: bool | None = None
    """Supported, useful or attributed; None where a similarity was measured instead."""
    similarity: float | None = None
    reason: str = ""


class Metric(Record):
    """One metric of one answer."""

    name: str
    score: float | None
    """0 to 1; None where there was nothing to measure, such as an answer without a claim."""
    items: tuple[Item, ...] = ()
    note: str = ""


class Snapshot(Record):
    """The four metrics of one answer."""

    metrics: tuple[Metric, ...]

    @property
    def scores(self) -> dict[str, float | None]:
        """Score by metric."""
        return {metric.name: metric.score for metric in self.metrics}

    def to_json(self) -> dict[str, JsonValue]:
        """By metric: its score, its items and its note."""
        return {metric.name: metric.model_dump(mode="json", exclude={"name"}) for metric in self.metrics}


def share(name: str, items: Sequence[Item], *, note: str = "") -> Metric:
    """The share of items that hold: faithfulness and context recall."""
    decided = [item for item in items if item.holds is not None]
    score = sum(bool(item.holds) for item in decided) / len(decided) if decided else None
    return Metric(name=name, score=score, items=tuple(items), note=note)


def average_precision(name: str, items: Sequence[Item], *, note: str = "") -> Metric:
    """Context precision: the mean of precision@k over the ranks k of useful passages; 0 where none is useful."""
    useful = [bool(item.holds) for item in items]
    precisions = [sum(useful[: k + 1]) / (k + 1) for k, use in enumerate(useful) if use]
    score = sum(precisions) / len(precisions) if precisions else 0.0 if items else None
    return Metric(name=name, score=score, items=tuple(items), note=note)


def cosine(a: Mapping[str, float], b: Mapping[str, float]) -> float:
    """Cosine of two bags of words; 0 where one is empty."""
    product = sum(weight * b.get(word, 0.0) for word, weight in a.items())
    size = (sum(w * w for w in a.values()) * sum(w * w for w in b.values())) ** 0.5
    return product / size if size else 0.0
