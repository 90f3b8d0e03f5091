"""Values and the ways in which they are written."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from random import Random

import pytest

from ragtester.corpus import blueprint_names, load_blueprint
from ragtester.corpus.forms import (
    code_forms,
    counted,
    date_forms,
    duration_forms,
    list_forms,
    money_forms,
    name_forms,
    number_forms,
    percent_forms,
    spelled,
    written_forms,
)
from ragtester.corpus.values import draw_other, draw_value
from ragtester.text import contains_form


def test_numbers_are_spelled_up_to_ninety_nine() -> None:
    assert [spelled(0), spelled(14), spelled(40), spelled(42)] == ["zero", "fourteen", "forty", "forty-two"]
    assert spelled(100) is None


def test_units_follow_the_number() -> None:
    assert counted(Decimal(1), "working days") == "working day"
    assert counted(Decimal(1), "patents") == "patent"
    assert counted(Decimal(1), "entries") == "entry"
    assert counted(Decimal(1), "kg") == "kg"
    assert counted(Decimal(3), "days") == "days"
    assert counted(Decimal(3), None) == ""


def test_forms_state_the_same_value() -> None:
    assert number_forms(Decimal(12), "beds") == ("12 beds", "twelve beds", "12")
    assert number_forms(Decimal(1500), None) == ("1,500", "1500")
    assert money_forms(Decimal("1250"), "EUR")[:3] == ("EUR 1,250", "€1,250", "1,250 euros")
    assert money_forms(Decimal(80), "SEK")[0] == "SEK 80"
    assert percent_forms(Decimal("12.5"))[1] == "12.5 per cent"
    assert "2 weeks" in duration_forms(Decimal(14), "days")
    assert "14" not in duration_forms(Decimal(14), "days")
    assert "2 years" in duration_forms(Decimal(24), "months")
    assert date_forms(date(2026, 3, 1)) == ("1 March 2026", "March 1, 2026", "2026-03-01")
    assert name_forms("Marta Lindqvist") == ("Marta Lindqvist", "M. Lindqvist", "Lindqvist")
    assert name_forms("Oberon") == ("Oberon",)
    assert code_forms("HR-204") == ("HR-204", "HR 204", "HR204")
    assert list_forms(["a"]) == ("a",)
    assert list_forms(["a", "b", "c"])[0] == "a, b and c"


def test_running_text_uses_few_of_the_forms() -> None:
    assert written_forms("duration", ("14 days", "fourteen days", "2 weeks"), "days") == ("14 days", "fourteen days")
    assert written_forms("number", ("1,500", "1500"), None) == ("1,500",)
    assert written_forms("number", ("12 kg", "twelve kg", "12"), "kg") == ("12 kg",)
    assert written_forms("number", ("42 beds", "forty-two beds", "42"), "beds") == ("42 beds",)
    assert written_forms("number", ("12", "twelve"), None) == ("12", "twelve")
    assert written_forms("money", ("EUR 5", "€5", "5 euros"), "EUR") == ("EUR 5", "€5")
    assert written_forms("choice", ("monthly", "every month"), None) == ("monthly",)


@pytest.mark.parametrize("name", blueprint_names())
def test_every_attribute_gives_values_with_a_certainly_wrong_one(name: str) -> None:
    for key, attribute in load_blueprint(name).attributes.items():
        for seed in range(6):
            rng = Random(f"{key}{seed}")
            drawn = draw_value(attribute, rng)
            assert drawn.forms[0] == drawn.value
            assert bool(drawn.items) == (attribute.kind == "list")
            other = draw_other(attribute, rng, drawn)
            assert other is not None, key
            assert not set(other.forms) & set(drawn.forms), key
            assert not contains_form(drawn.value, [other.value]), (key, drawn.value, other.value)


def test_where_every_value_is_to_be_avoided_the_last_draw_is_given() -> None:
    attribute = load_blueprint("hr-policies").attributes["appraisal_month"]
    everything = frozenset(attribute.options)
    assert draw_value(attribute, Random(1), avoid=everything).value in everything
