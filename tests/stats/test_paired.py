from __future__ import annotations

import numpy as np
import pytest

from ragtester.records import Interval
from ragtester.stats import (
    benjamini_hochberg,
    comparison_verdict,
    holm,
    mcnemar,
    needed_pairs,
    paired_bootstrap,
    permutation_test,
)


def test_a_better_candidate_is_told_from_its_base():
    base = [0.0, 0.5, 0.2, 0.4] * 8
    candidate = [value + 0.3 for value in base]
    found = paired_bootstrap(base, candidate, seed=1, resamples=2000)
    assert found.difference == pytest.approx(0.3)
    assert found.interval is not None
    assert found.interval.low > 0
    assert found.p is not None
    assert found.p < 0.01
    assert (found.n, found.groups) == (32, 32)


def test_equal_systems_differ_by_nothing():
    found = paired_bootstrap([1.0, 0.0, 1.0], [1.0, 0.0, 1.0], seed=1, resamples=500)
    assert found.difference == 0
    assert found.p == 1.0


def test_paraphrases_of_one_question_are_not_independent_evidence():
    base, candidate = [0.0] * 40, [1.0] * 20 + [-1.0] * 10 + [0.0] * 10
    groups = [f"q{i // 10}" for i in range(40)]
    alone = paired_bootstrap(base, candidate, seed=2, resamples=2000)
    together = paired_bootstrap(base, candidate, seed=2, resamples=2000, groups=groups)
    assert together.groups == 4
    assert alone.interval is not None
    assert together.interval is not None
    assert together.interval.high - together.interval.low > alone.interval.high - alone.interval.low


def test_nothing_to_compare_has_no_figures():
    found = paired_bootstrap([], [], seed=0)
    assert found.difference is None
    assert found.interval is None
    assert found.p is None


def test_unequal_lengths_cannot_be_paired():
    with pytest.raises(ValueError, match="2 base values cannot be paired with 1"):
        paired_bootstrap([1.0, 2.0], [1.0], seed=0)


def test_the_exact_permutation_p_counts_the_sign_patterns():
    assert permutation_test([1.0, 2.0, 3.0]) == pytest.approx(2 / 8)
    assert permutation_test([1.0, -1.0]) == 1.0
    assert permutation_test([0.0, 0.0]) == 1.0


def test_the_sampled_permutation_p_is_never_zero_and_repeats():
    differences = [1.0] * 40
    found = permutation_test(differences, resamples=500, seed=1)
    assert found == pytest.approx(1 / 501)
    assert found == permutation_test(differences, resamples=500, seed=1)


def test_the_sampled_permutation_p_is_large_for_noise():
    assert permutation_test([0.1, -0.1] * 20, resamples=1000, seed=2) > 0.5


@pytest.mark.parametrize(("b", "c", "p"), [(0, 0, 1.0), (5, 5, 1.0), (1, 9, 22 / 1024), (0, 5, 2 / 32)])
def test_mcnemar_is_the_exact_binomial_p(b, c, p):
    assert mcnemar(b, c) == pytest.approx(p)


def test_mcnemar_of_many_pairs_uses_the_normal_approximation():
    assert mcnemar(1000, 1200) == pytest.approx(2.2e-5, rel=0.1)
    assert mcnemar(700, 700) == pytest.approx(1.0, abs=0.03)


def test_mcnemar_refuses_negative_counts():
    with pytest.raises(ValueError, match="cannot be negative"):
        mcnemar(-1, 2)


def test_holm_adjusts_as_in_the_textbook_and_keeps_the_order():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_benjamini_hochberg_adjusts_as_in_the_textbook():
    assert benjamini_hochberg([0.01, 0.02, 0.03, 0.5]) == pytest.approx([0.04, 0.04, 0.04, 0.5])


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_a_p_value_that_is_none_is_refused(adjust):
    with pytest.raises(ValueError, match=r"1\.5"):
        adjust([0.5, 1.5])


def test_needed_pairs_follow_the_normal_formula():
    assert needed_pairs(0.5, 1.0) == 32
    assert needed_pairs(0.5, 1.0, have=30) == 2
    assert needed_pairs(0.5, 1.0, have=40) == 0
    assert needed_pairs(0.0, 1.0) is None


@pytest.mark.parametrize("wrong", [{"power": 1.0, "deviation": 1.0}, {"power": 0.8, "deviation": -1.0}])
def test_needed_pairs_refuse_impossible_settings(wrong):
    with pytest.raises(ValueError, match=r"power|deviation"):
        needed_pairs(0.1, wrong["deviation"], power=wrong["power"])


@pytest.mark.parametrize(
    ("low", "high", "options", "verdict"),
    [
        (0.1, 0.3, {}, "better"),
        (0.1, 0.3, {"higher_is_better": False}, "worse"),
        (-0.3, -0.1, {}, "worse"),
        (-0.3, -0.1, {"higher_is_better": False}, "better"),
        (-0.3, 0.1, {}, "cannot_tell"),
        (-0.01, 0.01, {"margin": 0.02}, "same"),
        (0.1, 0.3, {"adjusted_p": 0.2}, "cannot_tell"),
        (0.1, 0.3, {"adjusted_p": 0.01}, "better"),
    ],
)
def test_a_comparison_is_told_only_where_the_interval_says_so(low, high, options, verdict):
    assert comparison_verdict(Interval(low=low, high=high), **options) == verdict


def test_a_comparison_without_an_interval_cannot_tell():
    assert comparison_verdict(None) == "cannot_tell"


def test_arrays_are_compared_like_lists() -> None:
    base, candidate = [0.1, 0.5, 0.9, 0.4], [0.2, 0.7, 0.8, 0.6]
    listed = paired_bootstrap(base, candidate, seed=3, resamples=500)
    assert paired_bootstrap(np.array(base), np.array(candidate), seed=3, resamples=500) == listed
    assert paired_bootstrap(np.array([]), np.array([]), seed=3).n == 0


def test_many_values_of_few_kinds_give_the_interval_and_the_p_of_drawing_them_one_by_one():
    drawn = np.random.default_rng(5)
    base = drawn.choice([1.0, 2.0, 3.0, 4.0, 5.0], size=1500)
    candidate = np.where(drawn.random(1500) < 0.1, base - 1, base)
    quick = paired_bootstrap(base, candidate, seed=1)
    # So little noise that no two differences are equal, and every value is drawn for itself.
    slow = paired_bootstrap(base, candidate + drawn.normal(0, 1e-9, 1500), seed=1)
    assert quick.interval is not None and slow.interval is not None
    assert quick.difference == pytest.approx(slow.difference, abs=1e-6)
    assert quick.interval.low == pytest.approx(slow.interval.low, abs=0.002)
    assert quick.interval.high == pytest.approx(slow.interval.high, abs=0.002)
    assert quick.p == slow.p == 1 / 10_001
    assert quick == paired_bootstrap(base, candidate, seed=1)


def test_the_p_of_many_equal_differences_is_large_for_noise_and_right_in_between():
    signs = np.repeat([1.0, -1.0], [1050, 1000])
    # 50 more of 2,050 signs: 1.104 standard deviations, two-sided 0.27.
    assert permutation_test(signs.tolist(), seed=3) == pytest.approx(0.27, abs=0.02)
    assert permutation_test(np.repeat([1.0, -1.0, 0.0], 1000).tolist(), seed=3) == pytest.approx(1.0, abs=0.01)
