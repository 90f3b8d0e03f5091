"""Rules and tables of plain documents as questions, and what is asked of them in vain."""

from __future__ import annotations

import pytest

from ragtester.records import Corpus, Document, Table
from ragtester.suite.statements import statements
from ragtester.suite.writers.beside import found_negatives
from ragtester.suite.writers.cells import cells_of
from ragtester.suite.writers.clauses import clauses_of
from ragtester.suite.writers.found import found_positives
from ragtester.suite.writers.ledger import locate_facts
from ragtester.suite.writers.plain import plain_questions
from ragtester.suite.writers.properties import property_question
from ragtester.suite.writers.qualifying import qualified, spoken_title


@pytest.mark.parametrize(
    ("sentence", "question", "answer"),
    [
        ("Students pay 60 pounds a month.", "How much do students pay a month?", "60 pounds"),
        ("The filter is cleaned every 50 operating hours.", "At what interval is the filter cleaned?", "every 50 operating hours"),
        ("Complaints are answered within 10 working days by the secretary.", "Within what time are complaints answered?", "10 working days"),
        ("Firings are booked at least 5 days in advance.", "How far in advance are firings booked?", "5 days"),
        ("Seats have to be booked 2 weeks ahead.", "How far in advance do seats have to be booked?", "2 weeks"),
        ("Up to 5 items may be borrowed at a time.", "How many items may be borrowed at a time?", "5"),
        ("Borrowers must be at least 18 years old.", "How old must borrowers be at least?", "18 years"),
        ("The caretaker of the studios is Peter Adeyemi.", "Who is the caretaker of the studios?", "Peter Adeyemi"),
        ("Spare parts are available for at least 8 years.", "For how long are spare parts available?", "8 years"),
        ("New members have a trial period of three months.", "How long a trial period do new members have?", "three months"),
        ("The front door is locked at 10:15 p.m. by the caretaker.", "At what time is the front door locked?", "10:15 p.m."),
        ("Members return their keys within 14 days of leaving.", "Within what time do members return their keys?", "14 days"),
    ],
)  # fmt: skip
def test_a_plain_rule_is_asked_for(sentence: str, question: str, answer: str) -> None:
    assert (question, answer) in [(turned.question, turned.answer) for turned in plain_questions(sentence)]


@pytest.mark.parametrize(
    "sentence",
    [
        "They pay 60 pounds a month.",
        "The filter is cleaned every day.",
        "The owner of this pump is Peter Adeyemi.",
        "Members pay what they owe.",
    ],
)
def test_what_leans_on_its_surroundings_is_not_asked_for(sentence: str) -> None:
    assert list(plain_questions(sentence)) == []


def test_a_sentence_of_two_statements_is_parted() -> None:
    assert clauses_of("The AQ-40 weighs 6.4 kg and delivers 90 litres.") == ("The AQ-40 weighs 6.4 kg.", "The AQ-40 delivers 90 litres.")  # fmt: skip
    assert clauses_of("Each tent costs 9 euros, and each stove costs 4 euros.") == ("Each tent costs 9 euros.", "Each stove costs 4 euros.")  # fmt: skip
    assert clauses_of("Tents and stoves cost 9 euros.") == ("Tents and stoves cost 9 euros.",)
    assert clauses_of("The pump must not run dry for more than 2 minutes.") == ("The pump may run dry for up to 2 minutes.",)  # fmt: skip


@pytest.mark.parametrize(
    ("column", "thing", "asked"),
    [
        ("highest temperature", "raku kiln", "what is the highest temperature of the raku kiln"),
        ("deposit", "cordless drill", "what is the deposit for the cordless drill"),
        ("opening hours", "Annexe", "what are the opening hours for Annexe"),
        ("cable length", "AQ-40", "what is the cable length of the AQ-40"),
        ("fee per week", "camping tents", "what is the fee per week for camping tents"),
    ],
)
def test_a_property_is_asked_for_in_words(column: str, thing: str, asked: str) -> None:
    assert property_question(column, thing) == asked


def document(name: str, title: str, text: str, **more: object) -> Document:
    return Document.model_validate({"id": name, "title": title, "text": text, **more})


def test_a_question_names_its_document_where_several_could_be_meant() -> None:
    rules = document("a", "House Rules", "House Rules\n\nA lost key costs 45 pounds.")
    assert qualified("How much is it?", rules, several=True) == "According to “House Rules”, how much is it?"
    assert qualified("How much is it?", rules, several=False) == "How much is it?"
    assert qualified("How heavy is the AQ-40?", rules, several=True) == "How heavy is the AQ-40?"


@pytest.mark.parametrize("title", ["rules", "Appendix 1", "UNITED STATES COMMISSION", "rules_v2.pdf", "Report for 2023", "house rules"])  # fmt: skip
def test_what_is_no_title_does_not_stand_in_a_question(title: str) -> None:
    assert spoken_title(document("a", title, f"{title}\n\nText.")) == ""


def test_a_title_that_a_program_wrote_is_no_title() -> None:
    page = {"number": 1, "start": 0, "end": 10}
    assert spoken_title(document("a", "Report Builder Output", "House Rules", pages=[page])) == ""


def table_of(header: tuple[str, ...], *rows: tuple[str, ...]) -> Document:
    from ragtester.documents import row_text

    text = "\n".join(row_text(header, row) for row in rows)
    return document("a", "T", text, tables=[Table(header=header, rows=rows, start=0, end=len(text))])


def test_properties_in_rows_are_asked_of_the_things_in_columns() -> None:
    made = table_of(
        ("Property", "AQ-40", "AQ-60"), ("Power", "800 W", "900 W"), ("Head", "38 m", "48 m"), ("Cable", "9 ft", "8 ft")
    )
    found = {cell.question: cell.answer for cell in cells_of(made, None)}
    assert found["What is the power of the AQ-60?"] == "900 W"
    made = table_of(
        ("", "Austria •", "France"),
        ("Capital", "Vienna", "Paris"),
        ("Currency", "Euro", "Euro"),
        ("Continent", "Europe", "Europe"),
    )
    found = {cell.question: cell.answer for cell in cells_of(made, None)}
    assert found["What is the capital of Austria?"] == "Vienna"


def test_units_of_a_heading_belong_to_the_answer() -> None:
    made = table_of(
        ("Country", "Population (millions)", "Area (km²)"), ("Austria", "8.9", "83,879"), ("Belgium", "11.5", "30,689")
    )
    found = {cell.question: cell.answer for cell in cells_of(made, None)}
    assert found["What is the population of Belgium?"] == "11.5 million"
    assert found["What is the area of Austria?"] == "83,879 km²"


def test_people_have_both_names_and_vague_columns_are_left() -> None:
    made = table_of(
        ("Last Name", "First Name", "Occupation", "Amount"),
        ("Moye", "Nancy", "baker", "60"), ("Orr", "Lisa", "nurse", "50"), ("Pym", "John", "cook", "20"),
    )  # fmt: skip
    questions = [cell.question for cell in cells_of(made, None)]
    assert "What is the occupation of Nancy Moye?" in questions and not [q for q in questions if "amount" in q]


def test_own_documents_are_asked_in_vain_in_every_way() -> None:
    rules = document(
        "rules", "House Rules", "House Rules\n\nA lost key costs 45 pounds.\n\nStudents pay 60 pounds a month."
    )
    pump = document("pump", "Pump data", "Pump data\n\nThe AQ-40 weighs 6.4 kg.")
    ledger = locate_facts(Corpus(name="own", documents=(rules, pump)))
    asked = {
        kind: [draft.test.query for draft in found_negatives(ledger, kind=kind, seed=3)]
        for kind in ("withheld_fact", "near_miss_entity", "wrong_time", "false_premise")
    }
    assert "Who approved “House Rules”?" in asked["withheld_fact"]
    assert all("the AQ-40" not in query and "the AQ-" in query for query in asked["near_miss_entity"])
    assert any(
        query.startswith("According to “House Rules”, how much did a lost key cost in 20")
        for query in asked["wrong_time"]
    )
    wrong = [query for query in asked["false_premise"] if "lost key" in query]
    assert wrong and wrong[0].startswith("Why does “House Rules” say that a lost key costs ") and "45" not in wrong[0]
    assert any(draft.test.query == "How much does the AQ-40 weigh?" for draft in found_positives(ledger, seed=3))
    assert statements(pump).items
