from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction

import gate_examples as ex
import numpy as np
import pytest
import scipy.stats

from ragtester.errors import InputError
from ragtester.retrieval import compare_runs
from ragtester.retrieval.contract import parse_capture, parse_contract
from ragtester.retrieval.gate import gate
from ragtester.retrieval.gate.resampling import paired_matrix
from ragtester.retrieval.power import more_pairs_needed
from ragtester.stats import holm, paired_bootstrap, permutation_test


@pytest.mark.parametrize("grouped", [False, True])
def test_shared_draws_agree_with_the_plain_paired_bootstrap(grouped):
    draw = np.random.default_rng(3)
    base = draw.random((300, 2))
    candidate = base + draw.normal(0.02, 0.1, (300, 2))
    groups = [f"g{i // 3}" for i in range(300)] if grouped else None
    ours = paired_matrix(base, candidate, groups=groups, resamples=4000, seed=1)
    for column, one in enumerate(ours):
        plain = paired_bootstrap(
            base[:, column].tolist(), candidate[:, column].tolist(), groups=groups, resamples=4000, seed=1
        )
        assert one.difference == pytest.approx(plain.difference)
        assert one.interval.low == pytest.approx(plain.interval.low, abs=0.003)
        assert one.interval.high == pytest.approx(plain.interval.high, abs=0.003)
        assert one.p == pytest.approx(plain.p, abs=0.02)
        assert one.groups == plain.groups


def test_few_differing_pairs_are_tested_exactly():
    base, candidate = np.zeros((6, 1)), np.ones((6, 1))
    assert paired_matrix(base, candidate, groups=None, resamples=100, seed=1)[0].p == pytest.approx(2 / 64)


def many(count: int, right: int) -> tuple[object, object]:
    contract = ex.contract()
    contract["queries"] = [ex.query(f"q{i}", "A", slice=f"s{i % 2}", group=f"g{i // 2}") for i in range(count)]
    shown = {
        "contract_version": "c1",
        "corpus": "shop",
        "stage": "candidates",
        "results": [{"query_id": f"q{i}", "hits": [ex.entry("A" if i < right else "X")]} for i in range(count)],
    }
    return parse_contract(contract), parse_capture(shown)


def test_a_real_gain_is_told_and_slices_are_corrected_together():
    contract, weak = many(80, 40)
    _, strong = many(80, 80)
    outcome = gate(contract, weak, strong, resamples=2000)
    recall = [one for one in outcome.comparisons if one.measure == "recall_at_k"]
    assert [one.slice for one in recall] == [None, "s0", "s1"]
    assert recall[0].verdict == "better"
    assert recall[0].paired.groups == 40
    assert all(one.adjusted_p >= (one.paired.p or 0) for one in outcome.comparisons)
    assert gate(contract, strong, weak, resamples=2000).comparisons[0].verdict == "worse"
    assert gate(contract, weak, weak, resamples=2000).comparisons[0].verdict == "same"


def test_queries_about_one_document_are_kept_together_where_that_is_declared():
    contract, weak = many(20, 10)
    _, strong = many(20, 20)
    together = replace(contract, group_by="document", queries=tuple(replace(q, group=None) for q in contract.queries))
    assert gate(together, weak, strong, resamples=100).comparisons[0].paired.groups == 1
    apart = replace(together, group_by="group")
    assert gate(apart, weak, strong, resamples=100).comparisons[0].paired.groups == 20


def test_too_few_queries_say_how_many_more_are_needed():
    contract, weak = many(6, 5)
    _, strong = many(6, 6)
    row = gate(contract, weak, strong, resamples=500).comparisons[1].to_json()
    assert row["verdict"] == "cannot_tell"
    assert row["needed"] > 1
    assert row["message"] == f"cannot tell yet: {row['needed']} more needed"


@pytest.mark.parametrize("differences", [[], [0.0], [1.0], [1.0, 1.0], [0.1, -0.1, 0.2]])
def test_needed_pairs_is_at_least_what_a_sign_test_can_tell(differences):
    assert len(differences) + more_pairs_needed(differences) >= 6
    assert more_pairs_needed(differences, tests=16) > more_pairs_needed(differences) - 1


def rows(system: str, passed: list[bool], **more: object) -> list[dict[str, object]]:
    return [
        {
            "test": f"t{i}",
            "system": system,
            "status": "passed" if right else "failed",
            "scores": {"factuality": 5.0 if right else 2.0, "clarity": None},
            "metrics": {"token_f1": 0.9 if right else 0.1},
            "retrieval": {"recall": float(right)},
            "cost_usd": 0.001,
            "seconds": 1.0 + i % 3,
            **more,
        }
        for i, right in enumerate(passed)
    ]


def verdicts(found: object) -> dict[str, str]:
    return {one["measure"]: one["verdict"] for one in found.to_json()["measures"]}


def test_two_runs_are_compared_measure_by_measure():
    base = rows("a", [i % 2 == 0 for i in range(60)])
    candidate = [{**row, "cost_usd": 0.003, "seconds": 0.5} for row in rows("b", [True] * 60)]
    found = compare_runs(base, candidate, resamples=1000)
    assert verdicts(found) == {
        "pass_rate": "better",
        "metrics.token_f1": "better",
        "retrieval.recall": "better",
        "scores.factuality": "better",
        "cost_usd": "worse",
        "latency_s": "better",
    }
    assert found.measures[0].system == "a -> b"
    assert len(found.newly_passing) == 30
    assert found.newly_failing == ()
    first = found.to_json()["measures"][0]
    assert (first["base"], first["candidate"], first["difference"], first["n"]) == (0.5, 1.0, 0.5, 60)
    assert first["adjusted_p"] >= first["p"]


def test_equal_runs_are_the_same_and_a_small_difference_cannot_be_told():
    base = rows("a", [True, False] * 10)
    assert set(verdicts(compare_runs(base, base, resamples=500)).values()) == {"same"}
    candidate = rows("a", [True, False] * 9 + [True, True])
    found = compare_runs(base, candidate, resamples=500).measures[0]
    assert found.verdict == "cannot_tell"
    assert found.message.endswith("more needed")


def test_a_margin_makes_small_differences_the_same():
    base = rows("a", [True] * 40)
    candidate = [{**row, "seconds": row["seconds"] + 0.01} for row in base]
    assert verdicts(compare_runs(base, candidate, resamples=200))["latency_s"] == "worse"
    close = compare_runs(base, candidate, margins={"latency_s": 0.05}, resamples=200)
    assert verdicts(close)["latency_s"] == "same"


def test_unmeasured_cases_are_no_pairs_and_repeats_are_averaged():
    base = rows("a", [True] * 8)
    candidate = [{**row, "status": "unmeasured", "scores": {}} if i < 3 else row for i, row in enumerate(base)]
    found = compare_runs(base, candidate, resamples=200).measures[0]
    assert (found.measure, found.paired.n, found.unpaired) == ("pass_rate", 5, 3)
    twice = compare_runs([*base, *rows("a", [False] * 8)], base, resamples=200).measures[0]
    assert (twice.paired.base, twice.paired.n) == (0.5, 8)


def test_several_systems_are_paired_by_name_and_corrected_together():
    base = rows("a", [False] * 10) + rows("b", [True] * 10)
    candidate = rows("a", [True] * 10) + rows("b", [True] * 10) + rows("c", [True] * 10)
    found = compare_runs(base, candidate, resamples=500)
    assert {one.system for one in found.measures} == {"a", "b"}
    assert found.only_candidate == 10
    assert found.newly_passing[0] == "t0 (a)"


def test_tests_and_systems_may_be_nested_objects():
    base = [{"test": {"id": "t"}, "system": {"id": "s"}, "status": "passed", "latency": 2, "cost": 0.1}]
    assert compare_runs(base, base, resamples=50).measures[0].system == "s"


def test_runs_that_cannot_be_compared_are_refused():
    good = rows("a", [True])
    with pytest.raises(InputError, match="has no result line"):
        compare_runs([], good)
    with pytest.raises(InputError, match="no test id"):
        compare_runs([{"system": "a"}], good)
    with pytest.raises(InputError, match="latency_s is nan"):
        compare_runs([{**good[0], "seconds": float("nan")}], good)
    with pytest.raises(InputError, match="no test and system in common"):
        compare_runs(good, [{**good[0], "test": "other"}])


def test_differences_that_cancel_out_are_planned_for_like_none() -> None:
    assert sum([0.2, 0.1, -0.3]) != 0  # only by rounding
    assert 0 < more_pairs_needed([0.2, 0.1, -0.3]) < 10_000


@pytest.mark.parametrize("seed", range(8))
def test_the_exact_test_is_that_of_fractions_and_of_scipy(seed):
    """Every sign pattern counted in fractions, so that no rounding makes or breaks a tie."""
    draw = np.random.default_rng(seed)
    for denominator in (1, 3, 5, 7, 10):
        numerators = [int(value) for value in draw.integers(-4, 5, int(draw.integers(1, 11)))]
        moved = [value for value in numerators if value]
        patterns = list(itertools.product((-1, 1), repeat=len(moved)))
        sums = [abs(sum(sign * value for sign, value in zip(pattern, moved, strict=True))) for pattern in patterns]
        exact = Fraction(sum(one >= abs(sum(moved)) for one in sums), len(sums))
        assert permutation_test([value / denominator for value in numerators]) == pytest.approx(float(exact), abs=1e-12)
    values = draw.normal(0.2, 1, 9)
    theirs = scipy.stats.permutation_test(
        (values,), lambda sample, axis: np.abs(sample.mean(axis=axis)), permutation_type="samples",
        alternative="greater", n_resamples=np.inf, vectorized=True,
    )  # fmt: skip
    assert permutation_test(values.tolist()) == pytest.approx(theirs.pvalue)


def test_holm_is_the_step_down_of_its_definition():
    """Sorted p times the number of hypotheses left, never falling, at most 1 (Holm 1979)."""
    draw = np.random.default_rng(4)
    for _ in range(50):
        given = draw.uniform(0, 0.4, int(draw.integers(1, 12))).tolist()
        order = sorted(range(len(given)), key=given.__getitem__)
        wanted, floor = [0.0] * len(given), 0.0
        for rank, position in enumerate(order):
            floor = max(floor, min(1.0, given[position] * (len(given) - rank)))
            wanted[position] = floor
        assert holm(given) == pytest.approx(wanted)


def test_paraphrases_kept_together_widen_the_interval():
    draw = np.random.default_rng(2)
    base = np.zeros(60)
    candidate = np.repeat(draw.normal(0.1, 0.3, 12), 5)
    alone = paired_bootstrap(base, candidate, seed=1)
    together = paired_bootstrap(base, candidate, seed=1, groups=[f"g{i // 5}" for i in range(60)])
    assert (together.groups, together.n) == (12, 60)
    assert together.difference == pytest.approx(alone.difference)
    width = [one.interval.high - one.interval.low for one in (alone, together)]
    assert width[1] == pytest.approx(width[0] * 5**0.5, rel=0.2)
