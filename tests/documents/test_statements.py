"""Financial statements: groups of rows with white between them, labels that run into the numbers, signs at a column's end."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragtester.documents import load_document
from ragtester.records import Document

_GROUPS = (
    (("Cash at the beginning of the period", "$ 24,977", "$ 35,929"),),
    (
        ("Operating activities:",),
        ("Net income", "74,039", "79,082"),
        ("Adjustments to reconcile net income to cash from operations:",),
        ("Depreciation and amortisation", "8,866", "8,239"),
        ("Other", "(1,651)", "2,695"),
        ("Cash from operating activities", "81,254", "90,016"),
    ),
    (
        ("Investing activities:",),
        ("Purchases of securities", "(20,956)", "(70,178)"),
        ("Proceeds from sales of securities", "3,959", "\u2014"),
        ("Cash used in investing activities", "(16,997)", "(70,178)"),
    ),
    (
        ("Dividends declared for each share and each restricted stock unit", "$ 0.70", "$ 0.67"),
        ("Cash at the end of the period", "$ 29,898", "$ 28,861"),
    ),
)


def _statement(folder: Path, *, white: float) -> Document:
    """A statement without rules; `white` points part its groups."""
    from reportlab.pdfgen.canvas import Canvas

    path = folder / "statement.pdf"
    canvas = Canvas(str(path), pagesize=(612, 792))
    canvas.setFont("Helvetica", 9)
    canvas.drawString(60, 740, "The statement of cash flows is shown in millions for the nine months of each year.")
    for right, year in ((415, "2023"), (500, "2022")):
        canvas.drawRightString(right, 712, year)
    y = 700.0
    for group in _GROUPS:
        for label, *values in group:
            inside = group[0][0].endswith(":") and label != group[0][0]
            canvas.drawString(70 if inside else 60, y, label)
            for right, value in zip((415, 500), values, strict=False):
                sign, _, number = value.rpartition(" ")
                canvas.drawRightString(right, y, number)
                canvas.drawString(right - 70, y, sign)
            y -= 11
        y -= white
    canvas.save()
    return load_document(path)


@pytest.mark.parametrize("white", [0.0, 4.0, 9.0, 14.0])
def test_every_line_of_a_statement_is_a_row(tmp_path: Path, white: float) -> None:
    text = _statement(tmp_path, white=white).text
    for row in (
        "Cash at the beginning of the period | 2023: $24,977 | 2022: $35,929",
        "Operating activities: Net income | 2023: 74,039 | 2022: 79,082",
        "Other | 2023: (1,651) | 2022: 2,695",
        "Investing activities: Purchases of securities | 2023: (20,956) | 2022: (70,178)",
        "Proceeds from sales of securities | 2023: 3,959 | 2022: \u2014",
        "Cash at the end of the period | 2023: $29,898 | 2022: $28,861",
    ):
        assert row in text


def test_a_label_that_runs_into_the_numbers_stays_whole(tmp_path: Path) -> None:
    text = _statement(tmp_path, white=4.0).text
    assert "each restricted stock unit | 2023: $0.70 | 2022: $0.67" in text


def test_a_dash_in_a_table_of_words_does_not_make_its_first_row_a_header(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    path = tmp_path / "listing.pdf"
    canvas = Canvas(str(path), pagesize=(612, 792))
    canvas.setFont("Helvetica", 9)
    rows = (
        ("Title of class", "Trading symbol", "Exchange"),
        ("Common stock", "ABCD", "Harbour Exchange"),
        ("Notes due next spring", "\u2014", "Harbour Exchange"),
        ("Notes due next autumn", "\u2014", "Northern Exchange"),
    )
    for index, row in enumerate(rows):
        for x, text in zip((60, 260, 400), row, strict=True):
            canvas.drawString(x, 700 - 12 * index, text)
    for y in (697.5, 660.0, 710.0):
        canvas.line(58, y, 520, y)
    canvas.save()
    assert "Common stock | Trading symbol: ABCD | Exchange: Harbour Exchange" in load_document(path).text


def test_a_name_in_the_middle_of_three_columns_is_the_name_of_all_three(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    path = tmp_path / "groups.pdf"
    canvas = Canvas(str(path), pagesize=(612, 792))
    canvas.setFont("Helvetica", 9)
    rights = (250, 310, 360, 430, 490, 540)
    canvas.drawCentredString((220 + 360) / 2, 712, "Three months")
    canvas.drawCentredString((400 + 540) / 2, 712, "Nine months")
    lines = (
        ("", "2023", "2022", "Change", "2023", "2022", "Change"),
        ("Boats", "35,383", "37,472", "(6)%", "122,445", "129,850", "(6)%"),
        ("Bicycles", "20,205", "19,287", "5%", "71,831", "72,323", "(1)%"),
        ("Tickets", "15,758", "14,604", "8%", "57,475", "58,730", "(2)%"),
    )
    for index, (label, *values) in enumerate(lines):
        canvas.drawString(60, 700 - 12 * index, label)
        for right, value in zip(rights, values, strict=True):
            canvas.drawRightString(right, 700 - 12 * index, value)
    canvas.save()
    row = "Boats | Three months 2023: 35,383 | Three months 2022: 37,472 | Three months Change: (6)%"
    assert f"{row} | Nine months 2023: 122,445" in load_document(path).text
