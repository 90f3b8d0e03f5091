"""Questions told instead of asked."""

from __future__ import annotations

import pytest

from ragtester.corpus import blueprint_names, load_blueprint
from ragtester.suite.indirect import past, third, told


@pytest.mark.parametrize(
    ("asked", "clause"),
    [
        ("how often is {S} calibrated", "how often {S} is calibrated"),
        ("how long does {S} take to charge", "how long {S} takes to charge"),
        ("what is the list price of {O}", "what the list price of {O} is"),
        ("who audits {O}", "who audits {O}"),
        ("which courses are mandatory for {O}", "which courses are mandatory for {O}"),
        ("when is waste collected at {O}", "when waste is collected at {O}"),
        ("within how many days must a loss be reported under {O}", "within how many days a loss must be reported under {O}"),
        ("how many people may administer {O}", "how many people may administer {O}"),
        ("how much did {S} spend on research", "how much {S} spent on research"),
        ("what net debt is allocated to {O}", "what net debt is allocated to {O}"),
        ("after how many days do customers of {O} pay", "after how many days customers of {O} pay"),
        ("by how much will {S} raise prices", "by how much {S} will raise prices"),
        ("in which month is the appraisal of {O}", "in which month the appraisal of {O} is"),
        ("where may {S} be used", "where {S} may be used"),
        ("how accurate is {S}", "how accurate {S} is"),
    ],
)  # fmt: skip
def test_the_words_of_a_clause_are_in_order(asked: str, clause: str) -> None:
    assert told(asked) == clause


def test_several_subjects_keep_the_plain_verb() -> None:
    assert told("which rota system do {S} use", plural=True) == "which rota system {S} use"
    assert told("how much leave does {S} get", plural=True) == "how much leave {S} get"


@pytest.mark.parametrize("asked", ["how long may the insured property stand empty under {O}", "{S} is it", "why not"])
def test_what_cannot_be_ordered_surely_is_left_alone(asked: str) -> None:
    assert told(asked) is None


def test_verbs_agree_and_stand_in_the_past() -> None:
    assert [third(verb) for verb in ("have", "carry", "reach", "pay")] == ["has", "carries", "reaches", "pays"]
    assert [past(verb) for verb in ("spend", "carry", "hire", "report")] == ["spent", "carried", "hired", "reported"]


def test_most_questions_of_the_shipped_domains_can_be_told() -> None:
    asked = [a.ask.rstrip("?") for name in blueprint_names() for a in load_blueprint(name).attributes.values()]
    assert sum(told(text) is not None for text in asked) >= 0.95 * len(asked)
