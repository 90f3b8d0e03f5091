"""How well flags and scores agree with labels: accuracy, precision, recall, F1, ROC AUC, overlap of spans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Spans = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Measures over `n` answers with a label; one that is not defined is None."""

    n: int
    accuracy: float
    precision: float | None
    """Of the flagged answers, the share that is hallucinated; None where none is flagged."""
    recall: float | None
    """Of the hallucinated answers, the share that is flagged; None where none is hallucinated."""
    f1: float | None
    roc_auc: float | None
    """Chance that a hallucinated answer scores above a sound one, ties counted half; None without both."""


@dataclass(frozen=True, slots=True)
class SpanAgreement:
    """How flagged spans lie on the labelled ones, over all answers whose spans are given."""

    n: int
    precision: float | None
    """Share of the flagged spans that overlap a labelled one."""
    recall: float | None
    """Share of the labelled spans that a flagged one overlaps."""
    f1: float | None
    characters_precision: float | None
    characters_recall: float | None
    characters_f1: float | None


def agreement(labels: Sequence[bool], flags: Sequence[bool], scores: Sequence[float]) -> Agreement | None:
    """Agreement of flags and scores with labels (True: hallucinated); None without any label."""
    if not labels:
        return None
    pairs = list(zip(labels, flags, strict=True))
    hits = sum(label and flag for label, flag in pairs)
    precision = _share(hits, sum(flags))
    recall = _share(hits, sum(labels))
    right = sum(label == flag for label, flag in pairs)
    return Agreement(
        len(labels), right / len(labels), precision, recall, f1(precision, recall), roc_auc(labels, scores)
    )


def roc_auc(labels: Sequence[bool], scores: Sequence[float]) -> float | None:
    """Area under the ROC curve by the rank sum (Mann-Whitney), ties counted half; None without both labels."""
    wrong = sum(labels)
    sound = len(labels) - wrong
    if not wrong or not sound:
        return None
    order = sorted(range(len(scores)), key=lambda i: scores[i])
    rank_sum = 0.0
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and scores[order[end]] == scores[order[at]]:
            end += 1
        middle = (at + end + 1) / 2
        rank_sum += middle * sum(labels[order[i]] for i in range(at, end))
        at = end
    return (rank_sum - wrong * (wrong + 1) / 2) / (wrong * sound)


def span_agreement(labelled: Sequence[Spans], flagged: Sequence[Spans]) -> SpanAgreement | None:
    """Agreement of spans answer by answer; None without any answer."""
    if not labelled:
        return None
    found = right = wanted = met = 0
    marked = true = both = 0
    for wrong, flags in zip(labelled, flagged, strict=True):
        found += len(flags)
        wanted += len(wrong)
        right += sum(any(_overlap(flag, span) for span in wrong) for flag in flags)
        met += sum(any(_overlap(flag, span) for flag in flags) for span in wrong)
        given = {place for start, end in flags for place in range(start, end)}
        truth = {place for start, end in wrong for place in range(start, end)}
        marked, true, both = marked + len(given), true + len(truth), both + len(given & truth)
    precision, recall = _share(right, found), _share(met, wanted)
    c_precision, c_recall = _share(both, marked), _share(both, true)
    return SpanAgreement(
        len(labelled), precision, recall, f1(precision, recall), c_precision, c_recall, f1(c_precision, c_recall)
    )


def f1(precision: float | None, recall: float | None) -> float | None:
    """Harmonic mean; None where either is not defined and 0 where both are 0."""
    if precision is None or recall is None:
        return None
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]
