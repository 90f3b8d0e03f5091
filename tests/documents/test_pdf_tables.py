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


def test_a_caption_that_says_continued_is_left_out(tmp_path: Path) -> None:
    head = ["Region", "Units", "Share"]
    pages = []
    for page, names in enumerate((("North", "South", "East", "Centre"), ("West", "Coast", "Isles", "Hills"))):
        caption = "Table 4. Sales by region" + ("—Continued" if page else "")
        rows = [head, *([name, f"{n}{page},200", f"{n}%"] for n, name in enumerate(names, 1))]
        pages.append([(72, 100, caption), *columns_at(rows, [72, 220, 320], top=126)])
    table = only_table(load_document(papers.lines_at(tmp_path / "c.pdf", pages)))
    assert [row[0] for row in table.rows] == ["North", "South", "East", "Centre", "West", "Coast", "Isles", "Hills"]
    assert table.caption == "Table 4. Sales by region"


def test_tables_of_other_columns_are_not_joined(tmp_path: Path) -> None:
    pages = [
        columns_at([["Region", "Units", "Share"], *([n, "1,200", "3%"] for n in "ABCD")], [72, 220, 320]),
        columns_at([["Person", "Weight", "Height"], *([n, "70", "180"] for n in "EFGH")], [72, 160, 420]),
    ]
    tables = load_document(papers.lines_at(tmp_path / "o.pdf", pages)).tables
    assert [table.header[0] for table in tables] == ["Region", "Person"]


def test_a_row_that_a_page_end_cuts_is_whole(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "cut.pdf"), pagesize=A4)
    pages = [
        [("No.", "Task", "Cost"), ("1", "Check the doors", "10"), ("2", "Oil the hinges of", "20")],
        [("No.", "Task", "Cost"), ("", "the northern gate", ""), ("3", "Lock up", "5")],
    ]
    for rows in pages:
        for r in range(len(rows) + 1):
            canvas.line(72, 700 - 20 * r, 400, 700 - 20 * r)
        for x in (72, 120, 320, 400):
            canvas.line(x, 700, x, 700 - 20 * len(rows))
        for r, row in enumerate(rows):
            for x, text in zip((76, 124, 324), row, strict=True):
                canvas.drawString(x, 686 - 20 * r, text)
        canvas.showPage()
    canvas.save()
    table = only_table(load_document(tmp_path / "cut.pdf"))
    assert table.rows[1:] == (("2", "Oil the hinges of the northern gate", "20"), ("3", "Lock up", "5"))


def test_a_frame_around_numbers_only_leaves_their_labels_in_the_table(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "l.pdf"), pagesize=A4)
    rows = [
        ("", "2023", "2022"),
        ("Rent", "1,200", "1,100"),
        ("Power", "340", "310"),
        ("Water", "98", "90"),
        ("All", "1,638", "1,500"),
    ]
    for r, row in enumerate(rows):
        canvas.drawString(72, 700 - 14 * r, row[0])
        for x, text in zip((280, 380), row[1:], strict=True):
            canvas.drawRightString(x, 700 - 14 * r, text)
    for r in (2, 3, 4):
        canvas.line(230, 698 - 14 * r, 390, 698 - 14 * r)
    for x in (230, 310, 390):
        canvas.line(x, 698 - 28, x, 698 - 56)
    canvas.save()
    table = only_table(load_document(tmp_path / "l.pdf"))
    assert table.header == ("", "2023", "2022")
    assert ("Water", "98", "90") in table.rows


def test_a_gap_in_the_rules_does_not_part_a_table(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "g.pdf"), pagesize=A4)
    rows = [
        ("No.", "Task", "Code", "Owner", "Cost"),
        ("1", "Doors", "D-1", "Ada", "10"),
        ("2", "Roof", "R-2", "Ben", "20"),
        ("3", "Gate", "G-3", "Cem", "30"),
    ]
    xs = (72, 110, 180, 250, 320, 390)
    for r in range(5):
        canvas.line(72, 700 - 20 * r, 180, 700 - 20 * r)
        canvas.line(250, 700 - 20 * r, 390, 700 - 20 * r)
    for x in xs:
        canvas.line(x, 700, x, 620)
    for r, row in enumerate(rows):
        for x, text in zip(xs, row, strict=False):
            canvas.drawString(x + 4, 686 - 20 * r, text)
    canvas.save()
    table = only_table(load_document(tmp_path / "g.pdf"))
    assert (table.header, *table.rows) == tuple(rows)


def test_the_fields_of_a_form_above_a_table_are_not_its_header(tmp_path: Path) -> None:
    page = [(72, 100, "Date: 28 May"), (200, 100, "Place: Gdansk"), (340, 100, "Hour: 20"), (72, 114, "Chair: Maria Kowalska"),
            (340, 114, "Result: carried")]  # fmt: skip
    rows = [["Group", "For", "Against"], ["North", "12", "3"], ["South", "9", "4"], ["Total", "21", "7"]]
    page += columns_at(rows, [72, 200, 340], top=130)
    document = load_document(papers.lines_at(tmp_path / "f.pdf", [page], rules=[(70, 420, 118)]))
    assert only_table(document).header == ("Group", "For", "Against")
    assert "Chair: Maria Kowalska" in document.text


def test_names_that_stand_over_the_middle_of_their_columns_span_them(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "s.pdf"), pagesize=A4)
    canvas.setFont("Helvetica", 9)
    for x, text in ((300, "Exports"), (460, "Imports")):
        canvas.drawCentredString(x, 742, text)
    rows = [
        ("Country", "2019", "2020", "2019", "2020"),
        *(
            (n, f"{i}5.1", f"{i}00.4", f"{i}31.0", f"{i}2.9")
            for i, n in enumerate(("Austria", "Chile", "France", "Total"), 1)
        ),
    ]
    for r, row in enumerate(rows):
        canvas.drawString(72, 728 - 14 * r, row[0])
        for x, text in zip((270, 340, 430, 500), row[1:], strict=True):
            canvas.drawRightString(x, 728 - 14 * r, text)
    canvas.save()
    table = only_table(load_document(tmp_path / "s.pdf"))
    assert table.header == ("Country", "Exports 2019", "Exports 2020", "Imports 2019", "Imports 2020")


def test_a_rule_above_the_total_of_one_column_parts_all_columns(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "r.pdf"), pagesize=A4)
    canvas.setFont("Helvetica", 9)
    rows = [
        ("Age", "People", "Age", "People"),
        *((f"{n} years", f"{n},100", f"{n + 40} years", f"{n},700") for n in range(1, 7)),
    ]
    rows.append(("7 years", "7,100", "Total", "99,999"))
    for r, row in enumerate(rows):
        for x, text in zip((76, 150, 236, 310), row, strict=True):
            canvas.drawString(x, 688 - 14 * r, text)
    bottom = 700 - 14 * len(rows)
    for y in (700, 685, bottom):
        canvas.line(72, y, 380, y)
    canvas.line(232, bottom + 14, 380, bottom + 14)
    for x in (72, 232, 380):
        canvas.line(x, 700, x, bottom)
    canvas.save()
    table = only_table(load_document(tmp_path / "r.pdf"))
    assert (table.header, *table.rows) == tuple(rows)
