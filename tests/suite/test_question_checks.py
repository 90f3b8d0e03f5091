from __future__ import annotations

import pytest

from ragtester.records import AnswerPart, Test
from ragtester.suite.checks.language import language_of
from ragtester.suite.checks.question import QUESTION_CHECKS, run_question_checks


def make(query: str, answer: str = "6 weeks", **more: object) -> Test:
    fields = {"kind": "positive", "type": "numeric", **more}
    return Test(id="t", query=query, expected_answer=answer, **fields)


def fails(name: str, test: Test) -> str:
    return QUESTION_CHECKS[name](test)


@pytest.mark.parametrize(
    "query",
    [
        "According to the passage, how long is the notice period?",
        "What is mentioned in the text about the notice period?",
        "What does the table above show for pilots?",
        "Which fee is given in this document?",
        "What does the author say about pilots?",
        "What does the passage say about pilots?",
        "Based on the context, who leads the team?",
        "How much did it increase in 2023?",
        "What did this company report for 2023?",
        "What were our total net sales in 2023?",
        "What is the time period covered by the first set of periods?",
        "What is the main financial metric shown in the condensed statements of cash flows?",
        "What is the name of the first class of stock?",
        "Laut dem Text, wie lange dauert die Frist?",
    ],
)
def test_a_question_that_points_at_its_source_is_not_self_contained(query: str) -> None:
    assert fails("self_contained", make(query))


@pytest.mark.parametrize(
    "query",
    [
        "How long is the notice period of the harbour pilots?",
        "What did Apple report as total net sales for the three months ended July 1, 2023?",
        "What is the price of the document scanner DS-40?",
        "I am looking into annual leave. How long is it?",
        "Why is it that the harbour pilots give 10 weeks of notice?",
        "Which sections of the fence does the harbour office repair?",
        "Under “Five firm ratios”, what figure is given for Italy in 1996?",
        "What does the table saw TS-9 weigh?",
        "Which towns did the first group of settlers found?",
    ],
)
def test_a_question_that_names_its_subject_is_self_contained(query: str) -> None:
    assert fails("self_contained", make(query)) == ""


@pytest.mark.parametrize(
    "query",
    ["Is the notice period 6 weeks?", "Do pilots get paid leave?", "Can a pilot resign?", "Ist die Frist lang?"],
)
def test_yes_or_no_questions_are_refused(query: str) -> None:
    assert "yes or no" in fails("open_question", make(query))


@pytest.mark.parametrize(
    "query",
    [
        "Could you tell me how long the notice period is?",
        "Is the notice period longer for pilots or for clerks?",
        "A colleague asked about pilots. How long is the notice period?",
    ],
)
def test_polite_and_alternative_questions_are_open(query: str) -> None:
    assert fails("open_question", make(query)) == ""


def test_an_expected_yes_is_refused_too() -> None:
    assert fails("open_question", make("What about leave for pilots?", "Yes."))


def test_a_question_that_holds_its_answer_leaks() -> None:
    assert fails("not_leaked", make("Why is the notice period six weeks long?", "6 weeks"))
    assert fails("not_leaked", make("How long is the notice period of 16 weeks' staff?", "6 weeks")) == ""
    assert fails("not_leaked", make("What is the notice period?", "6 weeks", accepted_answers=("notice period",)))
    assert fails("not_leaked", make("What about six weeks?", "6 weeks", kind="negative", type="false_premise")) == ""


def test_a_leak_needs_every_part_of_the_answer() -> None:
    parts = (AnswerPart(forms=("harbour pilots",)), AnswerPart(forms=("10 weeks",)))
    assert fails("not_leaked", make("Who has more, harbour pilots or clerks?", answer_parts=parts)) == ""
    assert fails("not_leaked", make("Do harbour pilots have 10 weeks?", answer_parts=parts))


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("How long?", "6 weeks"),
        ("How long is the notice period?", "N/A"),
        ("What is the harbour pilots notice?", "harbour pilots"),
    ],
)
def test_trivial_tests_are_refused(query: str, answer: str) -> None:
    assert fails("not_trivial", make(query, answer))


def test_a_short_keyword_query_is_not_trivial() -> None:
    assert fails("not_trivial", make("notice pilots", wording="keyword")) == ""
    assert fails("not_trivial", make("what is the fee here today", kind="negative", type="withheld_fact")) == ""


@pytest.mark.parametrize(
    "query",
    ["What is the $label of pilots?", "What is {x}?", "The notice period", "What is A? What is B?", "Why " * 150 + "?"],
)
def test_malformed_questions_are_refused(query: str) -> None:
    assert fails("well_formed", make(query))


def test_amounts_of_money_are_no_unfilled_places() -> None:
    assert fails("well_formed", make("Why were sales as high as $147,235 million in 2023?")) == ""
    assert fails("well_formed", make("notice period pilots", wording="keyword")) == ""


def test_the_language_must_be_the_one_that_the_test_says() -> None:
    assert fails("one_language", make("Wie lange ist die Frist für den Lotsen?"))
    assert fails("one_language", make("Wie lange ist die Frist für den Lotsen?", language="de")) == ""
    assert fails("one_language", make("Notice period pilots?")) == ""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("What is the notice period for the pilots?", "en"),
        ("¿Cuál es el plazo de preaviso para los pilotos?", "es"),
        ("Quelle est la durée du préavis pour les pilotes ?", "fr"),
        ("Ποια είναι η προθεσμία;", "el"),
        ("通知期限是多久？", "zh"),
        ("ما هي مدة الإشعار؟", "ar"),
        ("12345", None),
        ("pilots", None),
    ],
)
def test_language_is_guessed_from_script_and_small_words(text: str, code: str | None) -> None:
    assert language_of(text) == code


def test_every_check_leaves_a_record() -> None:
    checks = run_question_checks(make("Is it long?"))
    assert {check.name for check in checks} == set(QUESTION_CHECKS)
    assert {check.status for check in checks} == {"passed", "failed"}
