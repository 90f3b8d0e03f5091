"""Evidence names what it is about: a sentence with a pronoun is quoted with the one that the pronoun points to."""

from __future__ import annotations

import pytest

from ragtester.corpus import blueprint_names, load_blueprint, write_builtin_corpus
from ragtester.records import Corpus, Document, Fact
from ragtester.suite.statements import statements
from ragtester.suite.writers.ledger import locate_facts
from ragtester.suite.writers.negatives import negative_drafts


def fact(value: str, *items: str) -> Fact:
    return Fact(
        id="f", subject="the weekly market", entity_kind="facility", attribute="child_age", label="age of children",
        kind="list" if items else "duration", value=value, items=items, forms=(value,), document="d", status="stated",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (
            "The weekly market opens at nine. It lets children in alone at 15 years.",
            "The weekly market opens at nine. It lets children in alone at 15 years.",
        ),
        (
            "The weekly market opens at nine. Stalls differ. It lets children in alone at 15 years.",
            "The weekly market opens at nine. Stalls differ. It lets children in alone at 15 years.",
        ),
        ("The weekly market lets children in at 15 years.", "The weekly market lets children in at 15 years."),
        ("The weekly market opens at nine.\n\nIt lets children in at 15 years.", "It lets children in at 15 years."),
    ],
)
def test_the_sentence_that_names_the_subject_comes_with_it(text: str, quote: str) -> None:
    read = statements(Document(id="d", text=text))
    wanted = fact("15 years")
    found = read.stating(wanted)
    assert found is not None
    assert read.evidence(found, wanted).quote == quote


def test_a_list_comes_with_its_lead() -> None:
    text = "The weekly market bans these things:\n\n- drones\n- fireworks\n- barbecues\n"
    read = statements(Document(id="d", text=text))
    wanted = fact("drones, fireworks and barbecues", "drones", "fireworks", "barbecues")
    found = read.stating(wanted)
    assert found is not None
    assert read.evidence(found, wanted).quote.startswith("The weekly market bans")


def test_a_row_of_another_thing_with_the_same_value_is_no_evidence() -> None:
    rows = "Facility: weekly fair | Age of children: 15 years\nFacility: flower show | Age of children: 9 years"
    text = f"Nobody under 15 years may visit the weekly market alone.\n\n{rows}"
    read = statements(Document(id="d", text=text))
    rivals = {"weekly fair", "weekly market", "flower show"}
    found = read.stating(fact("15 years"), rivals=rivals)
    assert found is not None and found.text.startswith("Nobody under")
    assert read.stating(fact("9 years"), rivals=rivals) is None


def test_evidence_of_generated_documents_mostly_names_its_subject(tmp_path) -> None:  # type: ignore[no-untyped-def]
    named = total = 0
    for name in blueprint_names()[:3]:
        corpus: Corpus = write_builtin_corpus(load_blueprint(name), documents=2, seed=5, folder=tmp_path / name)
        for item in locate_facts(corpus).located:
            total += 1
            named += item.fact.subject.removeprefix("the ").casefold() in item.span.quote.casefold()
    assert named >= 0.95 * total


@pytest.mark.parametrize("name", ["medical-device-manual", "municipal-bylaws", "hr-policies"])
def test_nobody_asks_what_never_changes_in_a_past_year(name: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
    blueprint = load_blueprint(name)
    corpus = write_builtin_corpus(blueprint, documents=2, seed=6, folder=tmp_path)
    kinds = {fact.id: blueprint.attributes[fact.attribute] for fact in corpus.facts}
    ledger = locate_facts(corpus, [blueprint])
    places = {(fact.label, fact.subject): fact.id for fact in corpus.facts}
    asked = [draft.test for draft in negative_drafts(ledger, kind="wrong_time", seed=1)]
    still = [
        test.query
        for test in asked
        for (label, subject), fact in places.items()
        if (kinds[fact].lasting or kinds[fact].kind == "code") and label in test.query and subject in test.query
    ]
    assert asked and still == []
