from __future__ import annotations

from ragtester.records import AnswerPart, Corpus, Document, Span, Test, text_hash
from ragtester.suite.checks.absence import Archive, absent, unanswerable
from ragtester.suite.checks.evidence import answer_supported, evidence_located
from ragtester.suite.drafts import Absence, Draft
from ragtester.suite.statements import statements


def positive(corpus: Corpus, quote: str, answer: str, **more: object) -> Test:
    document = corpus.document("handbook-1")
    at = document.text.index(quote) if quote in document.text else -1
    span = Span.cut(document, at, at + len(quote)) if at >= 0 else Span(document="handbook-1", quote=quote)
    fields = {"evidence": (span,), "query": "How long is the notice period of the night wardens?", **more}
    return Test(id="t", kind="positive", type="numeric", expected_answer=answer, **fields)


QUOTE = "The notice period of the night wardens is 6 weeks."


def test_evidence_that_stands_in_the_document_is_located(corpus: Corpus) -> None:
    documents = {d.id: d for d in corpus.documents}
    assert evidence_located(positive(corpus, QUOTE, "6 weeks"), documents) == ""
    assert "does not hold" in evidence_located(positive(corpus, QUOTE.replace("6", "8"), "8 weeks"), documents)
    assert "no evidence" in evidence_located(positive(corpus, QUOTE, "6 weeks", evidence=()), documents)
    lost = positive(corpus, QUOTE, "6 weeks", evidence=(Span(document="gone", quote=QUOTE),))
    assert "not in the corpus" in evidence_located(lost, documents)


def test_an_answer_is_supported_in_any_of_its_forms(corpus: Corpus) -> None:
    assert answer_supported(positive(corpus, QUOTE, "six weeks")) == ""
    assert answer_supported(positive(corpus, QUOTE, "a month and a half", accepted_answers=("6 weeks",))) == ""
    assert answer_supported(positive(corpus, QUOTE, "The notice period is 6 weeks.")) == ""


def test_an_answer_with_a_number_that_the_evidence_lacks_is_not_supported(corpus: Corpus) -> None:
    assert "number 7" in answer_supported(positive(corpus, QUOTE, "It takes 7 weeks to leave."))
    assert "words" in answer_supported(positive(corpus, QUOTE, "the mayor of the neighbouring town"))


def test_every_part_of_an_answer_must_be_stated(corpus: Corpus) -> None:
    parts = (AnswerPart(forms=("6 weeks",)), AnswerPart(forms=("EUR 1,250",)))
    assert "EUR 1,250" in answer_supported(positive(corpus, QUOTE, "both", answer_parts=parts))
    assert answer_supported(positive(corpus, QUOTE, "one", answer_parts=parts[:1])) == ""


def cut_from(text: str, answer: str) -> Test:
    document = Document(id="d", title="d", text=text, sha256=text_hash(text))
    span = Span.cut(document, 0, len(text))
    return Test(id="t", query="What is it?", kind="positive", type="numeric", expected_answer=answer, evidence=(span,))


def test_a_label_that_is_the_answer_itself_is_no_evidence_for_it() -> None:
    assert "the answer alone" in answer_supported(cut_from("Basic pay", "Basic pay"))
    assert answer_supported(cut_from("Term: basic pay", "Basic pay")) == ""
    assert answer_supported(cut_from("Six weeks.", "six weeks")) == "", "an answer under its question is a sentence"


def test_the_number_of_a_lists_item_is_no_answer() -> None:
    step = "1. Place the device on level ground and lock the castors."
    assert "number of a list's item" in answer_supported(cut_from(step, "1"))
    assert answer_supported(cut_from("1. Wait for 1 minute.", "1")) == ""
    assert answer_supported(cut_from(step, "Place the device on level ground")) == ""


TABLE = "Staff group: graduate trainees | Annual leave: 34 days | Parental pay: 65%\nStaff group: clerks | Annual leave: 21 days"


def test_a_question_that_names_a_row_and_a_head_of_a_table_is_answerable() -> None:
    document = Document(id="leave", title="leave", text=TABLE, sha256=text_hash(TABLE))
    searched = Archive({"leave": statements(document)}, ())
    asked = negative(Absence(), "What is the annual leave policy for graduate trainees?")
    assert "Annual leave: 34 days" in absent(asked, searched)
    for query in (
        "Why do graduate trainees get 40 days of annual leave?",
        "What is the annual leave policy for night wardens?",
        "What is the sick pay for graduate trainees?",
        "What is the parental pay for clerks?",
    ):
        assert absent(negative(Absence(), query), searched) == "", query


def archive(corpus: Corpus) -> Archive:
    return Archive({d.id: statements(d) for d in corpus.documents}, corpus.facts)


def negative(absence: Absence, query: str = "What is the uniform fee for the night wardens?") -> Draft:
    return Draft(Test(id="n", query=query, kind="negative", type="withheld_fact", expected_answer="-"), absence)


def test_a_withheld_fact_is_proven_absent(corpus: Corpus) -> None:
    need = Absence(subject="the night wardens", label="uniform fee", forms=("EUR 77",), kind="money")
    assert absent(negative(need), archive(corpus)) == ""


def test_a_fact_that_a_statement_gives_is_not_absent(corpus: Corpus) -> None:
    need = Absence(subject="the night wardens", label="notice period", forms=("6 weeks",), kind="duration")
    assert "handbook-1" in absent(negative(need), archive(corpus))
    stated = Absence(subject="The night wardens", label="notice period")
    assert "ledger" in absent(negative(stated), archive(corpus))
    any_value = Absence(subject="the night wardens", label="notice", kind="duration")
    assert "may answer" in absent(negative(any_value), archive(corpus))


def test_a_term_must_be_in_no_document_as_a_word(corpus: Corpus) -> None:
    assert "mentions 'health card'" in absent(negative(Absence(terms=("health card",))), archive(corpus))
    assert absent(negative(Absence(terms=("ealth car",))), archive(corpus)) == ""


def test_retrieved_passages_that_answer_make_a_negative_answerable() -> None:
    query = "What is the parking fee for the night wardens?"
    passage = "The parking fee for the night wardens is EUR 12 a month. Other fees differ."
    assert "may answer" in unanswerable(negative(Absence(), query), [passage])
    assert unanswerable(negative(Absence(), query), ["The night wardens park at the gate."]) == ""
    by_form = Absence(label="parking fee", forms=("EUR 12",))
    assert "states it" in unanswerable(negative(by_form, query), [passage])
    assert unanswerable(negative(Absence(label="parking fee", forms=("EUR 13",)), query), [passage]) == ""
    assert "mentions" in unanswerable(negative(Absence(terms=("parking fee",)), query), [passage])
