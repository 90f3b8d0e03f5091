"""A chat model as the author: facts are looked for, asked for once more, and what is left is recorded."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ragtester.corpus import DocumentSettings, load_blueprint, read_manifest, write_corpus
from ragtester.corpus.author.claims import added_claims
from ragtester.corpus.author.model import cleaned, unstated
from ragtester.errors import EndpointError
from ragtester.llm import ScriptedModel
from ragtester.records import Fact, Request

_FACT = re.compile(r"^- (?P<label>.+?) of (?P<subject>.+?): (?P<value>.+)$", re.MULTILINE)


def facts_in(request: Request) -> list[tuple[str, str, str]]:
    return [(m["label"], m["subject"], m["value"]) for m in _FACT.finditer(request.messages[-1].content)]


def sentence(fact: tuple[str, str, str]) -> str:
    return f"The {fact[0]} of {fact[1]} is {fact[2]}."


def diligent(request: Request) -> str:
    return "Some words come first.\n\n" + " ".join(map(sentence, facts_in(request)))


async def test_a_model_that_states_every_fact_leaves_nothing_missing(tmp_path: Path) -> None:
    model = ScriptedModel(diligent, name="writer")
    corpus = await write_corpus(load_blueprint("hr-policies"), documents=2, seed=3, author=model, folder=tmp_path)
    manifest = read_manifest(tmp_path)
    assert [entry.missing_facts for entry in manifest.documents] == [(), ()]
    assert [entry.added_claims for entry in manifest.documents] == [(), ()]
    assert {entry.author for entry in manifest.documents} == {"writer"}
    for fact in corpus.facts:
        if fact.document:
            assert unstated(corpus.document(fact.document).text, [fact]) == [], fact.id
    asked = model.asked
    await write_corpus(load_blueprint("hr-policies"), documents=2, seed=3, author=model, folder=tmp_path)
    assert model.asked == asked


async def test_the_settings_and_the_facts_reach_the_model(tmp_path: Path) -> None:
    model = ScriptedModel(diligent)
    settings = DocumentSettings(detail="technical", tone="casual", pages=4, structure="procedures", topic="night work")
    await write_corpus(
        load_blueprint("hr-policies"), documents=1, seed=3, author=model, folder=tmp_path, settings=settings
    )
    system, user = model.requests[0].messages
    for said in ("technical", "casual", "numbered steps"):
        assert said in system.content
    assert "night work" in user.content
    assert facts_in(model.requests[0])


async def test_missing_facts_are_asked_for_once_more(tmp_path: Path) -> None:
    def forgetful(request: Request) -> str:
        facts = facts_in(request)
        if len(request.messages) > 2:
            return request.messages[2].content + " " + " ".join(map(sentence, facts))
        return "Words only. " + " ".join(map(sentence, facts[1:]))

    model = ScriptedModel(forgetful)
    await write_corpus(load_blueprint("insurance-terms"), documents=1, seed=3, author=model, folder=tmp_path)
    assert read_manifest(tmp_path).documents[0].missing_facts == ()
    assert any(len(request.messages) == 4 for request in model.requests)


async def test_what_a_model_never_states_and_what_it_adds_is_recorded(tmp_path: Path) -> None:
    model = ScriptedModel(lambda _: "Everything takes 97 fortnights and costs EUR 31,337. Nothing else is known.")
    corpus = await write_corpus(load_blueprint("hr-policies"), documents=1, seed=3, author=model, folder=tmp_path)
    entry = read_manifest(tmp_path).documents[0]
    in_text = [fact.id for fact in corpus.facts if fact.document and fact.id in entry.missing_facts]
    assert len(in_text) >= 5
    assert set(entry.added_claims) == {"Everything takes 97 fortnights and costs EUR 31,337."}


async def test_a_model_that_fails_is_an_error_of_its_own(tmp_path: Path) -> None:
    model = ScriptedModel(lambda _: EndpointError("down", problem="connection", retryable=True))
    with pytest.raises(EndpointError):
        await write_corpus(load_blueprint("hr-policies"), documents=1, seed=3, author=model, folder=tmp_path)


def test_a_reply_is_cleaned_of_fences_and_of_the_sections_own_heading() -> None:
    assert cleaned("```markdown\n# Pay\n\nText.\n```", "Pay") == "Text."
    assert cleaned("Text.\n\n## Pay\n\n# Other\nMore.", "pay") == "Text.\n\n\n### Other\nMore."
    assert cleaned("## How much is it?\nFive.", "Pay") == "### How much is it?\nFive."


def fact(value: str, *forms: str, items: tuple[str, ...] = ()) -> Fact:
    return Fact(
        id="x", subject="the plan", entity_kind="plan", attribute="a", label="l", kind="text", value=value,
        forms=(value, *forms), items=items,
    )  # fmt: skip


def test_a_fact_is_found_by_form_and_a_list_by_its_items() -> None:
    assert unstated("It takes two weeks.", [fact("14 days", "2 weeks", "two weeks")]) == []
    assert unstated("It takes 142 days.", [fact("14 days")]) != []
    several = fact("a door, a lock and a key", items=("a door", "a lock", "a key"))
    assert unstated("- a door\n- a lock\n- a key", [several]) == []
    assert unstated("- a door\n- a lock", [several]) == [several]


def test_added_claims_are_sentences_with_a_value_of_their_own() -> None:
    text = "1. The term is 14 days. One of them pays 7 %. It ends on 3 May 2026. The plan helps."
    assert added_claims(text, [fact("14 days")]) == ["One of them pays 7 %.", "It ends on 3 May 2026."]
    assert added_claims(text, [fact("14 days")], known=["2026-05-03", "7 %"]) == []
