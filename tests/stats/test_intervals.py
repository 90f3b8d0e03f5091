from __future__ import annotations

import pytest

from ragtester.stats import bootstrap_mean, rate, wilson


def test_wilson_agrees_with_the_published_example():
    found = wilson(81, 263)
    assert (found.low, found.high) == pytest.approx((0.2553, 0.3662), abs=2e-4)


@pytest.mark.parametrize(("successes", "n"), [(0, 10), (10, 10), (0, 0), (1, 1)])
def test_wilson_stays_within_zero_and_one_and_holds_the_share(successes, n):
    found = wilson(successes, n)
    assert 0 <= found.low <= found.high <= 1
    if n:
        assert found.low <= successes / n <= found.high


def test_wilson_narrows_with_more_cases_and_widens_with_the_level():
    few, many, sure = wilson(8, 10), wilson(800, 1000), wilson(8, 10, level=0.99)
    assert many.high - many.low < few.high - few.low < sure.high - sure.low


@pytest.mark.parametrize(("successes", "n"), [(-1, 10), (11, 10)])
def test_wilson_refuses_impossible_counts(successes, n):
    with pytest.raises(ValueError, match="impossible"):
        wilson(successes, n)


def test_an_interval_level_outside_zero_to_one_is_refused():
    with pytest.raises(ValueError, match="level 95"):
        wilson(1, 2, level=95)


def test_a_rate_counts_only_what_was_measured():
    found = rate(["passed", "passed", "failed", "unmeasured", "not_applicable"])
    assert (found.successes, found.n, found.unmeasured) == (2, 3, 1)
    assert found.value == pytest.approx(2 / 3)
    assert found.interval is not None


def test_a_rate_of_nothing_measured_has_no_value():
    found = rate(["unmeasured", "not_applicable"])
    assert found.value is None
    assert found.interval is None


def test_the_bootstrap_is_the_same_for_the_same_seed_and_holds_the_mean():
    values = [0.0, 1.0, 1.0, 0.5, 0.25] * 10
    first, second = (bootstrap_mean(values, seed=3, resamples=2000) for _ in range(2))
    assert first == second
    assert first is not None
    assert first.low < sum(values) / len(values) < first.high
    assert bootstrap_mean(values, seed=4, resamples=2000) != first


def test_the_bootstrap_of_nothing_is_none():
    assert bootstrap_mean([], seed=0) is None


def test_groups_that_repeat_one_value_widen_the_interval():
    values = [float(i % 2) for i in range(20) for _ in range(10)]
    groups = [f"g{i}" for i in range(20) for _ in range(10)]
    alone = bootstrap_mean(values, seed=1, resamples=3000)
    together = bootstrap_mean(values, seed=1, resamples=3000, groups=groups)
    assert alone is not None
    assert together is not None
    assert together.high - together.low > 2 * (alone.high - alone.low)


def test_groups_of_another_length_are_refused():
    with pytest.raises(ValueError, match="1 groups do not fit 2 values"):
        bootstrap_mean([1.0, 2.0], seed=0, groups=["a"])


def test_no_resamples_are_refused():
    with pytest.raises(ValueError, match="at least 1"):
        bootstrap_mean([1.0], seed=0, resamples=0)


def test_the_bootstrap_interval_covers_the_true_mean_about_as_often_as_it_says():
    import random

    generator = random.Random(5)
    hits = 0
    for seed in range(120):
        values = [generator.gauss(1.0, 1.0) for _ in range(40)]
        found = bootstrap_mean(values, seed=seed, resamples=400)
        assert found is not None
        hits += found.low <= 1.0 <= found.high
    assert hits >= 104
