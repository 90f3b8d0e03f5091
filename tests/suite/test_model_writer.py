from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable

from ragtester.errors import EndpointError
from ragtester.llm import ScriptedModel
from ragtester.records import Corpus, Request
from ragtester.search import make_retriever
from ragtester.suite import QuestionType, SeedQuestion, SuiteOptions, SuiteResult, write_suite

SENTENCE = re.compile(r"[^.\n\"]*\b(?:weeks|EUR|papers|Contact)\b[^.\n]*")
VALUE = re.compile(r"\d+ weeks|EUR [\d,]+|a signed oath|[A-Z]\w+ (?:Lindqvist|Brandt|Okafor)")


def author(request: Request) -> str:
    """Asks about the first sentence of the passage that states something, as a good author would."""
    system, user = request.messages[0].content, request.messages[-1].content
    if "Can the question be answered" in user:
        return json.dumps({"quote": "", "answerable": False})
    if "how a document begins" in user:
        return json.dumps({"subject": re.search(r"Title: (.*)", user)[1]})
    if "Answer the question from the passage" in user:
        number = re.findall(r"\d+", user.rpartition("Question: ")[2])[-1]
        lines = [s[0].strip() for s in SENTENCE.finditer(user.split('"""')[1])]
        found = next((s for s in lines if str(len(s)) == number), "")
        value = VALUE.search(found)
        return json.dumps({"answer": value[0] if value else found or "not stated"})
    if "Rewrite the question" in user:
        return json.dumps(
            {"question": user.rpartition("Question: ")[2].replace("what value", "which stipulated value")}
        )
    passage = re.sub(r"^\[\d+\] ", "", user.split('"""')[1], flags=re.MULTILINE)
    title = re.search(r"Document: (.*)", user)[1]
    if "cannot answer" in system:
        wanted = re.search(r"kind (\w+)", user)[1]
        odd = {"wrong_time": "1971", "near_miss_entity": "canal painters"}.get(wanted, "dental cover")
        return json.dumps(
            {"question": f"What about {odd} does {title} plan for the {len(passage)} members?", "absent": odd}
        )
    found = SENTENCE.search(passage)
    quote = found[0].strip() if found else passage.strip().splitlines()[0]
    value = VALUE.search(quote)
    wanted = re.search(r"type (\w+)\.", user)[1]
    item = {
        "type": wanted,
        "question": f"Which value does the {title} set for matter number {len(quote)}?",
        "answer": value[0] if value else "nothing",
        "evidence": quote,
    }
    return json.dumps({"questions": [item]})


def make(corpus: Corpus, respond: Callable[[Request], str] = author, **options: object) -> SuiteResult:
    model = ScriptedModel(respond, name="writer")
    retriever = make_retriever("bm25", {"bm25": {}}, embedder=None)
    return asyncio.run(write_suite(corpus, SuiteOptions(**options), author=model, retriever=retriever))


def test_a_model_writes_validated_tests_with_evidence(corpus: Corpus) -> None:
    result = make(corpus, tests=6, negative_share=0)
    assert result.tests and {t.author for t in result.tests} == {"writer"}
    for test in result.tests:
        span = test.evidence[0]
        assert corpus.document(span.document).text[span.start : span.end] == span.quote
    assert result.authoring.calls >= len(result.tests) and result.authoring.author == "writer"
    assert set(result.authoring.prompts) >= {"suite/write_system", "suite/write_user"}


def test_a_question_about_a_ledgers_fact_gets_its_forms_and_counterfactual(corpus: Corpus) -> None:
    known = [t for t in make(corpus, tests=6, negative_share=0).tests if t.facts]
    assert known and all(t.counterfactuals and t.accepted_answers for t in known)


def test_the_author_sees_types_examples_and_one_passage(corpus: Corpus) -> None:
    model = ScriptedModel(author)
    own = QuestionType(label="duty", description="What somebody has to do.", rules=("Name who.",))
    options = SuiteOptions(
        tests=1,
        negative_share=0,
        question_types=(own,),
        examples=("Who pays?", SeedQuestion(question="When?", answer="Now")),
    )
    asyncio.run(write_suite(corpus, options, author=model))
    writing = next(request for request in model.requests if len(request.messages) == 2)
    system, user = (message.content for message in writing.messages)
    assert "duty: What somebody has to do. Name who." in system
    assert "- Who pays?" in system and "- When? (answer: Now)" in system
    assert "of the type duty" in user
    schema = json.dumps(writing.schema_)
    assert schema.count('"type": "string"') == schema.count('"maxLength"')


def test_broken_replies_are_counted_and_never_become_tests(corpus: Corpus) -> None:
    result = make(corpus, lambda request: "I would rather chat.", tests=3, negative_share=0)
    assert result.tests == () and result.authoring.parse_failures >= 3
    assert "0 of 3" in result.message


def test_replies_without_question_or_list_are_counted(corpus: Corpus) -> None:
    empty = json.dumps({"questions": [{"type": "list", "question": " ", "answer": "", "evidence": ""}]})
    assert make(
        corpus, lambda request: empty, tests=1, negative_share=0, question_types=("list",)
    ).authoring.parse_failures
    assert make(corpus, lambda request: json.dumps({"questions": 3}), tests=1, negative_share=0).tests == ()


def test_an_endpoint_that_fails_is_counted(corpus: Corpus) -> None:
    def down(request: Request) -> str:
        raise EndpointError("no answer", problem="timeout", retryable=False)

    result = make(corpus, down, tests=2, negative_share=0)
    assert result.authoring.endpoint_errors >= 2 and result.tests == ()


def test_a_misquoted_sentence_is_found_by_its_answer(corpus: Corpus) -> None:
    def sloppy(request: Request) -> str:
        reply = json.loads(author(request))
        for item in reply.get("questions", ()):
            item["evidence"] = "something quite different"
        return json.dumps(reply)

    result = make(corpus, sloppy, tests=4, negative_share=0)
    assert result.tests and all(
        "weeks" in t.evidence[0].quote or "EUR" in t.evidence[0].quote or t.facts for t in result.tests
    )


def test_an_answer_that_the_passage_does_not_state_is_rejected(corpus: Corpus) -> None:
    def wrong(request: Request) -> str:
        reply = json.loads(author(request))
        for item in reply.get("questions", ()):
            item["answer"] = "77 elephants"
        return json.dumps(reply)

    result = make(corpus, wrong, tests=2, negative_share=0)
    assert result.tests == ()
    assert {item.reason.split(":")[0] for item in result.rejected} <= {"answer_supported", "evidence_located"}


def test_the_number_of_a_quoted_step_is_no_part_of_the_answer(corpus: Corpus) -> None:
    def numbered(request: Request) -> str:
        return author(request).replace('"answer": "', '"answer": "1. ')

    result = make(corpus, numbered, tests=4, negative_share=0)
    assert result.tests and not any(test.expected_answer.startswith("1. ") for test in result.tests)


def test_negatives_name_what_is_absent_or_come_from_withheld_facts(corpus: Corpus) -> None:
    result = make(corpus, tests=5, negative_share=1)
    kinds = {t.type: t for t in result.tests}
    assert "the-" in kinds["withheld_fact"].facts[0]
    assert "1971" in kinds["wrong_time"].query
    assert all(t.kind == "negative" for t in result.tests)


def test_a_negative_that_the_model_can_answer_is_rejected(corpus: Corpus) -> None:
    def knows(request: Request) -> str:
        if "Can the question be answered" in request.messages[-1].content:
            quote = re.search(r"The notice period of [^.]*\.", request.messages[-1].content)
            return json.dumps({"quote": quote[0] if quote else "", "answerable": bool(quote)})
        return author(request)

    result = make(corpus, knows, tests=3, negative_share=1, negative_types=("false_premise",))
    assert any("a model answers it" in item.reason for item in result.rejected) or result.tests


def test_a_proof_that_the_model_cannot_give_is_unmeasured(corpus: Corpus) -> None:
    def silent(request: Request) -> str:
        return "?" if any("Can the question be answered" in m.content for m in request.messages) else author(request)

    result = make(corpus, silent, tests=2, negative_share=1, negative_types=("false_premise",))
    assert {c.status for t in result.tests for c in t.validation if c.name == "unanswerable_from_retrieved"} <= {
        "unmeasured"
    }


def test_negatives_without_a_usable_reply_are_left_out(corpus: Corpus) -> None:
    blank = json.dumps({"question": "", "absent": ""})
    vague = json.dumps({"question": "What about the other pilots in the city?", "absent": "elsewhere"})
    for reply in (blank, vague, "no"):
        result = make(
            corpus, lambda request, reply=reply: reply, tests=2, negative_share=1, negative_types=("near_miss_entity",)
        )
        assert result.tests == ()


def test_a_model_rewords_for_an_expert_and_in_another_language(corpus: Corpus) -> None:
    def formal(request: Request) -> str:
        user = request.messages[-1].content
        if "Rewrite the question" in user:
            number = re.findall(r"\d+", user.rpartition("Question: ")[2])
            language = (
                "Welcher Wert ist für die Sache in dem Buch" if "German" in user else "Which stipulation governs item"
            )
            return json.dumps({"question": f"{language} {' '.join(number)}?"})
        return author(request)

    result = make(corpus, formal, tests=6, negative_share=0, wordings=("expert", "other_language"))
    assert {t.wording for t in result.tests} & {"expert", "other_language"}


def test_the_author_is_told_whose_document_it_is_and_is_asked_for_that_once(corpus: Corpus) -> None:
    model = ScriptedModel(author)
    options = SuiteOptions(tests=6, negative_share=0)
    asyncio.run(write_suite(corpus, options, author=model))
    begun = [r.messages[-1].content for r in model.requests if "how a document begins" in r.messages[-1].content]
    assert len(begun) == len(set(begun)) <= len(corpus.documents)
    asked = [r.messages[-1].content for r in model.requests if "Write 1 question" in r.messages[-1].content]
    titles = {document.title for document in corpus.documents}
    assert asked and {re.search(r"About: (.*)", text)[1] for text in asked} <= titles


def test_a_subject_that_the_beginning_does_not_hold_is_not_passed_on(corpus: Corpus) -> None:
    def inventive(request: Request) -> str:
        if "how a document begins" in request.messages[-1].content:
            return json.dumps({"subject": "Zebra Holdings annual seafood statement 1899"})
        return author(request)

    model = ScriptedModel(inventive)
    asyncio.run(write_suite(corpus, SuiteOptions(tests=2, negative_share=0), author=model))
    assert not any("Zebra" in message.content for request in model.requests for message in request.messages)


def test_a_question_that_its_author_answers_otherwise_is_rejected_and_one_that_cannot_be_asked_again_is_kept(
    corpus: Corpus,
) -> None:
    def fickle(request: Request) -> str:
        if "Answer the question from the passage" in request.messages[-1].content:
            return json.dumps({"answer": "not stated"})
        return author(request)

    def mumbling(request: Request) -> str:
        if any("Answer the question from the passage" in message.content for message in request.messages):
            return "well"
        return author(request)

    refused = make(corpus, fickle, tests=3, negative_share=0)
    assert refused.tests == ()
    assert "answered_from_evidence" in {item.reason.split(":")[0] for item in refused.rejected}
    kept = make(corpus, mumbling, tests=3, negative_share=0)
    assert kept.tests and kept.authoring.parse_failures
    for test in kept.tests:
        assert {check.status for check in test.validation if check.name == "answered_from_evidence"} == {"unmeasured"}
