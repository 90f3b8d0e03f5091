"""The ledger: drawn from a seed, the same in every process, and appended to by more documents."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ragtester.corpus import Blueprint, DocumentSettings, blueprint_names, draw_ledger, load_blueprint
from ragtester.corpus.naming import bare, slug, titled
from ragtester.corpus.plan import planned_facts
from ragtester.errors import UsageError


@pytest.fixture(scope="module")
def hr() -> Blueprint:
    return load_blueprint("hr-policies")


def test_the_same_seed_gives_the_same_ledger_in_another_process(hr: Blueprint) -> None:
    code = (
        "from ragtester.corpus import draw_ledger, load_blueprint;"
        "print(draw_ledger(load_blueprint('hr-policies'), documents=4, seed=11).content_hash())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert run.stdout.strip() == draw_ledger(hr, documents=4, seed=11).content_hash()
    assert draw_ledger(hr, documents=4, seed=12).content_hash() != run.stdout.strip()


@pytest.mark.parametrize("name", blueprint_names())
def test_more_documents_begin_with_the_same_ones(name: str) -> None:
    blueprint = load_blueprint(name)
    few, many = (draw_ledger(blueprint, documents=count, seed=3) for count in (3, 7))
    assert many.plan[:3] == few.plan
    later = {fact.id: fact for fact in many.facts}
    for fact in few.facts:
        assert later[fact.id].model_copy(update={"supersedes": None}) == fact


@pytest.mark.parametrize("name", blueprint_names())
def test_some_facts_are_withheld_and_no_document_plans_them(name: str) -> None:
    ledger = draw_ledger(load_blueprint(name), documents=6, seed=5)
    withheld = [fact for fact in ledger.facts if fact.status == "withheld"]
    planned = {fact for plan in ledger.plan for fact in planned_facts(plan)}
    assert len(withheld) >= 6
    assert all(fact.document is None and fact.section is None and fact.id not in planned for fact in withheld)
    stated = [fact for fact in ledger.facts if fact.status == "stated"]
    assert all(fact.document and fact.section and fact.id in planned and fact.counterfactual for fact in stated)
    assert len({fact.id for fact in ledger.facts}) == len(ledger.facts)


def test_an_older_edition_states_what_was_superseded(hr: Blueprint) -> None:
    ledger = draw_ledger(hr, documents=4, seed=7)
    older, newer = ledger.plan[3], ledger.plan[1]
    assert (older.status, older.revision, newer.revision) == ("superseded", 1, 2)
    assert older.title == newer.title
    assert older.effective_to == newer.effective_from
    old = [fact for fact in ledger.facts if fact.status == "superseded"]
    assert len(old) >= 3
    for fact in old:
        current = next(other for other in ledger.facts if other.supersedes == fact.id)
        assert not set(fact.forms) & set(current.forms)
        assert (fact.document, current.document) == (older.id, newer.id)
        assert fact.effective_to == current.effective_from
        assert fact.effective_from is not None
        assert fact.effective_from < current.effective_from  # type: ignore[operator]
    assert {fact.id for fact in ledger.of(newer.id)} == set(planned_facts(newer))


def test_revisions_can_be_left_out(hr: Blueprint) -> None:
    ledger = draw_ledger(hr, documents=5, seed=7, settings=DocumentSettings(revisions=False))
    assert {fact.status for fact in ledger.facts} == {"stated", "withheld"}
    assert [plan.genre for plan in ledger.plan] == [genre.name for genre in hr.genres]


def test_contradictions_are_declared(hr: Blueprint) -> None:
    ledger = draw_ledger(hr, documents=3, seed=7, settings=DocumentSettings(contradictions=2))
    against = [fact for fact in ledger.facts if fact.contradicts]
    assert len(against) == 4
    for fact in against:
        original = ledger.fact(fact.contradicts or "")
        assert original.document != fact.document
        assert not set(original.forms) & set(fact.forms)


def test_settings_shape_the_plan(hr: Blueprint) -> None:
    settings = DocumentSettings(name="House Rules", required_sections=("Purpose", "Contacts"), withheld_share=0)
    ledger = draw_ledger(hr, documents=2, seed=1, settings=settings)
    assert [plan.title for plan in ledger.plan] == ["House Rules", "House Rules (2)"]
    assert [section.heading for section in ledger.plan[0].sections][-2:] == ["Purpose", "Contacts"]
    assert not [fact for fact in ledger.facts if fact.status == "withheld"]


def test_long_documents_have_chapters(hr: Blueprint) -> None:
    plan = draw_ledger(hr, documents=1, seed=1, settings=DocumentSettings(pages=12)).plan[0]
    assert len([section for section in plan.sections if section.chapter]) == 4


def test_a_corpus_has_at_least_one_document(hr: Blueprint) -> None:
    with pytest.raises(UsageError, match="documents is 0"):
        draw_ledger(hr, documents=0, seed=1)
    with pytest.raises(KeyError):
        draw_ledger(hr, documents=1, seed=1).fact("nothing")


def test_names_become_titles_and_file_names() -> None:
    assert titled("the keeper of the keys") == "Keeper of the Keys"
    assert bare("the depot") == "depot"
    assert slug("Größe & Maß: Öl/Übung") == "grosse-mass-ol-ubung"
    assert slug("试用期 规则") == "试用期-规则"
    assert slug("***") == "document"
    assert len(slug("x" * 200)) == 60
