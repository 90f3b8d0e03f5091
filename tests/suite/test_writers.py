from __future__ import annotations

import random
from dataclasses import replace
from datetime import date

import pytest

from ragtester.corpus import load_blueprint
from ragtester.records import Corpus, Fact, Test
from ragtester.suite.drafts import Draft
from ragtester.suite.phrasing import is_plural, languages, phrasebook
from ragtester.suite.speech import Speech, as_question, bare, in_the_past, paraphrased, possessive
from ragtester.suite.wording import styled
from ragtester.suite.writers.combined import (
    ask_past,
    combined_tests,
    hop_question,
    joined_questions,
    number_of,
    spoken_date,
)
from ragtester.suite.writers.ledger import Ledger, ask_about, joined, locate_facts, rng_for, single_fact_tests
from ragtester.suite.writers.negatives import near_name, negative_drafts


@pytest.fixture
def ledger(corpus: Corpus) -> Ledger:
    return locate_facts(corpus)


def test_every_stated_fact_is_found_in_its_document(ledger: Ledger, corpus: Corpus) -> None:
    assert ledger.unfound == ()
    assert {item.fact.id for item in ledger.located} == {f.id for f in corpus.facts if f.status != "withheld"}
    notice = next(i for i in ledger.located if i.fact.id == "the-harbour-pilots.notice_period")
    assert notice.span.quote == "The notice period of the harbour pilots is 10 weeks."


def test_a_fact_in_a_table_is_found_in_its_row(ledger: Ledger) -> None:
    contact = next(i for i in ledger.located if i.fact.id == "the-archive-clerks.contact")
    assert contact.in_table
    assert contact.span.quote.startswith("Group: archive clerks | Contact person: Lena Okafor")


def test_a_fact_that_its_document_does_not_give_is_reported(corpus: Corpus) -> None:
    wrong = corpus.facts[0].model_copy(update={"id": "x", "value": "99 weeks", "forms": ("99 weeks",)})
    lost = corpus.facts[0].model_copy(update={"id": "y", "document": "nowhere"})
    found = locate_facts(corpus.model_copy(update={"facts": (wrong, lost)}))
    assert {fact.id for fact in found.unfound} == {"x", "y"}


def test_single_fact_tests_ask_about_current_facts_only(ledger: Ledger) -> None:
    tests = list(single_fact_tests(ledger, seed=1))
    assert tests
    assert "old.notice" not in {fact for test in tests for fact in test.facts}
    changed = [t for t in tests if t.facts == ("the-night-wardens.notice_period",)]
    assert all("current" in t.query for t in changed)
    assert {t.type for t in tests} == {"natural_language", "extractive", "numeric", "list", "table_lookup"}


def test_list_tests_have_a_part_for_each_item(ledger: Ledger) -> None:
    test = next(t for t in single_fact_tests(ledger, seed=1) if t.type == "list")
    assert [part.forms for part in test.answer_parts] == [("a passport",), ("a health card",), ("a signed oath",)]
    assert test.expected_answer == "a passport, a health card and a signed oath"


def test_the_same_seed_gives_the_same_questions(ledger: Ledger) -> None:
    one, two = list(single_fact_tests(ledger, seed=1)), list(single_fact_tests(ledger, seed=1))
    assert one == two
    assert [t.query for t in one] != [t.query for t in single_fact_tests(ledger, seed=2)]


def test_combined_tests_need_two_statements(ledger: Ledger) -> None:
    tests = list(combined_tests(ledger, seed=3))
    kinds = {test.type for test in tests}
    assert kinds == {"comparison", "multi_fact", "multi_hop", "temporal"}
    for test in tests:
        if test.type == "comparison":
            assert len(test.answer_parts) == 2 and len(test.facts) == 2
        if test.type == "multi_hop":
            assert len({span.document for span in test.evidence}) == 2


def test_a_multi_hop_question_does_not_name_the_thing_in_between(ledger: Ledger) -> None:
    hops = [t for t in combined_tests(ledger, seed=3) if t.type == "multi_hop"]
    assert hops
    for test in hops:
        subject = bare(test.facts[0].split(".")[0].replace("-", " "))
        assert subject not in test.query


def test_what_held_before_is_asked_with_its_date(ledger: Ledger) -> None:
    test = next(t for t in combined_tests(ledger, seed=3) if t.type == "temporal")
    assert "1 March 2026" in test.query
    assert test.expected_answer == "3 weeks" and test.counterfactuals == ("6 weeks",)
    assert test.evidence[0].document == "handbook-1-old"


def test_a_value_is_a_number_only_where_it_has_one(ledger: Ledger) -> None:
    fact = ledger.located[0].fact
    assert number_of(fact.model_copy(update={"forms": ("EUR 1,250",), "value": "EUR 1,250"})) == (1250.0, "EUR")
    assert number_of(fact.model_copy(update={"forms": ("blue",), "value": "blue"})) is None


@pytest.mark.parametrize("kind", ["withheld_fact", "near_miss_entity", "wrong_time", "false_premise", "out_of_domain"])
def test_every_negative_kind_says_what_must_be_absent(ledger: Ledger, kind: str) -> None:
    drafts = list(negative_drafts(ledger, kind=kind, seed=5))
    assert drafts
    for draft in drafts:
        assert draft.test.kind == "negative" and draft.test.type == kind
        assert draft.absence.terms or draft.absence.forms
        assert (draft.test.document is None) == (kind == "out_of_domain")


def test_a_false_premise_knows_the_right_value(ledger: Ledger) -> None:
    draft = next(d for d in negative_drafts(ledger, kind="false_premise", seed=5) if "9 weeks" in d.test.query)
    assert draft.test.counterfactuals == ("9 weeks",)
    assert any("weeks" in form and "9 weeks" not in form.split(",")[0] for form in draft.test.accepted_answers)


def test_near_names_are_new_and_keep_their_article() -> None:
    peers = ["the night wardens", "the harbour pilots"]
    assert near_name("the night wardens", peers, "the night wardens and the harbour pilots", lambda: 0.0) in (
        "the night pilots",
        "the harbour wardens",
    )
    assert near_name("pump X200", ["pump X200"], "pump x200 and pump x210", lambda: 0.0) == "pump X220"
    assert near_name("wardens", ["wardens"], "wardens", lambda: 0.0) is None


@pytest.mark.parametrize("code", ["de", "es", "fr"])
def test_questions_can_be_asked_in_another_language(ledger: Ledger, code: str) -> None:
    tests = [*single_fact_tests(ledger, seed=1, language=code), *combined_tests(ledger, seed=1, language=code)]
    assert tests and all(test.language == code for test in tests)
    assert all("$" not in test.query for test in tests)
    for kind in ("withheld_fact", "near_miss_entity", "wrong_time", "false_premise", "out_of_domain"):
        assert any(True for _ in negative_drafts(ledger, kind=kind, seed=1, language=code))


def test_the_phrase_book_of_an_unknown_language_is_the_english_one() -> None:
    assert phrasebook("xx").language == "en"
    assert set(languages()) >= {"en", "de", "es", "fr"}


@pytest.mark.parametrize(
    ("word", "plural"),
    [("fees", True), ("status", False), ("access", False), ("basis", False), ("gas", False), ("papers", True)],
)
def test_plurals_are_told_from_words_in_s(word: str, plural: bool) -> None:
    assert is_plural(word) is plural


@pytest.mark.parametrize(
    ("template", "past"),
    [
        ("how long is the break of {O}", "how long was the break of {O}"),
        ("within how many days must {S} claim", "within how many days did {S} have to claim"),
        ("who leads the team of {O}", "who led the team of {O}"),
        ("who approves the leave of {O}", "who approved the leave of {O}"),
        ("how much may {S} spend", "how much could {S} spend"),
        ("on which days {S} rest", None),
    ],
)
def test_questions_are_put_into_the_past(template: str, past: str | None) -> None:
    assert in_the_past(template) == past


def blueprint_fact() -> Fact:
    blueprint = load_blueprint("hr-policies")
    attribute = blueprint.attributes["notice_period"]
    return Fact(
        id="field-engineers.notice_period",
        subject="field engineers",
        entity_kind=attribute.entity,
        attribute="notice_period",
        label=attribute.label,
        kind=attribute.kind,
        value="5 weeks",
    )


def test_a_fact_is_asked_in_its_blueprints_own_words() -> None:
    speech = Speech(name="hr-policies")
    fact = blueprint_fact()
    assert speech.question(fact) == "what is the notice period of field engineers"
    assert speech.question(fact, past=True) == "what was the notice period of field engineers"
    assert speech.claim(fact, "9 weeks") == "field engineers give 9 weeks of notice"
    assert speech.plural(fact) and speech.language(fact) == "en"


def test_an_unknown_attribute_has_no_words_of_its_own() -> None:
    speech = Speech([load_blueprint("hr-policies")])
    fact = blueprint_fact().model_copy(update={"attribute": "nothing"})
    assert speech.question(fact) is None and speech.claim(fact, "x") is None and speech.language(fact) is None
    assert not speech.plural(fact)


def test_past_values_are_asked_in_the_past_or_under_the_old_version(corpus: Corpus) -> None:
    ledger = locate_facts(corpus.model_copy(update={"name": "hr-policies"}))
    asked = ask_past(ledger, phrasebook("en"), blueprint_fact(), "1 May 2025", random.Random(1))
    assert asked == "What was the notice period of field engineers before 1 May 2025?"
    day = blueprint_fact().model_copy(update={"kind": "date"})
    asked = ask_past(ledger, phrasebook("en"), day, "1 May 2025", random.Random(1))
    assert asked == "According to the edition in force until 1 May 2025, what is the notice period of field engineers?"


def test_paraphrases_follow_the_rules_of_the_phrase_book() -> None:
    book = phrasebook("en")
    assert paraphrased("what is the fee of the club", book, random.Random(1)) == "for the club, what is the fee"
    assert paraphrased("why not", book, random.Random(1)) is None


@pytest.mark.parametrize(
    ("asked", "turned"),
    [
        ("what is the place of jurisdiction for the Keel plan", "for the Keel plan, what is the place of jurisdiction"),
        ("what is the limit for glass under the Keel plan", "under the Keel plan, what is the limit for glass"),
        ("how much is a day ticket for the ice hall", "what does a day ticket for the ice hall cost"),
        ("how long is the warranty of the pump", "what is the duration of the warranty of the pump"),
        ("how long is the drainage set", None),
        ("when is waste collected at the ice hall", None),
    ],
)
def test_a_paraphrase_keeps_what_is_asked(asked: str, turned: str | None) -> None:
    assert paraphrased(asked, phrasebook("en"), random.Random(1)) == turned


@pytest.mark.parametrize(
    ("asked", "turned"),
    [
        ("within how many days must a loss be reported", "within how many days did a loss have to be reported"),
        ("what savings did {S} achieve", None),
        ("which device class does {S} belong to", "which device class did {S} belong to"),
        ("which external dependencies does {S} have", "which external dependencies did {S} have"),
        ("which bank finances {S}", "which bank financed {S}"),
        ("which architect plans the works at {O}", "which architect planned the works at {O}"),
        ("what rule applies to dogs at {O}", "what rule applied to dogs at {O}"),
        ("which court will hear {O}", None),
    ],
)
def test_questions_are_turned_to_the_past_by_their_verb(asked: str, turned: str | None) -> None:
    assert in_the_past(asked) == turned


def test_a_shipped_attribute_is_paraphrased_in_words_of_its_own(corpus: Corpus) -> None:
    own = locate_facts(corpus.model_copy(update={"name": "hr-policies"}))
    query = ask_about(own, phrasebook("en"), blueprint_fact(), "paraphrase", random.Random(1))
    assert query == "How far in advance do field engineers have to resign?"


def test_a_question_is_put_in_another_language_where_the_blueprint_has_it(corpus: Corpus) -> None:
    speech, fact = Speech([load_blueprint("hr-policies")]), blueprint_fact()
    assert speech.translated(fact, "es") == "¿Cuál es el plazo de preaviso de los ingenieros de campo?"
    assert speech.translated(fact, "fr") is None and speech.translated(fact, "es", subject="the pilots") is None
    depot = fact.model_copy(update={"attribute": "site_parking", "label": "parking spaces", "entity_kind": "site"})
    assert speech.translated(depot, "es", subject="the Harbour depot") == (
        "¿Cuántas plazas de aparcamiento tiene el depósito Harbour?"
    )
    warden = depot.model_copy(update={"attribute": "site_warden", "label": "fire warden"})
    assert speech.translated(warden, "es", subject="the Harbour depot") == (
        "¿Quién es el responsable de incendios del depósito Harbour?"
    )
    own = locate_facts(corpus.model_copy(update={"name": "hr-policies"}))
    test = build_test(fact)
    draft = styled(Draft(test), "other_language", own_with(own, fact), seed=1)
    assert (
        draft and draft.test.language == "es" and draft.test.query.startswith("¿Cuál") and draft.test.group == test.id
    )


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("multi_fact", "notice period pay day field engineers"),
        ("comparison", "notice period field engineers office staff"),
        ("multi_hop", "pay day staff group notice period 5 weeks"),
    ],
)
def test_search_words_name_the_labels_of_both_facts(corpus: Corpus, kind: str, words: str) -> None:
    one = blueprint_fact()
    other = "office staff" if kind == "comparison" else one.subject
    label = one.label if kind == "comparison" else "pay day"
    two = one.model_copy(update={"id": "two", "subject": other, "label": label, "value": "Monday"})
    test = build_test(one).model_copy(update={"type": kind, "facts": (one.id, two.id)})
    draft = styled(Draft(test), "keyword", own_with(locate_facts(corpus), one, two), seed=1)
    assert draft and draft.test.query == words


def build_test(fact: Fact) -> Test:
    query = "What is the notice period of field engineers?"
    return Test(
        id="x", query=query, kind="positive", type="numeric", expected_answer=fact.value, facts=(fact.id,), document="a"
    )


def own_with(ledger: Ledger, *facts: Fact) -> Ledger:
    return replace(ledger, corpus=ledger.corpus.model_copy(update={"facts": facts}))


def test_an_ending_of_both_questions_is_said_once() -> None:
    def both(first: str, second: str) -> str | None:
        return joined_questions(phrasebook("en"), first, second, random.Random(1))

    assert both("what is the limit under the Keel plan", "how long may a house stand empty under the Keel plan") == (
        "What is the limit and how long may a house stand empty under the Keel plan?"
    )
    assert both("what is the term of the Keel plan", "what does the Keel plan cover") == (
        "What is the term of the Keel plan, and what does the Keel plan cover?"
    )


def test_a_near_miss_takes_a_name_of_the_domain_that_no_document_uses(corpus: Corpus) -> None:
    fact = blueprint_fact()
    speech = Speech([load_blueprint("hr-policies")])
    assert {"dispatch clerks", "field engineers"} < set(speech.peers(fact))
    assert speech.peers(fact.model_copy(update={"attribute": "nothing"})) == ()


def test_small_words_of_speech() -> None:
    assert as_question("how long. ") == "How long?"
    assert possessive("field engineers") == "field engineers'" and possessive("the depot") == "the depot's"
    assert joined(["a"]) == "a" and joined(["a", "b"]) == "a and b"
    assert rng_for(1, "a").random() == rng_for(1, "a").random() != rng_for(2, "a").random()


@pytest.mark.parametrize(
    ("code", "text"),
    [("en", "1 March 2026"), ("de", "1. März 2026"), ("es", "1 de marzo de 2026"), ("fr", "1 mars 2026")],
)
def test_dates_are_spoken_in_the_language(code: str, text: str) -> None:
    assert spoken_date(date(2026, 3, 1), phrasebook(code)) == text


def test_a_list_in_bullet_points_is_found_as_a_run(corpus: Corpus) -> None:
    from ragtester.records import Document
    from ragtester.suite.statements import statements

    text = "Bring these papers to the desk:\n\n- a passport\n- a health card\n- a signed oath\n\nThen wait. Bring a passport."
    fact = next(fact for fact in corpus.facts if fact.kind == "list")
    found = statements(Document(id="d", text=text)).stating(fact)
    assert found is not None and found.text.startswith("- a passport") and found.text.endswith("a signed oath")
    assert statements(Document(id="d", text="Bring a passport. Then wait.")).stating(fact) is None


def test_a_clue_is_one_or_several_by_its_head(corpus: Corpus) -> None:
    blueprint = load_blueprint("insurance-terms")
    lead = blueprint.attributes["claims_lead"]
    clue = Fact(
        id="a", subject="the Keystone landlord plan", entity_kind="plan", attribute="claims_lead", label=lead.label,
        kind=lead.kind, value="Ida Marsh",
    )  # fmt: skip
    term = blueprint.attributes["minimum_term"]
    target = clue.model_copy(update={"attribute": "minimum_term", "label": term.label, "kind": term.kind})
    ledger = locate_facts(corpus.model_copy(update={"name": "insurance-terms"}))
    query = hop_question(ledger, phrasebook("en"), clue, target, random.Random(1))
    assert query == "What is the minimum term of the plan whose head of claims is Ida Marsh?"
