from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ragtester.documents import load_document, make_table, row_text
from ragtester.records import Corpus, Document
from ragtester.suite import SuiteOptions, write_suite
from ragtester.suite.writers.cells import cells_of
from ragtester.suite.writers.entity import Entity, entity_of
from ragtester.suite.writers.listing import listed
from ragtester.suite.writers.turning import names_in, questions_from
from ragtester.text import contains_form

ACME = Entity("Brightmoor Tools Inc.", "Brightmoor Tools")


def asked(sentence: str, entity: Entity | None = ACME) -> list[tuple[str, str]]:
    return [(t.question, t.answer) for t in questions_from(sentence, entity, names=frozenset({"Leeds"}))]


@pytest.mark.parametrize(
    ("sentence", "question", "answer"),
    [
        (
            "As of March 3, 2024, the Company had $4.2 billion in unrestricted cash and deposits.",
            "How much did Brightmoor Tools have in unrestricted cash and deposits as of March 3, 2024?",
            "$4.2 billion",
        ),
        (
            "Hardware sales decreased 3% or $12 million during the first quarter of 2024, due to weaker demand.",
            "By how much did Brightmoor Tools' hardware sales decrease during the first quarter of 2024?",
            "3% or $12 million",
        ),
        ("The repair fee is $45 per visit.", "What is the repair fee per visit?", "$45"),
        (
            "Members must return borrowed tools within 14 days.",
            "Within what time must members return borrowed tools?",
            "14 days",
        ),
        ("The Leeds depot was opened on 4 May 1998.", "When was the Leeds depot opened?", "4 May 1998"),
        ("The Leeds depot employs 140 mechanics.", "How many mechanics does the Leeds depot employ?", "140"),
        ("There are 12 lockers in the north hall.", "How many lockers are there in the north hall?", "12"),
        (
            "Total operating costs amounted to $7.1 million in 2023.",
            "How much did Brightmoor Tools' total operating costs amount to in 2023?",
            "$7.1 million",
        ),
        (
            "The board of Brightmoor Tools declared a cash dividend of $0.24 per share in May 2024.",
            "How large was the cash dividend that the board of Brightmoor Tools declared per share in May 2024?",
            "$0.24",
        ),
        ("The audit takes 3 weeks.", "How long does the audit take?", "3 weeks"),
    ],
)
def test_a_sentence_becomes_the_question_that_its_value_answers(sentence: str, question: str, answer: str) -> None:
    assert (question, answer) in asked(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "It increased by 4% in 2023.",
        "This fee is $45 per visit in all shops.",
        "The increase was $3 million in the year.",
        "As shown in the following table, sales were $3 million.",
        "Dating back to 1936 the museum contains 60 rooms.",
        "The depot was rebuilt by Marek in 1999 and opened on 15 December 1999 by the mayor.",
        "The club's liqueurs were 25 per cent alcohol by then.",
        "Hello there.",
    ],
)
def test_a_sentence_that_needs_its_surroundings_gives_no_question(sentence: str) -> None:
    assert asked(sentence) == []


def test_we_and_our_need_a_known_organisation() -> None:
    sentence = "Our training budget was $3 million in 2023."
    assert asked(sentence, None) == []
    assert asked(sentence) == [("What was Brightmoor Tools' training budget in 2023?", "$3 million")]


def test_a_change_gives_a_false_premise_too() -> None:
    (turned,) = questions_from("Rental income rose 6% in 2023.", ACME)
    assert turned.premise == "Why did Brightmoor Tools' rental income fall in 2023?"


def test_lists_are_asked_for_as_a_whole() -> None:
    made = listed("The starter kit includes a hammer, two chisels, and a folding rule.", None)
    assert made == ("What does the starter kit include?", ("a hammer", "two chisels", "a folding rule"))
    assert listed("The kit includes a hammer.", None) is None
    assert listed("They are tired, hungry, and cold.", None) is None


@pytest.mark.parametrize(
    ("text", "short"),
    [
        (
            "The accounts of Brightmoor Tools Inc. and its subsidiaries (together “Brightmoor” or the “Company”).",
            "Brightmoor Tools",
        ),
        ("Vellum Group Ltd\n(Exact name of registrant as specified in its charter)", "Vellum Group"),
        ("Ostrava Steel AG makes rails. Rails by Ostrava Steel AG last.", "Ostrava Steel"),
        ("Nobody is named here.", None),
    ],
)
def test_the_organisation_is_read_from_definitions_and_names(text: str, short: str | None) -> None:
    entity = entity_of(Document(id="d", text=text))
    assert (entity.short if entity else None) == short


def test_the_company_is_resolved_with_its_possessive() -> None:
    assert ACME.resolved("The Company's plan is what we like about our shop.") == (
        "Brightmoor Tools' plan is what Brightmoor Tools like about Brightmoor Tools' shop."
    )


def test_names_keep_their_capital() -> None:
    assert names_in("Near Leeds we saw Anna. Houses stood there. The houses near Leeds were old.") >= {"Leeds", "Anna"}
    assert "Houses" not in names_in("We like Houses. The houses are old.")


def tabled(grid: list[list[str]], *, before: str = "", caption: str = "") -> Document:
    table = make_table(grid, caption=caption)
    rows = "\n".join(row_text(table.header, row) for row in table.rows)
    text = f"{before}\n\n{rows}\n"
    start = text.index(rows)
    return Document(id="d", text=text, tables=(table.model_copy(update={"start": start, "end": start + len(rows)}),))


FINANCE = [
    ["", "Three Months Ended May 4, 2024", "Three Months Ended May 6, 2023"],
    ["Net sales:", "", ""],
    ["Net sales: Hardware", "$1,204", "$1,101"],
    ["Total net sales", "1,904", "1,850"],
    ["Earnings per share: Basic", "$1.27", "$1.20"],
    ["Weighted shares outstanding", "15,697", "16,162"],
    ["Other", "12", "10"],
]


def test_cells_name_the_row_the_period_and_the_unit() -> None:
    document = tabled(
        FINANCE, before="Statement (In millions, except number of shares in thousands and per share amounts)"
    )
    found = {cell.question: cell for cell in cells_of(document, ACME)}
    sales = found["What were Brightmoor Tools' total net sales for the three months ended May 4, 2024?"]
    assert sales.answer == "$1,904 million" and "$1.9 billion" in sales.forms
    assert (
        found["What were Brightmoor Tools' net sales for hardware for the three months ended May 6, 2023?"].answer
        == "$1,101 million"
    )
    assert (
        found["What was Brightmoor Tools' basic earnings per share for the three months ended May 4, 2024?"].answer
        == "$1.27"
    )
    assert not any("shares outstanding" in question or "Other" in question for question in found)
    assert all(contains_form(cell.row, cell.forms) for cell in found.values())


def test_a_balance_over_a_period_is_not_asked_for() -> None:
    grid = [
        ["", "Nine Months Ended May 4, 2024", "x"],
        ["Accounts receivable, net", "$120", ""],
        ["Inventories", "50", ""],
    ]
    assert list(cells_of(tabled(grid, before="(in millions)"), ACME)) == []


def test_days_years_and_quarters_are_times() -> None:
    grid = [["", "May 4, 2024", "2023", "FY 2022", "Q1 2021"], ["Total assets", "$9", "$8", "$7", "$6"]]
    asked_for = [cell.question.rpartition("assets ")[2] for cell in cells_of(tabled(grid), ACME)]
    assert asked_for == ["as of May 4, 2024?", "in 2023?", "in fiscal 2022?", "in Q1 2021?"]


def test_a_day_before_a_columns_name_is_part_of_the_question() -> None:
    grid = [["", "May 4, 2024 Fair Value", "May 4, 2024 Adjusted Cost"], ["Municipal bonds", "$690", "$713"]]
    found = {cell.question: cell.answer for cell in cells_of(tabled(grid), ACME)}
    assert found == {
        "What was the fair value of Brightmoor Tools' municipal bonds as of May 4, 2024?": "$690",
        "What was the adjusted cost of Brightmoor Tools' municipal bonds as of May 4, 2024?": "$713",
    }


def test_a_column_that_is_a_property_is_asked_by_name() -> None:
    grid = [
        ["Hall", "Capacity", "Fire warden"],
        ["North hall", "120", "Anna Bell"],
        ["South hall", "80", "Jo Reed"],
        ["Annexe", "30", "Kim Oh"],
    ]
    found = {cell.question: cell.answer for cell in cells_of(tabled(grid), None)}
    assert found["What is the capacity of North hall?"] == "120"
    assert found["What is the fire warden for Annexe?"] == "Kim Oh"


def test_a_caption_says_what_a_figure_is() -> None:
    grid = [["Country", "1996", "1993"], ["Austria", "59", "54"], ["Finland", "94", "91"]]
    found = {c.question: c.answer for c in cells_of(tabled(grid, caption="Table 7.4: Five firm national ratios"), None)}
    assert found["Under “Five firm national ratios”, what figure is given for Austria in 1996?"] == "59"


def test_tables_of_contents_and_headless_tables_are_left_out() -> None:
    assert list(cells_of(tabled([["a", "Page"], ["Item 1.", "3"], ["Item 2.", "9"]]), None)) == []
    assert list(cells_of(tabled([["", ""], ["Total sales", "3"]]), None)) == []


REPORT = """Brightmoor Tools Inc. and its shops (together the “Company”) sell tools. Brightmoor Tools Inc. is old.

As of March 3, 2024, the Company had $4.2 billion in unrestricted cash. The repair fee is $45 per visit.

Rental income rose 6% in 2023 because more people built sheds. The audit takes 3 weeks.

Total operating costs amounted to $7.1 million in 2023. The Company employs 140 mechanics.
"""


def test_a_suite_about_a_document_without_a_ledger_has_both_kinds() -> None:
    corpus = Corpus(name="own", documents=(Document(id="report", text=REPORT),))
    result = asyncio.run(write_suite(corpus, SuiteOptions(tests=12, negative_share=0.5)))
    kinds = {test.type for test in result.tests if test.kind == "negative"}
    assert kinds >= {"near_miss_entity", "withheld_fact", "wrong_time", "false_premise"}
    positives = [test for test in result.tests if test.kind == "positive"]
    assert len(positives) >= 4
    for test in positives:
        assert contains_form(test.evidence[0].quote, (test.expected_answer, *test.accepted_answers))


def test_a_question_with_two_answers_in_the_documents_is_rejected() -> None:
    text = "The repair fee is $45 per visit.\n\nThe repair fee is $60 per visit.\n"
    corpus = Corpus(name="own", documents=(Document(id="report", text=text),))
    result = asyncio.run(write_suite(corpus, SuiteOptions(tests=1, negative_share=0)))
    assert result.tests == () and "missing: 1 positive" in result.message
    assert all(item.reason.startswith("unambiguous") for item in result.rejected)


DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "sec10q"


@pytest.mark.skipif(not DATA.is_dir(), reason="needs the shared 10-Q filing")
def test_a_real_filing_gives_at_least_fifteen_tests_whose_answers_stand_in_it() -> None:
    document = load_document(next(DATA.glob("*.pdf")))
    result = asyncio.run(write_suite(Corpus(name="10q", documents=(document,)), SuiteOptions(tests=24)))
    positives = [test for test in result.tests if test.kind == "positive"]
    assert len(result.tests) == 24 and len(positives) >= 15
    for test in positives:
        span = test.evidence[0]
        assert document.text[span.start : span.end] == span.quote
