"""Pairs of a right and a wrong answer, of every kind that the comparison knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragtester.text import compare_answers

_LINES = (Path(__file__).parent / "data" / "equivalence_pairs.tsv").read_text(encoding="utf-8").splitlines()
PAIRS = [line.split("\t") for line in _LINES if line and not line.startswith("#")]


@pytest.mark.parametrize(
    ("kind", "question", "reference", "answer", "label"), PAIRS, ids=[f"{p[0]}|{p[3][:40]}" for p in PAIRS]
)
def test_right_answers_are_equivalent_and_wrong_ones_are_not(kind, question, reference, answer, label):
    found = compare_answers(answer, reference.split(" ;; "), question=question)
    assert (found.verdict == "equivalent") == (label == "right"), found


@pytest.mark.parametrize(
    ("answer", "reference", "tolerance", "verdict"),
    [
        ("103 km", "100 km", 0.05, "equivalent"),
        ("103 km", "100 km", 0.0, "contradicts"),
        ("about 8.1 million", "8,124,427", 0.0, "equivalent"),
        ("about 8 million", "8,124,427", 0.0, "partial"),
        ("4,987", "about 5,000", 0.0, "equivalent"),
    ],
)
def test_rounded_numbers_agree_where_a_tolerance_is_declared_or_the_text_says_so(answer, reference, tolerance, verdict):
    found = compare_answers(answer, [reference], question="How much is it?", kind="number", tolerance=tolerance)
    assert found.verdict == verdict, found


@pytest.mark.parametrize("answer", ["March 2024", "It was signed in March 2024.", "in 2024"])
def test_a_part_of_a_date_is_not_the_date_unless_it_is_accepted(answer):
    question = "When was it signed?"
    assert compare_answers(answer, ["14 March 2024"], question=question).verdict == "partial"
    accepted = ["14 March 2024", "March 2024", "2024"]
    assert compare_answers(answer, accepted, question=question).verdict == "equivalent"


def test_the_year_of_an_event_may_be_enough_but_not_of_what_goes_on_record_or_is_to_come():
    def verdict(answer, reference, question):
        return compare_answers(answer, [reference], question=question)

    event = verdict("The old bridge collapsed in 1990.", "19 July 1990", "When did the old bridge collapse?")
    assert event.verdict == "equivalent"
    assert event.confidence <= 0.6
    assert verdict("It was issued in 2024.", "14 March 2024", "When was the permit issued?").verdict == "partial"
    assert verdict("It ends in 2027.", "30 June 2027", "When does the lease end?").verdict == "partial"


def test_what_an_answer_takes_back_does_not_count():
    question = "How many seats are there?"
    assert compare_answers("First I thought 12, but it is 14.", ["14"], question=question).verdict == "equivalent"
    assert compare_answers("First I thought 14, but it is 12.", ["14"], question=question).verdict == "contradicts"
    found = compare_answers("There are 12. Sorry, I meant 14.", ["14"], question=question)
    assert found.span is not None
    assert "There are 12. Sorry, I meant 14."[slice(*found.span)] == "14."


def test_the_old_value_is_right_where_the_past_is_asked_for():
    answer = "The fee was raised from 20 to 25 euros."
    assert compare_answers(answer, ["25 euros"], question="What is the fee?").verdict == "equivalent"
    assert compare_answers(answer, ["20 euros"], question="What is the fee?").verdict == "contradicts"
    answer = "Until 2022 it was 20 euros; since then it is 25 euros."
    assert compare_answers(answer, ["20 euros"], question="What is the fee?").verdict == "contradicts"
    assert compare_answers(answer, ["20 euros"], question="What was the fee until 2022?").verdict == "equivalent"
