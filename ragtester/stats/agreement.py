"""Agreement of raters, and how well yes/no decisions match a truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from ragtester.records import Interval
from ragtester.stats.intervals import wilson


def cohen_kappa(a: Sequence[Hashable], b: Sequence[Hashable]) -> float | None:
    """Cohen's kappa of two raters (Cohen 1960); None where chance alone gives full agreement or there are no items.

    Raises:
        ValueError: the raters did not rate the same number of items.
    """
    if len(a) != len(b):
        raise ValueError(f"one rater has {len(a)} items, the other {len(b)}")
    if not a:
        return None
    n = len(a)
    observed = sum(x == y for x, y in zip(a, b, strict=True)) / n
    first, second = Counter(a), Counter(b)
    chance = sum(first[label] * second[label] for label in first) / (n * n)
    return None if chance >= 1 else (observed - chance) / (1 - chance)


@dataclass(frozen=True, slots=True, kw_only=True)
class Confusion:
    """Yes/no decisions against a truth."""

    true_positive: int = 0
    false_positive: int = 0
    false_negative: int = 0
    true_negative: int = 0

    @classmethod
    def count(cls, truth: Sequence[bool], decided: Sequence[bool]) -> Confusion:
        """The four counts.

        Raises:
            ValueError: the sequences are not of one length.
        """
        if len(truth) != len(decided):
            raise ValueError(f"{len(truth)} truths do not fit {len(decided)} decisions")
        pairs = Counter(zip(truth, decided, strict=True))
        return cls(
            true_positive=pairs[True, True],
            false_positive=pairs[False, True],
            false_negative=pairs[True, False],
            true_negative=pairs[False, False],
        )

    @property
    def n(self) -> int:
        """All decisions."""
        return self.true_positive + self.false_positive + self.false_negative + self.true_negative

    @property
    def accuracy(self) -> float | None:
        """Share of right decisions."""
        return _share(self.true_positive + self.true_negative, self.n)

    @property
    def precision(self) -> float | None:
        """Share of the yes decisions that are right."""
        return _share(self.true_positive, self.true_positive + self.false_positive)

    @property
    def recall(self) -> float | None:
        """Share of the true ones that were decided yes (sensitivity)."""
        return _share(self.true_positive, self.true_positive + self.false_negative)

    @property
    def specificity(self) -> float | None:
        """Share of the untrue ones that were decided no."""
        return _share(self.true_negative, self.true_negative + self.false_positive)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall; None where there is nothing true and nothing decided yes."""
        return _share(2 * self.true_positive, 2 * self.true_positive + self.false_positive + self.false_negative)

    def intervals(self, *, level: float = 0.95) -> dict[str, Interval]:
        """Wilson intervals of accuracy, precision, recall and specificity."""
        tp, fp, fn, tn = self.true_positive, self.false_positive, self.false_negative, self.true_negative
        counted = {
            "accuracy": (tp + tn, self.n),
            "precision": (tp, tp + fp),
            "recall": (tp, tp + fn),
            "specificity": (tn, tn + fp),
        }
        return {name: wilson(k, n, level=level) for name, (k, n) in counted.items() if n}


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
