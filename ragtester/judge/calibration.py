"""How far a judge agrees with people, and where it is biased."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import pairwise

from ragtester.errors import InputError
from ragtester.judge.bias import VerbosityBias, order_flips, verbosity_bias
from ragtester.judge.labels import Label
from ragtester.judge.question_types import question_type
from ragtester.protocols import Judge
from ragtester.records import Interval, Record, Verdict
from ragtester.stats import (
    Confusion,
    CorrectedRate,
    cohen_kappa,
    kappa_interval,
    prediction_powered,
    rogan_gladen,
    spearman,
    wilson,
)


class Agreement(Record):
    """Agreement on some of the labels."""

    n: int
    agreed: int
    accuracy: float | None
    interval: Interval | None


class ConfidenceBin(Record):
    """Agreement where the judge's confidence lay in a range."""

    low: float
    high: float
    mean_confidence: float
    agreement: Agreement


class Disagreement(Record):
    """A label that the judge did not agree with."""

    line: int
    label: bool
    confidence: float | None
    rationale: str


class Calibration(Record):
    """A judge against people's labels; every figure is over the measured labels."""

    judge: str
    """Name and version."""
    n: int
    """Measured labels."""
    unmeasured: int
    accuracy: float | None
    kappa: float | None
    precision: float | None
    recall: float | None
    f1: float | None
    intervals: dict[str, Interval]
    """Of accuracy, precision, recall, specificity (Wilson) and kappa (bootstrap)."""
    confusion: dict[str, int]
    by_type: dict[str, Agreement]
    by_confidence: tuple[ConfidenceBin, ...]
    calibration_error: float | None
    """Mean distance between confidence and accuracy over the bins, weighted by their counts."""
    score_correlation: float | None
    """Spearman's rank correlation of factuality with people's scores, where they gave scores."""
    position_flips: Agreement | None
    """How often the verdict stayed when references and contexts were put in reverse order."""
    verbosity: VerbosityBias | None
    disagreements: tuple[Disagreement, ...]

    @property
    def counts(self) -> Confusion:
        """The confusion as a record of counts."""
        return Confusion(**self.confusion)

    def corrected(self, passed: int, n: int, *, level: float = 0.95) -> CorrectedRate | None:
        """A pass rate of this judge corrected for its errors (see `rogan_gladen`)."""
        return rogan_gladen(passed, n, self.counts, level=level)


async def calibrate(
    labels: Sequence[Label], judge: Judge, *, seed: int = 0, reversed_sample: int = 200, concurrency: int = 16
) -> Calibration:
    """Judges every labelled answer and compares.

    Args:
        labels: people's labels.
        judge: any judge.
        seed: for the bootstrap.
        reversed_sample: how many labels with something to reverse are judged once more in reverse order; 0 for none.
        concurrency: verdicts asked for at a time.

    Raises:
        InputError: there are no labels.
    """
    if not labels:
        raise InputError("there are no labels to calibrate against; give at least one")
    gate = asyncio.Semaphore(concurrency)

    async def verdict(label: Label) -> Verdict:
        async with gate:
            return await judge.judge(*label.case())

    verdicts = list(await asyncio.gather(*map(verdict, labels)))
    measured = [(label, v) for label, v in zip(labels, verdicts, strict=True) if v.status in ("passed", "failed")]
    kept, count = await order_flips(measured, verdict, limit=reversed_sample)
    return _calibration(
        measured,
        judge=f"{judge.name} {judge.version}",
        unmeasured=len(labels) - len(measured),
        flips=_agreement(kept, count) if count else None,
        seed=seed,
    )


def _calibration(
    measured: Sequence[tuple[Label, Verdict]], *, judge: str, unmeasured: int, flips: Agreement | None, seed: int
) -> Calibration:
    truth = [label.label for label, _ in measured]
    decided = [verdict.status == "passed" for _, verdict in measured]
    confusion = Confusion.count(truth, decided)
    kappa_range = kappa_interval(truth, decided, seed=seed)
    bins = _bins(measured)
    scored = [
        (label.score, value)
        for label, verdict in measured
        if label.score is not None and (value := verdict.scores.get("factuality")) is not None
    ]
    return Calibration(
        judge=judge,
        n=confusion.n,
        unmeasured=unmeasured,
        accuracy=confusion.accuracy,
        kappa=cohen_kappa(truth, decided),
        precision=confusion.precision,
        recall=confusion.recall,
        f1=confusion.f1,
        intervals=confusion.intervals() | ({"kappa": kappa_range} if kappa_range else {}),
        confusion={
            "true_positive": confusion.true_positive,
            "false_positive": confusion.false_positive,
            "false_negative": confusion.false_negative,
            "true_negative": confusion.true_negative,
        },
        by_type=_by_type(measured),
        by_confidence=bins,
        calibration_error=_calibration_error(bins),
        score_correlation=spearman([a for a, _ in scored], [b for _, b in scored]),
        position_flips=flips,
        verbosity=verbosity_bias(measured, seed=seed),
        disagreements=tuple(
            Disagreement(
                line=label.line, label=label.label, confidence=verdict.confidence, rationale=verdict.rationale[:400]
            )
            for label, verdict in measured
            if label.label != (verdict.status == "passed")
        ),
    )


def corrected_by_labels(
    judged: Sequence[bool], labels: Sequence[Label], verdicts: Sequence[Verdict], *, level: float = 0.95
) -> CorrectedRate | None:
    """The pass rate of `judged` moved by the judge's errors on labelled answers of the same kind (see `prediction_powered`)."""
    pairs = [(label, v) for label, v in zip(labels, verdicts, strict=True) if v.status in ("passed", "failed")]
    return prediction_powered(
        [float(value) for value in judged],
        [float(verdict.status == "passed") for _, verdict in pairs],
        [float(label.label) for label, _ in pairs],
        level=level,
    )


def _agreed(measured: Sequence[tuple[Label, Verdict]]) -> int:
    return sum(label.label == (verdict.status == "passed") for label, verdict in measured)


def _agreement(agreed: int, n: int) -> Agreement:
    return Agreement(n=n, agreed=agreed, accuracy=agreed / n if n else None, interval=wilson(agreed, n) if n else None)


def _by_type(measured: Sequence[tuple[Label, Verdict]]) -> dict[str, Agreement]:
    groups: dict[str, list[tuple[Label, Verdict]]] = {}
    for label, verdict in measured:
        groups.setdefault(label.type or question_type(label.question), []).append((label, verdict))
    return {name: _agreement(_agreed(group), len(group)) for name, group in sorted(groups.items())}


_EDGES = (0.0, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)


def _bins(measured: Sequence[tuple[Label, Verdict]]) -> tuple[ConfidenceBin, ...]:
    bins: list[ConfidenceBin] = []
    for low, high in pairwise(_EDGES):
        inside = [
            (label, verdict, verdict.confidence)
            for label, verdict in measured
            if verdict.confidence is not None
            and (low <= verdict.confidence < high or verdict.confidence == high == 1.0)
        ]
        if inside:
            mean = sum(confidence for _, _, confidence in inside) / len(inside)
            agreed = _agreed([(label, verdict) for label, verdict, _ in inside])
            bins.append(
                ConfidenceBin(
                    low=low, high=high, mean_confidence=round(mean, 4), agreement=_agreement(agreed, len(inside))
                )
            )
    return tuple(bins)


def _calibration_error(bins: Sequence[ConfidenceBin]) -> float | None:
    total = sum(one.agreement.n for one in bins)
    if not total:
        return None
    return sum(abs(one.mean_confidence - (one.agreement.accuracy or 0.0)) * one.agreement.n for one in bins) / total
