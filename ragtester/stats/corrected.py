"""Pass rates corrected for the errors of the judge that counted them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ragtester.records import Interval
from ragtester.stats.agreement import Confusion
from ragtester.stats.intervals import normal_quantile


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectedRate:
    """A pass rate as people would have judged, estimated from a judge and its calibration."""

    raw: float
    """As the judge counted."""
    value: float
    interval: Interval
    n: int
    """Cases that the judge judged."""
    labels: int
    """Labelled cases that the correction rests on."""
    method: str


def rogan_gladen(passed: int, n: int, calibration: Confusion, *, level: float = 0.95) -> CorrectedRate | None:
    """The pass rate corrected for misclassification (Rogan and Gladen 1978), with a delta-method interval.

    value = (raw + specificity - 1) / (sensitivity + specificity - 1), kept in 0 to 1; the variance adds those of
    the raw rate, the sensitivity and the specificity, each with 1 success and 1 failure added (Lang and Reiczigel
    2014), so that a perfect calibration on few labels is not taken for certainty.

    Returns:
        None where the judge is no better than chance, or the labels lack one of the classes.

    Raises:
        ValueError: the counts are impossible.
    """
    if not 0 <= passed <= n:
        raise ValueError(f"{passed} passed of {n} are impossible")
    positives = calibration.true_positive + calibration.false_negative
    negatives = calibration.true_negative + calibration.false_positive
    if n == 0 or positives == 0 or negatives == 0:
        return None
    sensitivity, specificity = calibration.true_positive / positives, calibration.true_negative / negatives
    informed = sensitivity + specificity - 1
    if informed <= 0:
        return None
    raw = passed / n
    value = (raw + specificity - 1) / informed
    se, sp, share = (_smoothed(sensitivity, positives), _smoothed(specificity, negatives), _smoothed(raw, n))
    smoothed = max(se + sp - 1, 1e-6)
    middle = (share + sp - 1) / smoothed
    variance = (
        share * (1 - share) / (n + 2)
        + middle**2 * se * (1 - se) / (positives + 2)
        + (1 - middle) ** 2 * sp * (1 - sp) / (negatives + 2)
    ) / smoothed**2
    spread = normal_quantile(level) * math.sqrt(variance)
    low, high = min(middle - spread, value), max(middle + spread, value)
    return CorrectedRate(
        raw=raw,
        value=_clip(value),
        interval=Interval(low=_clip(low), high=_clip(high), level=level),
        n=n,
        labels=calibration.n,
        method="rogan_gladen",
    )


def prediction_powered(
    judged: Sequence[float],
    labelled_judged: Sequence[float],
    labels: Sequence[float],
    *,
    level: float = 0.95,
) -> CorrectedRate | None:
    """Prediction-powered estimate of a mean (Angelopoulos et al. 2023; power-tuned as in PPI++, 2024).

    value = tuned x mean(judged) + mean(labels - tuned x labelled_judged): the judge's rate on all cases, moved by
    its mean error on the labelled ones. The labelled cases must be drawn from the same kind of cases.

    Args:
        judged: the judge's decisions (0, 1 or a score) on the unlabelled cases.
        labelled_judged: its decisions on the labelled cases.
        labels: people's decisions on these.
        level: of the interval.

    Returns:
        None with fewer than two labelled or no judged cases.

    Raises:
        ValueError: the labelled sequences are not of one length.
    """
    if len(labelled_judged) != len(labels):
        raise ValueError(f"{len(labelled_judged)} decisions do not fit {len(labels)} labels")
    if not judged or len(labels) < 2:
        return None
    everything = np.asarray(judged, dtype=np.float64)
    few, truth = np.asarray(labelled_judged, dtype=np.float64), np.asarray(labels, dtype=np.float64)
    n, big = len(truth), len(everything)
    spread_judged = float(np.var(np.concatenate([everything, few]), ddof=1))
    covariance = float(np.cov(few, truth, ddof=1)[0, 1])
    tuned = min(1.0, max(0.0, covariance / ((1 + n / big) * spread_judged))) if spread_judged > 0 else 0.0
    error = truth - tuned * few
    value = tuned * float(everything.mean()) + float(error.mean())
    # a variance of 0 on few labels is smoothed as if one label had been the other way
    floor = (1 / (n + 2)) * (1 - 1 / (n + 2)) / n
    judged_variance = tuned**2 * float(np.var(everything, ddof=1)) / big if big > 1 else 0.0
    variance = judged_variance + max(float(np.var(error, ddof=1)) / n, floor)
    half = normal_quantile(level) * math.sqrt(variance)
    return CorrectedRate(
        raw=float(everything.mean()),
        value=_clip(value),
        interval=Interval(low=_clip(value - half), high=_clip(value + half), level=level),
        n=big,
        labels=n,
        method="prediction_powered",
    )


def _smoothed(share: float, n: int) -> float:
    return (share * n + 1) / (n + 2)


def _clip(value: float) -> float:
    return min(1.0, max(0.0, value))
