"""Tables of a PDF: rows with their header, whatever draws them, joined over page ends."""

from __future__ import annotations

from pathlib import Path

import papers
import pytest
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from ragtester.documents import load_document
from ragtester.documents.pdf.kinds import is_number, is_year
from ragtester.records import Document, Table

ROWS = [["Item", "Code", "Price"], ["Steel bolt", "B-1", "1.50"], ["Brass nut", "N-2", "0.75"], ["Washer", "W-3", "12"]]


def only_table(document: Document) -> Table:
    (table,) = document.tables
    assert document.text[table.start : table.end].count("\n") + 1 >= len(table.rows)
    return table


def columns_at(
    rows: list[list[str]], xs: list[float], *, top: float = 100, step: float = 14
) -> list[tuple[float, float, str]]:
    """Left-aligned cells, numbers right-aligned as print does."""
    return [(x, top + step * r, text) for r, row in enumerate(rows) for x, text in zip(xs, row, strict=True) if text]


def test_a_ruled_table_is_rows_that_name_their_columns(tmp_path: Path) -> None:
    document = load_document(papers.ruled_table(tmp_path / "t.pdf", ROWS, before="Above it.", after="Below it."))
    table = only_table(document)
    assert table.header == tuple(ROWS[0])
    assert table.rows == tuple(tuple(row) for row in ROWS[1:])
    assert document.text == (
        "Above it.\n\nItem: Steel bolt | Code: B-1 | Price: 1.50\nItem: Brass nut | Code: N-2 | Price: 0.75\n"
        "Item: Washer | Code: W-3 | Price: 12\n\nBelow it."
    )


def test_a_table_over_pages_is_one_table_with_the_page_of_each_row(tmp_path: Path) -> None:
    rows = [ROWS[0], *([f"Part number {n}", f"P-{n}", f"{n}.00"] for n in range(1, 121))]
    document = load_document(papers.ruled_table(tmp_path / "long.pdf", rows, before=papers.PROSE, after="The end."))
    table = only_table(document)
    assert len(document.pages) >= 3
    assert [row[1] for row in table.rows] == [f"P-{n}" for n in range(1, 121)]
    assert document.page_at(document.text.index("P-1 ")) == 1
    assert document.page_at(document.text.index("P-120 ")) == len(document.pages)
    assert document.text.count("Code: P-") == 120


def test_a_table_whose_rest_repeats_no_header_is_joined(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "c.pdf"), pagesize=A4)
    pages = [[["Name", "Score"], ["Ada", "31"], ["Ben", "28"]], [["Cem", "17"], ["Dora", "44"]]]
    for rows in pages:
        for r in range(len(rows) + 1):
            canvas.line(72, 700 - 20 * r, 300, 700 - 20 * r)
        for x in (72, 200, 300):
            canvas.line(x, 700, x, 700 - 20 * len(rows))
        for r, row in enumerate(rows):
            for x, text in zip((76, 204), row, strict=True):
                canvas.drawString(x, 686 - 20 * r, text)
        canvas.showPage()
    canvas.save()
    table = only_table(load_document(tmp_path / "c.pdf"))
    assert table.header == ("Name", "Score")
    assert table.rows == (("Ada", "31"), ("Ben", "28"), ("Cem", "17"), ("Dora", "44"))


def test_two_tables_with_text_between_them_stay_two(tmp_path: Path) -> None:
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate
    from reportlab.platypus import Table as Drawn

    styles = getSampleStyleSheet()
    story = [
        Drawn(ROWS, style=papers.RULES), Paragraph("This closes the first list.", styles["Normal"]), PageBreak(),
        Drawn(ROWS, style=papers.RULES),
    ]  # fmt: skip
    path = tmp_path / "two.pdf"
    SimpleDocTemplate(str(path), pagesize=A4).build(story)
    assert len(load_document(path).tables) == 2


def test_merged_header_cells_name_all_their_columns(tmp_path: Path) -> None:
    rows = [
        ["Illness", "Cases", "", "Share"],
        ["", "Men", "Women", ""],
        ["Asthma", "6", "25", "4%"],
        ["Back pain", "46", "156", "31%"],
    ]
    style = [*papers.RULES, ("SPAN", (1, 0), (2, 0)), ("SPAN", (0, 0), (0, 1)), ("SPAN", (3, 0), (3, 1))]
    table = only_table(load_document(papers.ruled_table(tmp_path / "m.pdf", rows, style=style)))
    assert table.header == ("Illness", "Cases Men", "Cases Women", "Share")
    assert table.rows == (("Asthma", "6", "25", "4%"), ("Back pain", "46", "156", "31%"))


def test_a_cell_over_rows_says_its_text_in_each(tmp_path: Path) -> None:
    rows = [["Region", "Town", "Count"], ["North", "Aby", "12"], ["", "Bela", "7"], ["South", "Cor", "9"]]
    style = [*papers.RULES, ("SPAN", (0, 1), (0, 2))]
    table = only_table(load_document(papers.ruled_table(tmp_path / "v.pdf", rows, style=style)))
    assert table.rows[:2] == (("North", "Aby", "12"), ("North", "Bela", "7"))


def test_wrapped_cells_are_one_cell(tmp_path: Path) -> None:
    rows = [["Task", "Owner"], ["Check the seals of\nall doors", "Maria\nKowalska"], ["Oil the hinges", "Jan"]]
    table = only_table(load_document(papers.ruled_table(tmp_path / "w.pdf", rows)))
    assert table.rows == (("Check the seals of all doors", "Maria Kowalska"), ("Oil the hinges", "Jan"))


def test_rows_without_rules_between_them_are_apart(tmp_path: Path) -> None:
    style = [("BOX", (0, 0), (-1, -1), 1, colors.black), ("INNERGRID", (0, 0), (-1, 0), 1, colors.black),
             ("LINEBELOW", (0, 0), (-1, 0), 1, colors.black), ("LINEAFTER", (0, 0), (-2, -1), 1, colors.black)]  # fmt: skip
    rows = [["Age", "People"], *([f"{n} years", f"{n * 1000:,}"] for n in range(1, 12))]
    table = only_table(load_document(papers.ruled_table(tmp_path / "r.pdf", rows, style=style)))
    assert table.header == ("Age", "People")
    assert table.rows == tuple(tuple(row) for row in rows[1:])


def test_columns_without_rules_between_them_are_apart(tmp_path: Path) -> None:
    style = [("LINEABOVE", (0, 0), (-1, 0), 1, colors.black), ("LINEBELOW", (0, 0), (-1, 0), 1, colors.black),
             ("LINEBELOW", (0, -1), (-1, -1), 1, colors.black), ("LINEAFTER", (0, 0), (0, -1), 1, colors.black),
             ("ALIGN", (1, 0), (-1, -1), "RIGHT")]  # fmt: skip
    rows = [["Age group", "Part", "Whole"], *([f"from {n} years", f"0.{n}12", f"{n},533,692"] for n in range(1, 9))]
    table = only_table(load_document(papers.ruled_table(tmp_path / "k.pdf", rows, style=style)))
    assert table.rows == tuple(tuple(row) for row in rows[1:])


def test_text_that_runs_out_of_its_cell_stays_in_it(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "o.pdf"), pagesize=A4)
    canvas.setFont("Helvetica", 9)
    rows = [
        ["Name", "Employer", "Date"],
        ["Ann", "Veterans Affairs Medical Centre", "10/3/2012"],
        ["Bob", "Self", "9/1/2012"],
    ]
    for r in range(4):
        canvas.line(72, 700 - 16 * r, 300, 700 - 16 * r)
    for x in (72, 110, 200, 300):
        canvas.line(x, 700, x, 652)
    for r, row in enumerate(rows):
        for x, text in zip((74, 112, 212), row, strict=True):
            canvas.drawString(x, 688 - 16 * r, text)
    canvas.save()
    table = only_table(load_document(tmp_path / "o.pdf"))
    assert table.rows == (("Ann", "Veterans Affairs Medical Centre", "10/3/2012"), ("Bob", "Self", "9/1/2012"))


def test_numbers_that_only_stand_under_each_other_are_a_table(tmp_path: Path) -> None:
    rows = [
        ["Region", "Units", "Share"],
        ["North", "1,200", "12%"],
        ["South East", "340", "3%"],
        ["West", "5,000", "50%"],
    ]
    page = [(72, 60, "The sales of the year are shown below, by region and as a share of the whole.")]
    page += [
        *columns_at(rows, [72, 220, 320]),
        (72, 190, "Sales fell in the south, as the committee had expected them to."),
    ]
    document = load_document(papers.lines_at(tmp_path / "a.pdf", [page]))
    table = only_table(document)
    assert table.header == ("Region", "Units", "Share")
    assert table.rows == tuple(tuple(row) for row in rows[1:])
    assert document.text.startswith("The sales")
    assert document.text.endswith("expected them to.")


def test_currency_signs_apart_from_their_numbers_join_them(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "d.pdf"), pagesize=A4)
    canvas.setFont("Helvetica", 10)
    canvas.drawCentredString(335, 760, "Three Months Ended")
    canvas.line(260, 756, 410, 756)
    for x, year in ((300, "2023"), (390, "2022")):
        canvas.drawRightString(x, 744, year)
    rows = [("Net sales:", "", ""), ("Products", "60,584", "63,355"), ("Services", "21,213", "19,604"),
            ("Total net sales", "81,797", "82,959"), ("Net income", "19,881", "(442)")]  # fmt: skip
    for r, (label, new, old) in enumerate(rows):
        y = 730 - 13 * r
        canvas.drawString(72 if label in ("Net sales:", "Net income") else 82, y, label)
        for x, text in ((300, new), (390, old)):
            canvas.drawRightString(x, y, text)
            if r in (1, 4) and text:
                canvas.drawString(x - 44, y, "$")
    canvas.save()
    document = load_document(tmp_path / "d.pdf")
    table = only_table(document)
    assert table.header == ("", "Three Months Ended 2023", "Three Months Ended 2022")
    assert ("Products", "$60,584", "$63,355") in table.rows
    assert ("Net income", "$19,881", "$(442)") in table.rows
    assert "Net sales: Products | Three Months Ended 2023: $60,584" in document.text
    assert "\nNet income | Three Months Ended 2023: $19,881" in document.text


def test_a_text_table_with_rules_above_and_below_is_read(tmp_path: Path) -> None:
    rows = [["Role", "Contact", "Office"], ["Head of depot", "Maria Kowalska", "Gdansk"],
            ["Safety officer", "Jean Petit", "Lyon"], ["Accountant", "Li Wei", "Berlin"]]  # fmt: skip
    page = columns_at(rows, [72, 200, 380])
    path = papers.lines_at(tmp_path / "x.pdf", [page], rules=[(70, 450, 88), (70, 450, 104), (70, 450, 148)])
    table = only_table(load_document(path))
    assert table.header == ("Role", "Contact", "Office")
    assert len(table.rows) == 3


def test_a_caption_belongs_to_its_table(tmp_path: Path) -> None:
    path = papers.ruled_table(tmp_path / "t.pdf", ROWS, before="Table 3. Prices of small parts")
    document = load_document(path)
    assert only_table(document).caption == "Table 3. Prices of small parts"
    assert document.text.startswith("Table 3. Prices of small parts\nItem: Steel bolt")


def test_a_title_row_is_the_caption(tmp_path: Path) -> None:
    rows = [
        ["Best practice scenario", "", ""],
        ["Servers", "2007", "2008"],
        ["Closets", "1,456", "1,439"],
        ["Rooms", "1,465", "1,472"],
    ]
    table = only_table(
        load_document(papers.ruled_table(tmp_path / "t.pdf", rows, style=[*papers.RULES, ("SPAN", (0, 0), (-1, 0))]))
    )
    assert table.caption == "Best practice scenario"
    assert table.header == ("Servers", "2007", "2008")


def test_boxes_lists_and_prose_are_no_tables(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "n.pdf"), pagesize=A4)
    canvas.setFont("Helvetica", 10)
    canvas.rect(60, 640, 400, 60)
    canvas.drawString(70, 680, "A box around a remark is not a table,")
    canvas.drawString(70, 666, "whatever its lines look like.")
    for row, text in enumerate(("check the doors", "lock the gates", "turn off all lamps")):
        canvas.drawString(72, 600 - 14 * row, "•")
        canvas.drawString(100, 600 - 14 * row, text)
    canvas.save()
    document = load_document(tmp_path / "n.pdf")
    assert not document.tables
    assert "- check the doors" in document.text


@pytest.mark.parametrize("text", ["1,200", "(3.5)", "$12", "12 %", "—", "n/a", "-0.4", "€ 5.00", "1.2m"])
def test_numbers_are_known(text: str) -> None:
    assert is_number(text)


@pytest.mark.parametrize("text", ["North", "W-3", "12 Main Street", "10:30 am", ""])
def test_words_are_no_numbers(text: str) -> None:
    assert not is_number(text)


def test_years_name_columns() -> None:
    assert is_year("2023")
    assert is_year("2003–04")
    assert not is_year("1,999")


def test_a_header_row_at_the_top_of_several_pages_is_no_running_header(tmp_path: Path) -> None:
    pages = []
    for page in range(3):
        rows = [
            ["Grade", "Period", "Limit"],
            *([f"{name} {page}", f"{n * 7} days", f"{n},349"] for n, name in enumerate("ABCD", 1)),
        ]
        pages.append(
            [
                (72, 40, "Depot handbook"),
                *columns_at(rows, [72, 200, 300], top=80),
                (72, 180, papers.PROSE[100 * page : 100 * page + 90]),
            ]
        )
    document = load_document(papers.lines_at(tmp_path / "h.pdf", pages))
    assert [table.header for table in document.tables] == [("Grade", "Period", "Limit")] * 3
    assert "Depot handbook" not in document.text
