"""A model's question carries the type that it has, not the one that it was asked for."""

from __future__ import annotations

import pytest

from ragtester.suite.writers.labelling import told_type

_ALL = {"comparison", "list", "numeric", "natural_language"}


@pytest.mark.parametrize(
    ("query", "answer", "told"),
    [
        ("What was the total amount of commercial paper on 1 July?", "$4.0 billion", "numeric"),
        ("Who signs the release of a batch?", "the qualified person", "natural_language"),
        ("Which pump delivers more, the P-10 or the P-20?", "the P-20, 40 against 32 litres", "comparison"),
        ("Which of the two plans has the longer notice period?", "Plan B", "comparison"),
        ("How did the fee change between 2022 and 2023?", "from 12 to 15 EUR", "comparison"),
        ("What were the balances at the two dates?", "$4.0 billion and $10.0 billion", "comparison"),
    ],
)
def test_a_comparison_sets_two_things_against_each_other(query: str, answer: str, told: str) -> None:
    assert told_type("comparison", query=query, answer=answer, labels=_ALL) == told


@pytest.mark.parametrize(
    ("answer", "told"),
    [("red, green and blue", "list"), ("the blue form", "natural_language"), ("14 days", "numeric")],
)
def test_a_list_has_several_items(answer: str, told: str) -> None:
    assert told_type("list", query="What is handed in?", answer=answer, labels=_ALL) == told


@pytest.mark.parametrize(
    ("wanted", "query", "answer", "told"),
    [
        ("multi_fact", "What was the operating margin of the renewables division?", "7.2 per cent", "numeric"),
        ("multi_fact", "How long is the notice, and who signs it?", "6 weeks, and the mayor", "multi_fact"),
        ("numeric", "From when is the policy in force?", "10 December 2025", "temporal"),
        ("numeric", "How many people work there?", "6,810", "numeric"),
    ],
)
def test_several_facts_are_several_and_a_date_is_no_number(wanted: str, query: str, answer: str, told: str) -> None:
    assert told_type(wanted, query=query, answer=answer, labels={*_ALL, "temporal", "multi_fact"}) == told


def test_a_type_that_the_suite_does_not_have_is_not_given() -> None:
    assert told_type("list", query="What is handed in?", answer="the form", labels={"list"}) == "list"


def test_other_types_are_left_as_they_are() -> None:
    assert told_type("temporal", query="When does it end?", answer="in May", labels=_ALL) == "temporal"


@pytest.mark.parametrize(
    ("wanted", "query", "answer", "told"),
    [
        ("numeric", "What is the name of the firm that sued Holm?", "Epic Boats", "natural_language"),
        ("list", "Where is Holm at home?", "One Park Way, Harbour", "natural_language"),
        ("temporal", "What fee holds on 1 May 2024?", "12 EUR", "temporal"),
        ("temporal", "What colour has the form?", "blue", "natural_language"),
    ],
)
def test_numbers_times_and_single_places_are_told_apart(wanted: str, query: str, answer: str, told: str) -> None:
    assert told_type(wanted, query=query, answer=answer, labels=_ALL) == told
