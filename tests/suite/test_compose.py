from __future__ import annotations

import asyncio
from collections import Counter
from datetime import date

import pytest

from ragtester.errors import UnknownNameError
from ragtester.llm import ScriptedModel
from ragtester.records import Corpus, Fact, Request, Test
from ragtester.search import make_embedder, make_retriever
from ragtester.suite import QuestionType, SuiteOptions, SuiteResult, question_types, write_suite
from ragtester.suite.duplicates import Duplicates
from ragtester.suite.options import FleschSelection, FleschShare
from ragtester.suite.quota import quotas, wanted_total
from ragtester.suite.types import negative_types, shipped_negatives
from ragtester.suite.wording import keywords, misspell
from ragtester.suite.writers.ledger import rng_for
from ragtester.text import contains_form


def make(corpus: Corpus, **options: object) -> SuiteResult:
    return asyncio.run(write_suite(corpus, SuiteOptions(**options)))


def bm25() -> object:
    return make_retriever("bm25", {"bm25": {}}, embedder=None)


@pytest.mark.parametrize("tests", [1, 7, 16])
def test_exactly_as_many_tests_are_made_as_asked(corpus: Corpus, tests: int) -> None:
    result = make(corpus, tests=tests)
    assert len(result.tests) == tests and result.message == ""
    assert sum(t.kind == "negative" for t in result.tests) == round(0.3 * tests)
    assert len({t.id for t in result.tests}) == tests


def test_what_cannot_be_made_is_said_with_the_reason(corpus: Corpus) -> None:
    result = make(corpus, tests=200, negative_share=0)
    assert f"{len(result.tests)} of 200 tests were made" in result.message
    assert "positive" in result.message and "every section" in result.message


def test_no_statement_is_asked_about_twice(corpus: Corpus) -> None:
    result = make(corpus, tests=16, negative_share=0)
    places = Counter((s.document, s.start) for t in result.tests for s in t.evidence)
    assert max(places.values()) == 1


def test_every_test_carries_its_checks(corpus: Corpus) -> None:
    result = make(corpus, tests=14)
    for test in result.tests:
        names = {check.name for check in test.validation}
        assert names >= {"self_contained", "open_question", "not_leaked", "not_trivial", "one_language"}
        assert ("evidence_located" in names) == (test.kind == "positive")
        assert ("absent_from_corpus" in names) == (test.kind == "negative")
        assert all(check.status != "failed" for check in test.validation)
        if test.kind == "positive":
            assert test.flesch is not None or test.type in (
                "table_lookup",
                "multi_fact",
                "multi_hop",
                "natural_language",
                "extractive",
            )


def test_answers_agree_with_the_ledger(corpus: Corpus) -> None:
    facts = {fact.id: fact for fact in corpus.facts}
    for test in make(corpus, tests=16).tests:
        if test.kind == "positive" and len(test.facts) == 1:
            assert contains_form(test.expected_answer, facts[test.facts[0]].forms)


def test_the_same_seed_makes_the_same_suite_and_another_seed_another(corpus: Corpus) -> None:
    assert make(corpus, tests=12).tests == make(corpus, tests=12).tests
    assert make(corpus, tests=12).tests != make(corpus, tests=12, seed=8).tests


def test_only_the_asked_types_are_made(corpus: Corpus) -> None:
    result = make(corpus, tests=4, question_types=("numeric",), negative_share=0.5, negative_types=("false_premise",))
    assert {t.type for t in result.tests} == {"numeric", "false_premise"}


def test_a_contradicted_fact_is_ambiguous_and_rejected(corpus: Corpus) -> None:
    fact = corpus.facts[5]
    other = fact.model_copy(update={"id": "other", "value": "9 weeks", "forms": ("9 weeks",), "contradicts": fact.id})
    assert isinstance(other, Fact)
    result = make(corpus.model_copy(update={"facts": (*corpus.facts, other)}), tests=40, negative_share=0)
    assert all(fact.id not in t.facts for t in result.tests)
    assert any("fits the question too" in item.reason for item in result.rejected)


def test_retrieval_proves_negatives_and_measures_chunk_coverage(corpus: Corpus) -> None:
    result = asyncio.run(write_suite(corpus, SuiteOptions(tests=10, negative_share=0.5), retriever=bm25()))
    checks = [
        c for t in result.tests if t.kind == "negative" for c in t.validation if c.name == "unanswerable_from_retrieved"
    ]
    assert checks and all(check.status == "passed" for check in checks)
    assert result.coverage.chunks is not None and 0 < (result.coverage.chunks.rate or 0) <= 1


def test_without_a_retriever_that_proof_is_unmeasured(corpus: Corpus) -> None:
    result = make(corpus, tests=4, negative_share=1)
    assert {c.status for t in result.tests for c in t.validation if c.name == "unanswerable_from_retrieved"} == {
        "unmeasured"
    }


def test_what_a_model_knows_without_documents_is_rejected(corpus: Corpus) -> None:
    def answer(request: Request) -> str:
        return "EUR 2,400" if "allowance" in request.messages[0].content else "I do not know"

    model = ScriptedModel(answer)
    options = SuiteOptions(tests=14, negative_share=0, question_types=("numeric",))
    result = asyncio.run(write_suite(corpus, options, closed_book=model))
    known = [item for item in result.rejected if item.reason.startswith("closed_book_wrong")]
    assert known and all("harbour-pilots" in fact for item in known for fact in item.test.facts[:1])
    assert all("".join(t.facts) != "the-harbour-pilots.allowance" for t in result.tests)


def test_a_closed_book_model_that_fails_leaves_the_check_unmeasured(corpus: Corpus) -> None:
    model = ScriptedModel(lambda request: "")
    result = asyncio.run(write_suite(corpus, SuiteOptions(tests=3, negative_share=0), closed_book=model))
    assert {c.status for t in result.tests for c in t.validation if c.name == "closed_book_wrong"} == {"unmeasured"}
    assert len(result.tests) == 3


def test_an_earlier_suite_is_kept_and_more_are_added(corpus: Corpus) -> None:
    first = make(corpus, tests=10)
    more = asyncio.run(write_suite(corpus, SuiteOptions(add=5), previous=first.tests))
    assert more.tests[:10] == first.tests and len(more.tests) == 15


def test_a_changed_document_remakes_only_its_own_tests(corpus: Corpus) -> None:
    first = make(corpus, tests=16)
    documents, facts = list(corpus.documents), list(corpus.facts)
    at = next(i for i, d in enumerate(documents) if d.id == "handbook-2")
    documents[at] = documents[at].model_copy(
        update={"text": documents[at].text.replace("10 weeks", "11 weeks").replace("2,400", "2,500")}
    )
    facts = [
        f.model_copy(update={"value": f.value.replace("10 weeks", "11 weeks").replace("2,400", "2,500"),
                             "forms": tuple(x.replace("10 weeks", "11 weeks").replace("2,400", "2,500") for x in f.forms)})
        if f.document == "handbook-2" else f
        for f in facts
    ]  # fmt: skip
    changed = corpus.model_copy(update={"documents": tuple(documents), "facts": tuple(facts)})
    second = asyncio.run(write_suite(changed, SuiteOptions(tests=16), previous=first.tests))
    kept = {t.id for t in second.tests} & {t.id for t in first.tests}
    gone = [t for t in first.tests if t.id not in kept]
    assert gone and all(any(s.document == "handbook-2" for s in t.evidence) for t in gone)
    assert all("no longer holds" in item.reason for item in second.rejected if item.test.id in {t.id for t in gone})
    assert len(second.tests) == 16


def test_a_test_of_a_removed_document_no_longer_holds(corpus: Corpus) -> None:
    first = make(corpus, tests=12)
    fewer = corpus.model_copy(
        update={
            "documents": corpus.documents[:-1],
            "facts": tuple(f for f in corpus.facts if f.document != "handbook-1-old"),
        }
    )
    second = asyncio.run(write_suite(fewer, SuiteOptions(tests=12), previous=first.tests))
    assert not any(t.document == "handbook-1-old" for t in second.tests)


def test_a_withheld_fact_that_is_stated_now_no_longer_holds(corpus: Corpus) -> None:
    first = make(corpus, tests=6, negative_share=1, negative_types=("withheld_fact",))
    stated = tuple(
        f.model_copy(update={"status": "stated", "document": "handbook-1"}) if f.status == "withheld" else f
        for f in corpus.facts
    )
    options = SuiteOptions(tests=1, negative_share=0)
    second = asyncio.run(write_suite(corpus.model_copy(update={"facts": stated}), options, previous=first.tests))
    assert any("now states" in item.reason for item in second.rejected)


def test_wordings_take_turns_and_stay_in_a_group(corpus: Corpus) -> None:
    styles = ("plain", "expert", "keyword", "misspelt", "other_language")
    result = make(corpus, tests=16, wordings=styles, negative_share=0.2)
    assert {t.wording for t in result.tests} == set(styles) - {"other_language"}, (
        "nobody has translated these questions"
    )
    assert all((test.group is None) == (test.wording == "plain") for test in result.tests)


def test_keywords_and_slips_keep_the_subject() -> None:
    assert keywords("How long is the notice period of the harbour pilots?") == "notice period harbour pilots"
    assert keywords("What is it?") is None
    slipped = misspell("How long is the notice period of Pilots X200?", rng_for(1, "a"), keep=frozenset({"pilots"}))
    assert slipped and slipped != "How long is the notice period of Pilots X200?" and "Pilots X200" in slipped
    assert misspell("How is it?", rng_for(1, "a")) is None


def test_selections_and_the_embedder_are_used(corpus: Corpus) -> None:
    embedder = make_embedder("hashing", {"hashing": {}})
    options = SuiteOptions(tests=8, selection="coverage")
    result = asyncio.run(write_suite(corpus, options, embedder=embedder))
    assert len(result.tests) == 8
    assert len(make(corpus, tests=8, selection="random").tests) == 8
    assert len(make(corpus, tests=8, selection={"flesch": {"complex_share": 1.0}}).tests) == 8


def test_options_are_checked() -> None:
    with pytest.raises(ValueError, match="not both"):
        SuiteOptions(tests=3, tests_per_document=2)
    assert SuiteOptions(selection=FleschSelection(flesch=FleschShare(complex_share=0.25))).complex_share == 0.25
    assert SuiteOptions().selection_name == "coverage" and SuiteOptions().complex_share == 0.5
    with pytest.raises(UnknownNameError, match="numeric"):
        question_types(("numerical",))
    with pytest.raises(UnknownNameError, match="false_premise"):
        negative_types(("false_premises",))


def test_question_types_are_data_and_can_be_added_or_replaced() -> None:
    own = QuestionType(label="safety", description="About dangers.", rules=("Name the danger.",))
    other = QuestionType(label="numeric", description="Mine.")
    assert [t.label for t in question_types((own, "list"))] == ["safety", "list"]
    merged = {t.label: t for t in question_types((other, own, "shipped"))}
    assert merged["numeric"].description == "Mine." and len(merged) == 11
    assert len(question_types("all")) == 10 and len(shipped_negatives()) == 5


def test_quotas_add_up_exactly(corpus: Corpus) -> None:
    for total in (1, 5, 17, 40):
        plan = quotas(corpus, total, 0.3, ())
        assert sum(q.positive + q.negative for q in plan) == total
        assert sum(q.negative for q in plan) == round(0.3 * total)
    assert wanted_total(corpus, SuiteOptions(), ()) == 12 * len(corpus.documents)
    assert wanted_total(corpus, SuiteOptions(tests_per_document=2), ()) == 2 * len(corpus.documents)


def test_an_empty_corpus_gives_an_empty_suite_and_says_so() -> None:
    result = make(Corpus(name="none", documents=()), tests=3)
    assert result.tests == () and "0 of 3" in result.message


def question(query: str, answer: str = "6 weeks", **more: object) -> Test:
    return Test(id=query, query=query, kind="positive", type="numeric", expected_answer=answer, **more)


def test_near_duplicates_are_refused_but_other_subjects_are_not() -> None:
    seen = Duplicates()
    first = question("What is the notice period of the pilots?")
    again = question("I am looking into it. What is the notice period for the pilots?")
    other = question("What is the notice period of the clerks?", "4 weeks")
    longer = question("A friend asks: what is the notice period of the pilots these days?")
    found = asyncio.run(seen.admit([first, again, other, longer]))
    assert found[0] == "" and "near duplicate" in found[1] and found[2] == "" and "near duplicate" in found[3]


def test_an_embedder_finds_duplicates_in_other_words_with_the_same_names() -> None:
    seen = Duplicates(make_embedder("hashing", {"hashing": {}}))
    one = question("Which long notice period do Alpha pilots in harbour service really have?")
    same = question("Which long notice period do Alpha pilots in harbour service have then?", "six weeks", facts=())
    other = question("Which long notice period do Beta pilots in harbour service really have?", "6 weeks and more")
    found = asyncio.run(seen.admit([one, other, same]))
    assert found[0] == found[1] == "" and found[2] == ""


def test_the_date_of_a_past_value_needs_the_old_version(corpus: Corpus) -> None:
    assert any(f.effective_to == date(2026, 3, 1) for f in corpus.facts)
    assert any(
        t.type == "temporal" and "1 March 2026" in t.query for t in make(corpus, tests=16, negative_share=0).tests
    )


def test_earlier_tests_of_types_that_are_no_longer_asked_for_are_left_out(corpus: Corpus) -> None:
    first = make(corpus, tests=10)
    options = SuiteOptions(tests=6, question_types=("numeric",), negative_types=("wrong_time",))
    second = asyncio.run(write_suite(corpus, options, previous=first.tests))
    assert {t.type for t in second.tests} <= {"numeric", "wrong_time"}
