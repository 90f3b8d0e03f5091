"""What only long documents have: general provisions, chapters, annexes, a table of contents and a few forms."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from ragtester.corpus import (
    DocumentSettings,
    blueprint_names,
    draw_ledger,
    load_blueprint,
    markdown_to_pdf,
    write_builtin_corpus,
)
from ragtester.corpus.author.annexes import ANNEXES
from ragtester.corpus.author.builtin import write_markdown
from ragtester.corpus.author.counting import counted_from
from ragtester.corpus.author.sheets import CONTENTS, PAGE_BREAK, sheets
from ragtester.corpus.manifest import read_manifest
from ragtester.corpus.plan import DocumentPlan, planned_facts
from ragtester.corpus.settings import Detail, Structure
from ragtester.documents import load_document


def long_text(name: str, *, pages: int, annexes: int = ANNEXES) -> tuple[DocumentPlan, str, dict[str, str]]:
    blueprint = load_blueprint(name)
    ledger = draw_ledger(blueprint, documents=1, seed=2, settings=DocumentSettings(pages=pages))
    plan = ledger.plan[0]
    facts = {fact.id: fact for fact in ledger.facts}
    text = write_markdown(plan, blueprint, facts, annexes=annexes, forms=2)
    return plan, text, {fact.id: fact.value for fact in ledger.facts}


def test_chapters_begin_on_a_new_page_behind_the_contents() -> None:
    plan, text, _ = long_text("financial-report", pages=24)
    chapters = [section.chapter for section in plan.sections if section.chapter]
    assert len(chapters) >= 4
    assert plan.sections[0].facts == ()
    assert all(f"{PAGE_BREAK}\n\n# {chapter}\n" in text for chapter in chapters)
    assert text.index(CONTENTS) < text.index(f"# {chapters[0]}")


def test_chapters_treat_every_topic_and_name_it_alike() -> None:
    plan, _, _ = long_text("hr-policies", pages=40)
    headings: dict[str, set[str]] = {}
    for section in plan.sections:
        if section.facts:
            headings.setdefault(section.topic, set()).add(section.heading)
    assert len(headings) >= 8
    assert {len(names) for names in headings.values()} == {1}


def test_facts_of_several_chapters_stand_side_by_side_in_an_annex() -> None:
    plan, text, values = long_text("insurance-terms", pages=30)
    annex = text[text.index("# Annex A: Comparison by Topic") : text.index("# Annex B")]
    subjects = {section.subject.removeprefix("the ") for section in plan.sections if section.facts}
    assert all(f"| {subject} |" in annex for subject in subjects)
    stated = [name for section in plan.sections for name in section.facts if not name.endswith("_items")]
    shown = [name for name in stated if values[name] in annex]
    assert len(shown) > 0.7 * len(stated)


def test_tables_of_a_long_document_name_the_subject_in_each_row() -> None:
    _, text, _ = long_text("hr-policies", pages=40)
    tables = re.findall(r"Table: [^\n]*terms at a glance\n\n(\|[^\n]*)", text)
    assert tables
    assert {line.split("|")[1].strip() for line in tables} == {"Applies to"}


def test_a_medium_document_keeps_to_the_topics_of_its_genre() -> None:
    plan, _, _ = long_text("hr-policies", pages=9)
    genre = load_blueprint("hr-policies").genres[0]
    assert {section.topic for section in plan.sections if section.facts} <= {
        topic for section in genre.sections for topic in section.topics
    }


@pytest.mark.parametrize(
    ("begin", "period", "end"),
    [
        (date(2026, 3, 2), "15 weeks", date(2026, 6, 15)),
        (date(2026, 1, 31), "1 month", date(2026, 2, 28)),
        (date(2024, 2, 29), "1 year", date(2025, 2, 28)),
        (date(2026, 11, 30), "3 months", date(2027, 2, 28)),
        (date(2026, 3, 2), "10 days", date(2026, 3, 12)),
    ],
)
def test_periods_are_counted_as_statutes_do(begin: date, period: str, end: date) -> None:
    assert counted_from(begin, period) == end


@pytest.mark.parametrize("value", ["5 working days", "12", "two weeks ago", "EUR 5"])
def test_what_is_no_calendar_period_is_not_counted(value: str) -> None:
    assert counted_from(date(2026, 1, 1), value) is None


def test_the_contents_give_the_page_of_each_heading(tmp_path: Path) -> None:
    body = "\n\n".join(
        f"{PAGE_BREAK}\n\n# Part {place}\n\n## Matter {place}\n\nText of part {place}." for place in "ABC"
    )
    markdown_to_pdf(f"Opening.\n\n{CONTENTS}\n\n{body}\n", tmp_path / "a.pdf", title="A title", face="handbook")
    from pypdf import PdfReader

    pages = [page.extract_text() for page in PdfReader(tmp_path / "a.pdf").pages]
    assert re.findall(r"Part ([ABC])[ .\n]*(\d)", pages[0]) == [("A", "2"), ("B", "3"), ("C", "4")]
    assert [f"Text of part {name}." in pages[place] for place, name in enumerate("ABC", 1)] == [True] * 3


def test_the_contents_are_no_headings_for_a_reader(tmp_path: Path) -> None:
    settings = DocumentSettings(pages=10, revisions=False)
    corpus = write_builtin_corpus(
        load_blueprint("software-operations"), documents=1, seed=3, folder=tmp_path, settings=settings
    )
    read = load_document(tmp_path / (corpus.documents[0].file or ""))
    chapter = next(line[2:] for line in corpus.documents[0].text.splitlines() if line.startswith("# "))
    at = [heading.start for heading in read.headings if heading.text == chapter]
    assert len(at) == 1
    assert at[0] >= read.pages[1].start


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "pages"), [("municipal-bylaws", 60), ("hr-policies", 45), ("software-operations", 30)]
)
def test_a_long_document_is_content_and_hardly_any_forms(name: str, pages: int, tmp_path: Path) -> None:
    settings = DocumentSettings(pages=pages)
    corpus = write_builtin_corpus(load_blueprint(name), documents=1, seed=4, folder=tmp_path, settings=settings)
    text = corpus.documents[0].text
    assert abs(read_manifest(tmp_path).documents[0].pages - pages) <= pages // 10
    assert text.count("## Form ") <= 2
    assert (
        len(planned_facts(draw_ledger(load_blueprint(name), documents=1, seed=4, settings=settings).plan[0]))
        >= 4 * pages
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", blueprint_names())
@pytest.mark.parametrize(("pages", "detail", "structure"), [(60, "concise", "any"), (30, "concise", "faq")])
def test_short_wordings_reach_the_length_too(
    name: str, pages: int, detail: Detail, structure: Structure, tmp_path: Path
) -> None:
    settings = DocumentSettings(pages=pages, detail=detail, structure=structure)
    write_builtin_corpus(load_blueprint(name), documents=1, seed=8, folder=tmp_path, settings=settings)
    assert abs(read_manifest(tmp_path).documents[0].pages - pages) <= pages // 10


@pytest.mark.parametrize("name", blueprint_names())
def test_no_section_refers_to_its_own_heading_and_no_answer_adds_to_nothing(name: str) -> None:
    blueprint = load_blueprint(name)
    for seed, structure in ((1, "any"), (2, "faq"), (3, "prose")):
        settings = DocumentSettings(pages=24, structure=structure, tone="casual")
        ledger = draw_ledger(blueprint, documents=1, seed=seed, settings=settings)
        text = write_markdown(ledger.plan[0], blueprint, {fact.id: fact for fact in ledger.facts})
        for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
            heading, _, body = section.partition("\n")
            assert f"“{heading}”" not in body
        begun = re.findall(r"\n\n((?:Also|In addition|On top of that|In short|Furthermore|Moreover), .*)", text)
        assert begun == []


def test_a_table_over_pages_begins_on_the_page_of_its_heading(tmp_path: Path) -> None:
    from pypdf import PdfReader

    rows = "\n".join(f"| Row {number} | {number} |" for number in range(1, 90))
    table = f"Table: A long list\n\n| Name | Value |\n| --- | --- |\n{rows}"
    words = "Some words of an opening. " * 60
    markdown_to_pdf(
        f"{words}\n\n## A heading\n\nThe list:\n\n{table}\n", tmp_path / "a.pdf", title="T", face="handbook"
    )
    pages = [page.extract_text() for page in PdfReader(tmp_path / "a.pdf").pages]
    (begin,) = (number for number, page in enumerate(pages) if "A heading" in page)
    assert begin == 0 and "A long list" in pages[0] and "Row 3" in pages[0]
    near_the_foot = "Some words of an opening. " * 230
    markdown_to_pdf(f"{near_the_foot}\n\n## A heading\n\n{table}\n", tmp_path / "b.pdf", title="T", face="handbook")
    pages = [page.extract_text() for page in PdfReader(tmp_path / "b.pdf").pages]
    (begin,) = (number for number, page in enumerate(pages) if "A heading" in page)
    assert "Row 3" in pages[begin]


def test_no_page_begins_with_the_last_row_of_a_table_alone(tmp_path: Path) -> None:
    from pypdf import PdfReader

    for count in range(40, 90, 3):
        rows = "\n".join(f"| Row {number} | {number} |" for number in range(1, count))
        markdown_to_pdf(f"| Name | Value |\n| --- | --- |\n{rows}\n", tmp_path / "a.pdf", title="T", face="handbook")
        last = PdfReader(tmp_path / "a.pdf").pages[-1].extract_text()
        assert len(re.findall(r"Row \d+", last)) >= 3, count


def test_an_amount_is_not_broken_while_there_is_room(tmp_path: Path) -> None:
    from pypdf import PdfReader

    row = (
        "| a very long name of a division of the group | EUR 224,000,000 | a lead bank of some renown | 14 June 2026 |"
    )
    head = (
        "| Division | Net debt | Lead bank and its syndicate | Maturity of the main loan |\n| --- | ---: | --- | --- |"
    )
    markdown_to_pdf(f"{head}\n" + f"{row}\n" * 4, tmp_path / "a.pdf", title="T", face="report")
    text = PdfReader(tmp_path / "a.pdf").pages[0].extract_text()
    assert text.count("EUR 224,000,000") == text.count("14 June 2026") == 4


def test_a_corpus_of_many_documents_has_no_document_without_facts() -> None:
    for name in ("hr-policies", "insurance-terms"):
        ledger = draw_ledger(load_blueprint(name), documents=40, seed=6)
        assert all(len(planned_facts(plan)) >= 5 for plan in ledger.plan)
        withheld = {fact.id for fact in ledger.facts if fact.status == "withheld"}
        assert not any(withheld & set(planned_facts(plan)) for plan in ledger.plan)


def test_a_checklist_has_the_steps_of_its_topic() -> None:
    blueprint = load_blueprint("hr-policies")
    first, *_ = (part for part in sheets(blueprint, ["leave"], 3) if part.startswith("| Step"))
    assert all(step in first for step in blueprint.topics["leave"].steps[0])
    assert [part for part in sheets(blueprint, ["leave"], 3) if part.startswith("## ")] == [
        "## Form 1: Checklist, leave",
        "## Form 2: Record sheet, leave",
        "## Form 3: Review sheet, leave",
    ]
