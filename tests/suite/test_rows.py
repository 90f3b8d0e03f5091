from __future__ import annotations

import pytest

from ragtester.records import Document, Span, Test
from ragtester.suite.checks.fits import answer_fits
from ragtester.suite.checks.question import self_contained
from ragtester.suite.checks.rows import right_cell

ROW = (
    "Net income | Three Months Ended July 1, 2023: $19,881 | Three Months Ended June 25, 2022: $19,442 | "
    "Nine Months Ended July 1, 2023: $74,039"
)


def ask(query: str, answer: str, row: str = ROW) -> Test:
    document = Document(id="d", text=row)
    return Test(
        id="a", query=query, kind="positive", type="table_lookup", expected_answer=answer, language="en",
        evidence=(Span.cut(document, 0, len(row)),),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("What was the net income for the three months ended July 1, 2023?", "$19,881"),
        ("What was the net income for the nine months ended July 1, 2023?", "74,039"),
        ("What was the net income in the three months to June 25, 2022?", "19,442"),
        ("How large was the net income?", "19,881"),
    ],
)
def test_the_cell_that_the_question_names_is_right(query: str, answer: str) -> None:
    assert right_cell(ask(query, answer)) == ""


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("What was the net income for the three months ended July 1, 2023?", "74,039"),
        ("What was the net income for the nine months ended July 1, 2023?", "$19,881"),
        ("What was the net income for the three months ended June 25, 2022?", "$19,881"),
    ],
)
def test_an_answer_from_another_cell_is_named(query: str, answer: str) -> None:
    assert "the answer stands under" in right_cell(ask(query, answer))


def test_prose_and_rows_without_heads_are_left_alone() -> None:
    assert right_cell(ask("How much is the fee?", "EUR 40", "The fee is EUR 40: it is due in May.")) == ""
    assert right_cell(ask("How much is the fee?", "EUR 40", "Fee | EUR 40 | EUR 50")) == ""
    assert right_cell(ask("What is the fee?", "EUR 40", "Club | Fee: EUR 40 | Waiver of the fee: EUR 50")) == ""


def test_a_question_about_what_a_table_shows_is_not_self_contained_and_an_answer_that_breaks_off_does_not_fit() -> None:
    assert self_contained(ask("How many US presidents studied at Harvard?", "eight")) == ""
    assert "us" in self_contained(ask("What does the insurer owe us?", "nothing"))
    assert "points at its source" in self_contained(ask("What is the table showing?", "income"))
    assert "breaks off" in answer_fits(ask("What does Ada Holm certify?", "I, Ada Holm, certify that:"))
