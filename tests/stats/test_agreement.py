from __future__ import annotations

import random

import pytest

from ragtester.stats import Confusion, cohen_kappa, kappa_interval, prediction_powered, rogan_gladen, spearman


def test_kappa_agrees_with_the_textbook_example():
    a = [True] * 25 + [False] * 25
    b = [True] * 20 + [False] * 5 + [True] * 10 + [False] * 15
    assert cohen_kappa(a, b) == pytest.approx(0.4)


def test_kappa_takes_any_labels_and_is_none_where_chance_agrees_fully():
    assert cohen_kappa(["a", "b", "c"], ["a", "b", "c"]) == 1.0
    assert cohen_kappa([1, 1], [1, 1]) is None
    assert cohen_kappa([], []) is None
    with pytest.raises(ValueError, match="one rater has 1"):
        cohen_kappa([1], [1, 2])


def test_the_kappa_interval_holds_kappa():
    a = [True] * 60 + [False] * 40
    b = [True] * 50 + [False] * 10 + [True] * 5 + [False] * 35
    kappa, found = cohen_kappa(a, b), kappa_interval(a, b, seed=1)
    assert found is not None
    assert kappa is not None
    assert found.low < kappa < found.high
    assert kappa_interval([], [], seed=1) is None
    assert kappa_interval([True, True], [True, True], seed=1) is None
    few, many = (kappa_interval(ratings, ratings, seed=1) for ratings in ([True, False] * 3, [True, False] * 300))
    assert few is not None
    assert many is not None
    assert few.low < 0.8 < 0.98 < many.low < few.high == many.high == 1.0
    with pytest.raises(ValueError, match="the other 2"):
        kappa_interval([True], [True, False], seed=1)


def test_a_confusion_counts_and_divides():
    found = Confusion.count([True, True, False, False], [True, False, True, False])
    assert (found.true_positive, found.false_negative, found.false_positive, found.true_negative) == (1, 1, 1, 1)
    assert found.accuracy == found.precision == found.recall == found.specificity == found.f1 == 0.5
    assert set(found.intervals()) == {"accuracy", "precision", "recall", "specificity"}
    with pytest.raises(ValueError, match="1 truths"):
        Confusion.count([True], [])


def test_an_empty_confusion_has_no_shares():
    found = Confusion()
    assert found.accuracy is None
    assert found.precision is None
    assert found.f1 is None
    assert found.intervals() == {}


def test_spearman_is_a_rank_correlation_with_ties_at_their_mean():
    assert spearman([1, 2, 3, 4], [10, 20, 30, 400]) == pytest.approx(1.0)
    assert spearman([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1.0)
    assert spearman([1, 2, 2, 3], [1, 3, 2, 4]) == pytest.approx(0.9486832, abs=1e-6)
    assert spearman([1, 2], [1, 2]) is None
    assert spearman([1, 1, 1], [1, 2, 3]) is None
    with pytest.raises(ValueError, match="cannot be paired"):
        spearman([1], [1, 2])


def test_rogan_gladen_recovers_the_true_rate_from_a_biased_judge():
    calibration = Confusion(true_positive=90, false_negative=10, true_negative=80, false_positive=20)
    # 60 % truly pass: the judge passes .6 x .9 + .4 x .2 = .62 of them
    found = rogan_gladen(620, 1000, calibration)
    assert found is not None
    assert found.raw == pytest.approx(0.62)
    assert found.value == pytest.approx(0.6)
    assert found.interval.low < 0.6 < found.interval.high
    assert found.labels == 200


def test_rogan_gladen_says_nothing_for_a_judge_at_chance_or_without_both_classes():
    assert rogan_gladen(5, 10, Confusion(true_positive=5, false_negative=5, true_negative=5, false_positive=5)) is None
    assert rogan_gladen(5, 10, Confusion(true_positive=5)) is None
    assert rogan_gladen(0, 0, Confusion(true_positive=5, true_negative=5)) is None
    with pytest.raises(ValueError, match="impossible"):
        rogan_gladen(11, 10, Confusion(true_positive=5, true_negative=5))


def test_few_perfect_labels_are_not_taken_for_certainty():
    few = rogan_gladen(800, 1000, Confusion(true_positive=5, true_negative=5))
    many = rogan_gladen(800, 1000, Confusion(true_positive=500, true_negative=500))
    assert few is not None
    assert many is not None
    assert few.interval.high - few.interval.low > 2 * (many.interval.high - many.interval.low)


def _simulated(generator, n):
    truth = [generator.random() < 0.7 for _ in range(n)]
    judged = [t if generator.random() < 0.9 else not t for t in truth]
    return truth, judged


def test_both_corrections_cover_the_true_rate_about_as_often_as_they_say():
    generator = random.Random(11)
    gladen = powered = 0
    for _ in range(150):
        labels, labelled = _simulated(generator, 150)
        _, judged = _simulated(generator, 600)
        first = rogan_gladen(sum(judged), len(judged), Confusion.count(labels, labelled))
        second = prediction_powered(judged, labelled, labels)
        assert first is not None
        assert second is not None
        gladen += first.interval.low <= 0.7 <= first.interval.high
        powered += second.interval.low <= 0.7 <= second.interval.high
    assert gladen >= 134
    assert powered >= 134


def test_prediction_powered_is_tighter_than_the_labels_alone_for_a_good_judge():
    generator = random.Random(3)
    labels, labelled = _simulated(generator, 100)
    _, judged = _simulated(generator, 5000)
    found = prediction_powered(judged, labelled, labels)
    share = sum(labels) / 100
    assert found is not None
    assert found.interval.high - found.interval.low < 2 * 1.96 * (share * (1 - share) / 100) ** 0.5


def test_prediction_powered_needs_labels_and_judged_cases():
    assert prediction_powered([], [1, 0], [1, 0]) is None
    assert prediction_powered([1], [1], [1]) is None
    with pytest.raises(ValueError, match="1 decisions do not fit 2 labels"):
        prediction_powered([1], [1], [1, 0])


def test_prediction_powered_of_a_judge_that_never_varies_rests_on_the_labels():
    found = prediction_powered([1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 0.0, 1.0])
    assert found is not None
    assert found.value == pytest.approx(2 / 3)
    alone = prediction_powered([1.0], [1.0, 0.0], [1.0, 0.0])
    assert alone is not None
