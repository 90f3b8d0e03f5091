from __future__ import annotations

import pytest

from ragtester.records import Test
from ragtester.suite.checks.fits import answer_fits


def ask(query: str, answer: str, **more: object) -> str:
    return answer_fits(
        Test.model_validate(
            {
                "id": "a",
                "query": query,
                "kind": "positive",
                "type": "numeric",
                "expected_answer": answer,
                "language": "en",
                **more,
            }
        )
    )


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("How much did Norra pay for freight in June?", "EUR 410"),
        ("How many papers does an applicant hand in?", "three"),
        ("How many days of leave are carried over?", "none"),
        ("What was the total number of claims at Norra?", "1,204"),
        ("What is the total of the deposit for a stall?", "twice the monthly rent"),
        ("When must the report be filed?", "before the end of the term"),
        ("When was the pier closed?", "14 May 2019"),
        ("In 2022, when did the fee change?", "on the first Monday of March"),
        ("Who approves the leave?", "the line manager"),
        ("Who called first?", "A. Okafor, 2 hours later"),
        ("Where are the spare keys?", "room 14"),
        ("Why was it closed?", "lack of staff"),
        ("What was the main reason for the loss?", "freight"),
    ],
)  # fmt: skip
def test_an_answer_of_the_asked_kind_passes(query: str, answer: str) -> None:
    assert ask(query, answer) == ""


@pytest.mark.parametrize(
    ("query", "answer", "said"),
    [
        ("What was the total amount of inventory of Norra in July?", "Components", "quantity"),
        ("How many shares were issued?", "common stock", "quantity"),
        ("What percentage of receivables is from carriers?", "cellular network carriers", "quantity"),
        ("When does the lease end?", "Norra Shipping", "time"),
        ("Who signed the agreement?", "14 May 2019", "who"),
        ("Where is the depot?", "EUR 410", "where"),
    ],
)
def test_an_answer_of_another_kind_is_named(query: str, answer: str, said: str) -> None:
    assert said in ask(query, answer)


def test_negatives_other_languages_and_keywords_are_left_alone() -> None:
    assert ask("How many shares?", "common stock", kind="negative") == ""
    assert ask("How many shares?", "common stock", language="de") == ""
    assert ask("how many shares", "common stock", wording="keyword") == ""


def test_a_clause_with_when_is_not_the_question() -> None:
    assert ask("When a cell is attacked, what does it release?", "perforin") == ""
    assert ask("When was the pier closed?", "following the storm") == ""
    assert ask("How many lakes are there?", "several") == ""


def test_when_about_a_period_that_the_question_names_asks_nothing() -> None:
    test = Test(
        id="t", query="When did Holm report its margin for the third quarter of 2023?", kind="positive", type="temporal",
        expected_answer="Three Months Ended July 1, 2023",
    )  # fmt: skip
    assert "names a period itself" in answer_fits(test)


def test_a_year_is_too_little_where_the_evidence_names_the_day() -> None:
    said = "Pay is looked at again on 26 September 2026, before the budget."
    evidence = ({"document": "d", "quote": said},)
    assert "'26 September 2026'" in ask("When is the pay looked at again?", "2026", evidence=evidence)
    assert ask("In which year is the pay looked at again?", "2026", evidence=evidence) == ""
    assert ask("When is the pay looked at again?", "26 September 2026", evidence=evidence) == ""
    assert (
        ask("When was the bank founded?", "1926", evidence=({"document": "d", "quote": "It was founded in 1926."},))
        == ""
    )
