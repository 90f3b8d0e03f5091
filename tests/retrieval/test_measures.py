from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtester.errors import UsageError
from ragtester.retrieval.measures import (
    LIBRARY_NAMES,
    MEASURES,
    Reference,
    claim_coverage,
    duplicate_rate,
    library_values,
    states,
)

ABC = Reference.of({"A": 1, "B": 1, "C": 1, "X": 0, "Y": 0, "Z": 0})


@pytest.mark.parametrize(
    ("ranked", "precision", "recall", "rank_precision"),
    [
        ("AXBYC", 0.6, 1.0, (1 + 2 / 3 + 3 / 5) / 3),
        ("ABXYZ", 0.4, 2 / 3, 1.0),
        ("ABCXY", 0.6, 1.0, 1.0),
        ("XYZ", 0.0, 0.0, 0.0),
        ("", 0.0, 0.0, 0.0),
        ("AB", 0.4, 2 / 3, 1.0),
        ("XYZXXABC", 0.0, 0.0, 0.0),
    ],
)
def test_the_worked_figures_of_three_measures_at_cutoff_five(ranked, precision, recall, rank_precision):
    values = {name: MEASURES[name].compute(list(ranked), ABC, k=5) for name in MEASURES}
    assert values["precision_at_k"] == pytest.approx(precision)
    assert values["recall_at_k"] == pytest.approx(recall)
    assert values["rank_context_precision"] == pytest.approx(rank_precision)


def test_a_query_without_a_reference_has_no_value_in_any_measure():
    nothing = Reference.of({"X": 0})
    assert {measure.compute(["X"], nothing, k=5) for measure in MEASURES.values()} == {None}


def test_recall_and_ndcg_credit_a_repeated_id_once_while_precision_counts_positions():
    ranked = ["A", "A", "A"]
    assert MEASURES["recall_at_k"].compute(ranked, ABC, k=3) == pytest.approx(1 / 3)
    assert MEASURES["precision_at_k"].compute(ranked, ABC, k=3) == 1.0
    assert MEASURES["ndcg_at_k"].compute(ranked, ABC, k=3) < 0.5
    assert duplicate_rate(ranked) == pytest.approx(2 / 3)
    assert duplicate_rate([]) == 0.0


def test_alternatives_do_not_multiply_the_denominator_of_recall():
    reference = Reference.of({"A": 1, "A2": 1, "B": 1}, alternatives=[("A", "A2")])
    assert MEASURES["recall_at_k"].compute(["A2", "B"], reference, k=5) == 1.0
    assert MEASURES["recall_at_k"].compute(["A", "A2"], reference, k=5) == 0.5
    assert MEASURES["ndcg_at_k"].compute(["A2", "B"], reference, k=5) == pytest.approx(1.0)


def test_groups_of_alternatives_that_share_an_id_become_one_fact():
    reference = Reference.of(dict.fromkeys("ABCD", 1), alternatives=[("A", "B"), ("C", "D"), ("B", "C")])
    assert reference.facts == (frozenset("ABCD"),)


def test_mrr_and_hit_rate_look_no_further_than_the_cutoff():
    assert MEASURES["mrr"].compute(["X", "B"], ABC, k=5) == 0.5
    assert MEASURES["mrr"].compute(["X", "B"], ABC, k=1) == 0.0
    assert MEASURES["hit_rate"].compute(["X", "B"], ABC, k=1) == 0.0
    assert MEASURES["hit_rate"].compute(["X", "B"], ABC, k=2) == 1.0


@settings(max_examples=60, deadline=None)
@given(
    gains=st.dictionaries(st.sampled_from("ABCDEFGHIJ"), st.integers(0, 3), min_size=1),
    ranked=st.lists(st.sampled_from("ABCDEFGHIJKLM"), unique=True),
    k=st.integers(1, 12),
)
def test_ir_measures_computes_the_same_values_wherever_it_defines_them(gains, ranked, k):
    reference = Reference.of(gains)
    expected = library_values({"q": ranked}, {"q": gains}, k=k)["q"]
    for name in LIBRARY_NAMES:
        ours = MEASURES[name].compute(ranked, reference, k=k)
        assert (0.0 if ours is None else ours) == pytest.approx(expected[name], abs=1e-9), name


def test_the_library_refuses_a_list_with_a_repeated_id():
    with pytest.raises(UsageError, match="twice"):
        library_values({"q": ["A", "A"]}, {"q": {"A": 1}}, k=2)


@pytest.mark.parametrize(
    ("text", "form", "held"),
    [
        ("within 14 days of delivery", "14 days", True),
        ("within 142 days", "14", False),
        ("within 3.14 days", "14 days", False),
        ("It costs 14.5 euros", "14", False),
        ("It costs 14. More later", "14", True),
        ("WITHIN  14\ndays", "within 14 days", True),
        ("rebates", "rebate", False),
        ("返品は14日以内です", "14日以内", True),
        ("anything", "", False),
        ("the unit 14-16", "14", False),
    ],
)
def test_a_form_is_stated_as_whole_words_only(text, form, held):
    assert states(text, form) is held


def test_claim_coverage_is_the_share_of_claims_that_the_text_supports():
    claims = [("14-day window", "within 14 days"), ("receipt",), ("unopened",)]
    assert claim_coverage("Within 14 days and with the receipt.", claims) == pytest.approx(2 / 3)
    assert claim_coverage("anything", []) is None
