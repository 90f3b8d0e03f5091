"""Equivalence margins: what counts as the same, and how many pairs it takes to tell."""

from __future__ import annotations

import numpy as np
import pytest

from ragtester.errors import UsageError
from ragtester.retrieval import compare_runs
from ragtester.retrieval.margins import margin_of, parse_margins
from ragtester.retrieval.power import more_pairs_needed
from ragtester.stats import comparison_verdict, paired_bootstrap


def test_margins_are_written_for_all_measures_for_one_or_for_a_pattern():
    margins = parse_margins(["0.02", "latency_s=0.5", "retrieval.*=0.01"])
    assert margins == {"*": 0.02, "latency_s": 0.5, "retrieval.*": 0.01}
    assert [margin_of(margins, name) for name in ("latency_s", "retrieval.recall_at_k", "pass_rate")] == [
        0.5,
        0.01,
        0.02,
    ]
    assert margin_of({}, "pass_rate") == 0.0


@pytest.mark.parametrize("value", ["", "x", "-0.1", "nan", "inf", "pass_rate=", "pass_rate=low", "=0.1"])
def test_a_margin_that_is_no_number_is_refused_with_its_value(value: str):
    with pytest.raises(UsageError, match="margin"):
        parse_margins([value])


def runs(change: float, noise: float, n: int = 200) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    draw = np.random.default_rng(3)
    base = draw.uniform(0.3, 0.7, n)
    after = base + change + draw.normal(0, noise, n)
    return tuple(  # type: ignore[return-value]
        [{"test": f"t{i}", "system": "s", "scores": {"clarity": float(value)}} for i, value in enumerate(values)]
        for values in (base, after)
    )


@pytest.mark.parametrize(
    ("change", "noise", "margin", "verdict"),
    [
        (0.01, 0.02, 0.0, "better"),
        (0.01, 0.02, 0.05, "same"),
        (-0.01, 0.02, 0.05, "same"),
        (0.2, 0.02, 0.05, "better"),
        (-0.2, 0.02, 0.05, "worse"),
        (0.0, 0.4, 0.01, "cannot_tell"),
        (0.05, 0.1, 0.05, "cannot_tell"),
    ],
)
def test_a_difference_within_the_margin_is_the_same(change: float, noise: float, margin: float, verdict: str):
    base, candidate = runs(change, noise)
    one = compare_runs(base, candidate, margins={"scores.*": margin}, resamples=1000).measures[0]
    assert (one.verdict, one.margin) == (verdict, margin)
    assert (one.needed is None) is (verdict != "cannot_tell")
    assert one.to_json()["margin"] == margin


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mean", "margin", "verdict"), [(0.1, 0.0, "better"), (0.02, 0.08, "same"), (0.2, 0.1, "better")]
)
def test_so_many_more_pairs_tell_it_in_four_of_five_cases(mean: float, margin: float, verdict: str):
    draw = np.random.default_rng(11)
    first = draw.normal(0, 0.4, 40)
    first = (first - first.mean()) / first.std() * 0.4 + mean
    n = len(first) + more_pairs_needed(first.tolist(), margin=margin)
    told = 0
    for trial in range(200):
        sample = draw.normal(mean, 0.4, n)
        paired = paired_bootstrap(np.zeros(n), sample, seed=trial, resamples=500)
        told += comparison_verdict(paired.interval, margin=margin, adjusted_p=paired.p) == verdict
    assert 0.7 <= told / 200 <= 0.93
