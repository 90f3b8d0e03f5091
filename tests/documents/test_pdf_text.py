"""The running text of a PDF: reading order, words made whole, and nothing that repeats on every page."""

from __future__ import annotations

from pathlib import Path

import papers
import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from ragtester.documents import load_document
from ragtester.documents.pdf.direction import in_reading_order, printed_to_read
from ragtester.documents.pdf.letters import raised, repaired
from ragtester.documents.pdf.mending import joined_lines


def test_two_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    paragraphs = [papers.PROSE * 2 + f"Here ends part {part}." for part in ("one", "two", "three", "four")]
    path = papers.two_columns(tmp_path / "two.pdf", paragraphs, title="A report in two columns")
    document = load_document(path)
    flat = " ".join(document.text.split())
    assert flat.index("Here ends part one.") < flat.index("Here ends part two.") < flat.index("Here ends part three.")
    assert all(" ".join(paragraph.split()) in flat for paragraph in paragraphs)
    assert document.headings[0].text == "A report in two columns"
    assert not document.tables


def test_divided_words_are_whole_and_hyphenated_ones_keep_their_hyphen(tmp_path: Path) -> None:
    lines = ["The depart-", "ment will issue a well-", "known notice within 30", "days, state-of-the-", "art or not."]
    page = [(72, 100 + 12 * row, line) for row, line in enumerate(lines)]
    text = load_document(papers.lines_at(tmp_path / "h.pdf", [page])).text
    assert text == "The department will issue a well-known notice within 30 days, state-of-the-art or not."


def test_running_headers_footers_and_page_numbers_are_dropped(tmp_path: Path) -> None:
    bodies = [f"Chapter {word}. " + papers.PROSE for word in ("one", "two", "three")]
    path = papers.with_furniture(tmp_path / "f.pdf", bodies, header="Depot handbook, rev 7", footer="Page {page} of 3")
    document = load_document(path)
    assert "Depot handbook" not in document.text
    assert "Page 1" not in document.text
    assert [document.page_at(document.text.index(f"Chapter {word}")) for word in ("one", "two", "three")] == [1, 2, 3]
    assert document.pages[0].start == 0
    assert document.pages[-1].end == len(document.text)


def test_a_title_that_later_pages_repeat_stays_on_the_first(tmp_path: Path) -> None:
    def centred(canvas: Canvas, top: float, text: str) -> None:
        canvas.drawCentredString(A4[0] / 2, A4[1] - top, text)

    canvas = Canvas(str(tmp_path / "t.pdf"), pagesize=A4)
    for page in range(3):
        canvas.setFont("Helvetica", 10)
        centred(canvas, 40, "Report on the Depot")
        centred(canvas, 54, "Year 2023")
        for row in range(20):
            canvas.drawString(
                72, A4[1] - 120 - 12 * row, f"Line {row} of page {page} says what the depot did in that week."
            )
        canvas.showPage()
    canvas.save()
    assert load_document(tmp_path / "t.pdf").text.count("Report on the Depot") == 1


def test_a_sentence_that_a_page_end_cuts_is_joined_and_its_pages_are_kept(tmp_path: Path) -> None:
    full = "This line is long enough to reach the right end of the text on the page, and it goes on"
    pages = [
        [(72, 100 + 12 * row, full) for row in range(20)] + [(72, 340, full.replace("goes on", "goes over"))],
        [(72, 100, "to the next page, where this sentence ends."), (72, 124, "A new one follows.")],
    ]
    document = load_document(papers.lines_at(tmp_path / "p.pdf", pages))
    joint = "goes over to the next page"
    assert joint in document.text
    at = document.text.index(joint)
    assert document.page_at(at) == 1
    assert document.page_at(at + len(joint)) == 2


def test_paragraphs_and_list_items_are_apart(tmp_path: Path) -> None:
    page = [
        (72, 100, "First paragraph, which is long enough to fill a line of the page from left"),
        (72, 112, "to right."),
        (72, 136, "Second paragraph, set off by white space, also long enough to fill a line"),
        (72, 148, "of the page."),
        (72, 172, "1. An item"),
        (72, 184, "2. Another item"),
    ]
    text = load_document(papers.lines_at(tmp_path / "p.pdf", [page])).text
    assert [part.split()[0] for part in text.split("\n\n")] == ["First", "Second", "1.", "2."]


def test_a_raised_digit_does_not_join_the_number_before_it(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "s.pdf"), pagesize=A4)
    canvas.setFont("Helvetica", 12)
    canvas.drawString(72, 700, "Population 8,935")
    width = canvas.stringWidth("Population 8,935", "Helvetica", 12)
    canvas.setFont("Helvetica", 7)
    canvas.drawString(72 + width, 705, "3")
    canvas.save()
    assert load_document(tmp_path / "s.pdf").text == "Population 8,935³"


def test_a_page_printed_sideways_is_read(tmp_path: Path) -> None:
    for turn, name in ((90, "up"), (-90, "down")):
        canvas = Canvas(str(tmp_path / f"{name}.pdf"), pagesize=A4)
        canvas.translate(300, 400)
        canvas.rotate(turn)
        canvas.setFont("Helvetica", 11)
        canvas.drawString(0, 20, "The first line runs along the side")
        canvas.drawString(0, 6, "and the second one follows it.")
        canvas.save()
        text = load_document(tmp_path / f"{name}.pdf").text
        assert text == "The first line runs along the side and the second one follows it."


def test_a_label_along_the_margin_stands_apart(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "m.pdf"), pagesize=A4)
    canvas.setFont("Helvetica", 11)
    for row, text in enumerate(("The text of the page itself", "has two lines of its own here.")):
        canvas.drawString(72, 700 - 14 * row, text)
    canvas.rotate(90)
    canvas.drawString(300, -30, "stamp 7")
    canvas.save()
    assert (
        load_document(tmp_path / "m.pdf").text
        == "The text of the page itself has two lines of its own here.\n\nstamp 7"
    )


def test_bold_that_is_painted_twice_is_read_once(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "b.pdf"), pagesize=A4)
    for shift in (0, 0.2):
        canvas.drawString(72 + shift, 700, "Important words")
    canvas.save()
    assert load_document(tmp_path / "b.pdf").text == "Important words"


def test_headings_are_found_by_size_and_weight(tmp_path: Path) -> None:
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate

    styles = getSampleStyleSheet()
    story = [
        Paragraph("Handbook", styles["Title"]),
        Paragraph("Opening hours", styles["Heading1"]),
        Paragraph(papers.PROSE, styles["Normal"]),
        Paragraph("On Fridays", styles["Heading2"]),
        Paragraph(papers.PROSE, styles["Normal"]),
    ]
    path = tmp_path / "h.pdf"
    SimpleDocTemplate(str(path), pagesize=A4, title="The depot handbook").build(story)
    document = load_document(path)
    levels = {heading.text: heading.level for heading in document.headings}
    assert levels["Opening hours"] < levels["On Fridays"]
    assert all(document.text[h.start :].startswith(h.text) for h in document.headings)
    assert document.title == "The depot handbook"


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (["in-", "formation"], "information"),
        (["self-", "service"], "self-service"),
        (["Jean-", "Paul"], "Jean-Paul"),
        (["2020-", "2021"], "2020-2021"),
        (["and/", "or"], "and/or"),
        (["日本", "語"], "日本語"),
        (["one -", "two"], "one - two"),
        (["", "one"], "one"),
    ],
)
def test_lines_are_joined_as_they_are_read(lines: list[str], text: str) -> None:
    assert joined_lines(lines) == text


def test_right_to_left_words_are_read_from_the_right() -> None:
    assert printed_to_read(["ם", "ו", "ל", "ש"]) == "שלום"
    assert in_reading_order(["12", "שלום"]) == "שלום 12"
    assert in_reading_order(["עולם", "PDF", "2.0", "שלום"]) == "שלום PDF 2.0 עולם"
    assert in_reading_order(["the", "word", "שלום", "means", "peace"]) == "the word שלום means peace"


def test_letters_are_repaired() -> None:
    assert repaired("e\ufb03cient\u00a0o\ufb00er(cid:12)\u200b") == "efficient offer"
    assert repaired("\ufefb") == "لا"
    assert raised("12") == "¹²"


def test_what_was_filled_into_a_form_is_read(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "form.pdf"), pagesize=A4)
    canvas.drawString(72, 700, "Please fill in.")
    canvas.acroForm.textfield(name="surname", value="Kowalska", x=72, y=650)
    canvas.acroForm.textfield(name="remark", value="", x=72, y=600)
    canvas.save()
    assert load_document(tmp_path / "form.pdf").text == "Please fill in.\n\nsurname: Kowalska"


def test_fields_of_a_form_stand_on_lines_of_their_own(tmp_path: Path) -> None:
    page = [
        (x, 100 + 14 * r, text)
        for r, row in enumerate([("Name:", "Maria Kowalska"), ("Town:", "Gdansk by the sea")])
        for x, text in zip((72, 200), row, strict=True)
    ]
    assert (
        load_document(papers.lines_at(tmp_path / "f.pdf", [page])).text
        == "Name: Maria Kowalska\n\nTown: Gdansk by the sea"
    )


def test_leaders_to_a_page_number_are_left_out() -> None:
    assert joined_lines(["Introduction ............ 3"]) == "Introduction 3"
    assert joined_lines(["Wait ... and see."]) == "Wait ... and see."
