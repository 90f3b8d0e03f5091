from __future__ import annotations

import json

import pytest

from ragtester.hallucination.factoids import answer_factoids, split_factoids
from ragtester.hallucination.factoids.llm import ask_factoids, locate
from ragtester.llm import ScriptedModel


def texts(answer: str) -> list[str]:
    return [factoid.text for factoid in split_factoids(answer)]


def test_clauses_are_statements_of_their_own() -> None:
    assert texts("The fee is 30 euros, and the deposit is 50 euros.") == [
        "The fee is 30 euros",
        "the deposit is 50 euros.",
    ]
    assert texts("The shop is open; the bar is closed.") == ["The shop is open", "the bar is closed."]


def test_coordinated_nouns_are_not_torn_apart() -> None:
    assert texts("Salaries and benefits are paid monthly.") == ["Salaries and benefits are paid monthly."]


def test_a_relative_clause_takes_its_antecedent_as_subject() -> None:
    first, second = split_factoids("The Berlin office is large, which is managed by Anna.")
    assert first.text == "The Berlin office is large"
    assert second.text == "which is managed by Anna."
    assert second.claim == "The Berlin office is managed by Anna."


def test_pronouns_and_bare_verbs_take_the_subject_before_them() -> None:
    claims = [f.claim for f in split_factoids("The Berlin office is large. It was opened in 2019 and is run by Anna.")]
    assert claims == [
        "The Berlin office is large.",
        "The Berlin office was opened in 2019",
        "The Berlin office is run by Anna.",
    ]


def test_list_items_lose_their_marks_and_citations_their_brackets() -> None:
    answer = "1. The fee is 30 euros [1].\n2. The bar is closed [2, 3]."
    found = split_factoids(answer)
    assert [f.text for f in found] == ["The fee is 30 euros", "The bar is closed"]
    assert all(answer[f.start : f.end] == f.text for f in found)


def test_a_decimal_at_the_start_is_no_list_mark() -> None:
    assert texts("6.5% is the bonus.") == ["6.5% is the bonus."]


@pytest.mark.parametrize(
    "talk", ["Sure!", "I hope this helps.", "Let me know if you need more.", "What else?", "Is it open?"]
)
def test_small_talk_and_questions_give_no_statement(talk: str) -> None:
    assert texts(f"The fee is 30 euros. {talk}") == ["The fee is 30 euros."]


def test_a_general_source_in_front_is_left_out() -> None:
    assert texts("According to the policy, the fee is 30 euros.") == ["the fee is 30 euros."]
    assert texts("According to Anna Novak, the fee is 30 euros.") == ["According to Anna Novak, the fee is 30 euros."]


def test_an_abstaining_sentence_inside_an_answer_gives_none() -> None:
    factoids, abstained = answer_factoids("The fee is 30 euros. The context does not say when it is due.")
    assert [f.text for f in factoids] == ["The fee is 30 euros."]
    assert not abstained
    assert answer_factoids("I cannot answer this question from the context.") == ([], True)


async def test_a_model_names_factoids_and_their_quotes_become_spans() -> None:
    answer = "It costs 30 euros and opens at nine."
    reply = {
        "factoids": [
            {"claim": "The pool opens at nine.", "quote": "opens at nine"},
            {"claim": "The pool costs 30 euros.", "quote": "It costs 30 euros"},
            {"claim": "The pool is blue.", "quote": "an entirely different sentence about colours"},
        ]
    }
    found = await ask_factoids(ScriptedModel(lambda _: json.dumps(reply)), answer, question="What about the pool?")
    assert [(f.text, f.claim) for f in found] == [
        ("It costs 30 euros", "The pool costs 30 euros."),
        ("opens at nine", "The pool opens at nine."),
    ]


async def test_quotes_that_stand_nowhere_leave_the_cutting_to_the_rules() -> None:
    reply = {"factoids": [{"claim": "x", "quote": "qqqq wwww zzzz vvvv"}]}
    found = await ask_factoids(ScriptedModel(lambda _: json.dumps(reply)), "The fee is 30 euros.")
    assert [f.text for f in found] == ["The fee is 30 euros."]


def test_a_quote_is_found_with_small_differences() -> None:
    assert locate("The fee is 30 Euros", "Well: the fee is 30 euros!") == (6, 25)
    assert locate("  ", "text") is None
