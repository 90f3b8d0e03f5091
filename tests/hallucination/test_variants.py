from __future__ import annotations

import json

import pytest

from ragtester.hallucination.variants import OPPOSITE, SAME, make_variants
from ragtester.hallucination.variants.llm import ask_variants
from ragtester.hallucination.variants.negation import negate
from ragtester.hallucination.verification.terms import read_sentence, read_variant
from ragtester.llm import ScriptedModel


def made(text: str, direction: str, operator: str) -> list[str]:
    operators = SAME if direction == "same" else OPPOSITE
    return [variant.text for variant in operators[operator](read_sentence(text))]


@pytest.mark.parametrize(
    ("text", "operator", "expected"),
    [
        ("The movie begins.", "synonym", "The film begins."),
        ("The break lasts 10 days.", "value", "The break lasts ten days."),
        ("The break lasts ten days.", "value", "The break lasts 10 days."),
        ("It opened on 12 March 2019.", "value", "It opened on March 12, 2019."),
        ("It opened on March 12, 2019.", "value", "It opened on 12 March 2019."),
    ],
)
def test_a_rewording_keeps_the_meaning(text: str, operator: str, expected: str) -> None:
    assert expected in made(text, "same", operator)


@pytest.mark.parametrize(
    ("text", "operator", "expected"),
    [
        ("Prices increased.", "antonym", "Prices decreased."),
        ("An old man waits.", "antonym", "A young man waits."),
        ("The break lasts 30 days.", "value", "The break lasts 80 days."),
        ("The break lasts five days.", "value", "The break lasts eight days."),
        ("It opened in 2019.", "value", "It opened in 2026."),
        ("All staff may park here.", "quantifier", "No staff may park here."),
        ("It takes at least 3 days.", "quantifier", "It takes fewer than 3 days."),
        ("The German office is closed.", "contrast", "The French office is closed."),
        ("The car is red.", "contrast", "The car is green."),
        ("The fee is due.", "negation", "The fee is not due."),
    ],
)
def test_an_opposite_cannot_be_true_together_with_the_statement(text: str, operator: str, expected: str) -> None:
    assert expected in made(text, "opposite", operator)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The fee is not due.", "The fee is due."),
        ("The fee isn't due.", "The fee is due."),
        ("He cannot swim.", "He can swim."),
        ("They do not pay.", "They do pay."),
        ("They didn't pay.", "They did pay."),
        ("The increased price is due.", "The increased price is not due."),
        ("The company needs the money.", "The company does not need the money."),
        ("Prices decreased.", "Prices did not decrease."),
        ("Blue sky.", None),
        ("Dogs can't enter.", "Dogs can enter."),
        ("Won’t it rain?", "Will it rain?"),
        ("They needn't pay.", "They need to pay."),
    ],
)
def test_a_negation_is_put_in_or_taken_out_where_the_grammar_allows_it(text: str, expected: str | None) -> None:
    assert negate(text) == expected


def test_a_limit_is_not_exchanged_for_another_limit_that_may_hold_too() -> None:
    assert made("It sold more than 100 copies.", "opposite", "value") == []


def test_a_contrast_is_none_that_the_claim_names_itself() -> None:
    assert made("The colours are red and green.", "opposite", "contrast") == [
        "The colours are blue and green.",
        "The colours are red and blue.",
    ]


def test_half_of_a_compound_word_is_left_alone() -> None:
    assert made("The pre-employment check is done.", "opposite", "antonym") == []


def test_no_more_than_n_of_each_direction_of_different_operators_and_none_that_changes_nothing() -> None:
    variants = make_variants(read_sentence("All doctors must buy a large red car by 12 March 2019."), n=3)
    assert sum(v.direction == "same" for v in variants) == 3
    opposite = [v for v in variants if v.direction == "opposite"]
    assert len({v.operator for v in opposite}) == 3
    assert len({v.text for v in variants}) == len(variants)


@pytest.mark.parametrize(
    ("base", "variant"),
    [
        ("The fee is 30 euros.", "The fee is not 30 euros."),
        ("The fee is 30 euros.", "The fee is 80 euros."),
        ("On 12 March 2019 prices rose by 5%.", "On 12 March 2019 prices fell by 5%."),
        ("A big dog waits.", "A small dog waits."),
        ("A dog waits.", "Two dogs wait."),
    ],
)
def test_reading_a_variant_gives_what_reading_it_afresh_gives(base: str, variant: str) -> None:
    assert read_variant(read_sentence(base), variant) == read_sentence(variant)


async def test_a_model_writes_variants_and_useless_ones_are_dropped() -> None:
    reply = {"same": ["The price is 30 euros.", "the fee is 30 euros"], "opposite": ["The fee is 40 euros.", " "]}
    model = ScriptedModel(lambda _: json.dumps(reply))
    found = await ask_variants(model, "The fee is 30 euros.", question="What is the fee?", n=2)
    assert [(v.text, v.direction) for v in found] == [
        ("The price is 30 euros.", "same"),
        ("The fee is 40 euros.", "opposite"),
    ]
    assert "What is the fee?" in model.requests[0].messages[-1].content


async def test_without_a_rewording_the_claim_stands_for_itself() -> None:
    reply = {"same": ["The fee is 30 euros."], "opposite": ["The fee is 40 euros."]}
    found = await ask_variants(ScriptedModel(lambda _: json.dumps(reply)), "The fee is 30 euros.")
    assert [v.operator for v in found] == ["identity", "llm"]
