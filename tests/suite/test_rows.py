from __future__ import annotations

import pytest

from ragtester.records import Document, Span, Test
from ragtester.suite.checks.fits import answer_fits
from ragtester.suite.checks.question import self_contained
from ragtester.suite.checks.rows import Rows, right_cell

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


_ACCOUNTS = """The Company's securities were as follows:

July 1, 2023:
Municipal bonds | Adjusted cost: 713 | Fair value: 690
Mutual funds | Adjusted cost: 366 | Fair value: 362

September 24, 2022:
Municipal bonds | Adjusted cost: 921 | Fair value: 886
"""


@pytest.mark.parametrize(
    ("query", "rival"),
    [
        ("What is the adjusted cost of municipal bonds?", True),
        ("What is the adjusted cost of municipal bonds on July 1, 2023?", False),
        ("What was the fair value of mutual funds?", False),
    ],
)
def test_a_question_that_another_row_answers_as_well_is_ambiguous(query: str, rival: bool) -> None:
    row = "Mutual funds | Adjusted cost: 366 | Fair value: 362"
    answer = "362"
    if "municipal" in query:
        row, answer = "Municipal bonds | Adjusted cost: 713 | Fair value: 690", "713"
    test = Test(
        id="t", query=query, kind="positive", type="numeric", expected_answer=answer, document="d",
        evidence=(Span(document="d", quote=row),),
    )  # fmt: skip
    assert bool(Rows(Document(id="d", text=_ACCOUNTS)).rival(test)) is rival


@pytest.mark.parametrize(
    ("query", "right"),
    [
        ("How much did Holm spend on machines in the first quarter of 2023?", False),
        ("How much did Holm spend on machines in the first nine months of 2023?", True),
        ("How much did Holm spend on machines up to July 2023?", True),
        ("How much did Holm spend on machines in fiscal year 2023?", False),
    ],
)
def test_the_stretch_of_time_in_a_question_is_the_one_above_the_answer(query: str, right: bool) -> None:
    row = "Machines | Nine Months Ended July 1, 2023: (20,956) | Nine Months Ended June 25, 2022: (70,178)"
    test = Test(
        id="t", query=query, kind="positive", type="numeric", expected_answer="20,956", document="d",
        evidence=(Span(document="d", quote=row),),
    )  # fmt: skip
    assert (right_cell(test) == "") is right


def test_a_row_that_the_question_names_in_full_is_the_one_it_asks_for() -> None:
    text = """Assets and liabilities:

Total liabilities | July 1, 2023: 274,764
Total liabilities and equity | July 1, 2023: 335,038
"""

    def rival(query: str, row: int, answer: str) -> str:
        test = Test(
            id="t", query=query, kind="positive", type="numeric", expected_answer=answer, document="d",
            evidence=(Span(document="d", quote=text.splitlines()[row]),),
        )  # fmt: skip
        return Rows(Document(id="d", text=text)).rival(test)

    assert "'Total liabilities'" in rival("What are the total liabilities of Holm on July 1, 2023?", 3, "335,038")
    assert not rival("What are the total liabilities of Holm on July 1, 2023?", 2, "274,764")
    assert not rival("What are the total liabilities and equity of Holm on July 1, 2023?", 3, "335,038")
