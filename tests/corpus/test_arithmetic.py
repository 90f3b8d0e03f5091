"""Facts that follow from each other agree: a division's profit is its revenue times its margin."""

from __future__ import annotations

import re

import pytest

from ragtester.corpus import DocumentSettings, draw_ledger, load_blueprint
from ragtester.corpus.arithmetic import following, linked
from ragtester.corpus.loader import validate_blueprint
from ragtester.errors import InputError
from ragtester.records import Fact


def number(value: str) -> float:
    found = re.search(r"[\d,.]+", value)
    assert found
    return float(found[0].replace(",", ""))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_profits_are_revenue_times_margin(seed: int) -> None:
    ledger = draw_ledger(
        load_blueprint("financial-report"), documents=14, seed=seed, settings=DocumentSettings(detail="comprehensive")
    )
    by: dict[str, dict[str, float]] = {}
    for fact in ledger.facts:
        if fact.status != "superseded" and fact.attribute in ("revenue", "operating_margin", "operating_profit"):
            by.setdefault(fact.subject, {})[fact.attribute] = number(fact.value)
    whole = [values for values in by.values() if len(values) == 3]
    assert len(whole) >= 3
    for values in whole:
        exact = values["revenue"] * values["operating_margin"] / 100
        assert values["operating_profit"] == pytest.approx(exact, rel=0.04, abs=0.0006 * values["revenue"])


def test_nothing_follows_from_one_of_three() -> None:
    blueprint = load_blueprint("financial-report")
    assert linked(blueprint) == {"revenue", "operating_margin", "operating_profit"}
    assert following(blueprint, "operating_profit", lambda _: None) is None
    assert following(blueprint, "savings", lambda _: None) is None


def test_each_of_three_follows_from_the_others() -> None:
    blueprint = load_blueprint("financial-report")

    def fact(name: str, value: str) -> Fact:
        attribute = blueprint.attributes[name]
        return Fact(id=name, subject="s", entity_kind="division", attribute=name, label=attribute.label,
                    kind=attribute.kind, value=value, status="withheld")  # fmt: skip

    facts = {
        "revenue": fact("revenue", "EUR 200,000,000"),
        "operating_margin": fact("operating_margin", "12.5%"),
        "operating_profit": fact("operating_profit", "EUR 25,000,000"),
    }
    for name, wanted in facts.items():
        drawn = following(blueprint, name, {key: value for key, value in facts.items() if key != name}.get)
        assert drawn is not None
        assert drawn.value == wanted.value
        assert wanted.value in drawn.forms


def test_a_product_of_something_else_is_refused() -> None:
    data = load_blueprint("financial-report").model_dump(mode="json")
    data["attributes"]["operating_profit"]["product"] = ["revenue", "auditor"]
    with pytest.raises(InputError, match="is a product of 'auditor'"):
        validate_blueprint(data)
