"""Rows that only white space parts, captions, and raised footnote marks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ragtester.documents import load_document
from ragtester.records import Document

_TEXT = (
    ("Accessory", "Order number", "Material and cleaning", "Price"),
    ("Adult cuff", "33-954E", "latex-free rubber", "EUR 50"),
    ("Compact reusable cuff for small arms", "57-862V", "polyurethane, wiped with alcohol only", "EUR 108"),
    ("Pulse sensor", "31-892B", "silicone", "EUR 330"),
    ("Chamber", "90-777C", "polycarbonate, discarded after every patient", "EUR 7"),
)
_NUMBERS = (
    ("Site", "Staff", "Area", "Budget"),
    ("Harbour depot and the workshop beside it", "323", "1,200", "45,000"),
    ("Annexe", "41", "300", "9,500"),
    ("Central laboratory of the district", "87", "2,450", "120,300"),
    ("Gate house", "4", "22", "800"),
)


def _document(folder: Path, rows: Sequence[Sequence[str]], *, align: str, frame: str, padding: float) -> Document:
    from reportlab.lib import colors
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table

    style = getSampleStyleSheet()["BodyText"]
    style.spaceBefore = style.spaceAfter = 0
    lines = {
        "none": [],
        "head": [("LINEBELOW", (0, 0), (-1, 0), 0.7, colors.black)],
        "box": [("BOX", (0, 0), (-1, -1), 0.7, colors.black), ("LINEBELOW", (0, 0), (-1, 0), 0.7, colors.black)],
        "columns": [
            ("BOX", (0, 0), (-1, -1), 0.7, colors.black),
            ("LINEBELOW", (0, 0), (-1, 0), 0.7, colors.black),
            ("LINEAFTER", (0, 0), (-2, -1), 0.5, colors.black),
        ],
    }[frame]
    table = Table(
        [[Paragraph(cell, style) for cell in row] for row in rows],
        colWidths=[112, 74, 120, 60],
        style=[
            ("VALIGN", (0, 0), (-1, -1), align),
            ("TOPPADDING", (0, 0), (-1, -1), padding),
            ("BOTTOMPADDING", (0, 0), (-1, -1), padding),
            *lines,
        ],
    )
    before = Paragraph(
        "The list names what can be ordered from the depot at any time of the year by its clients.", style
    )
    after = Paragraph("Orders are placed by telephone, and they are confirmed in writing within a few days.", style)
    path = folder / "table.pdf"
    SimpleDocTemplate(str(path)).build([before, Spacer(1, 14), table, Spacer(1, 14), after])
    return load_document(path)


@pytest.mark.parametrize("align", ["TOP", "MIDDLE", "BOTTOM"])
@pytest.mark.parametrize("frame", ["none", "head", "box", "columns"])
@pytest.mark.parametrize("rows", [_TEXT, _NUMBERS], ids=["words", "numbers"])
def test_a_wrapped_cell_stays_in_its_row(tmp_path: Path, rows: Sequence[Sequence[str]], frame: str, align: str) -> None:
    document = _document(tmp_path, rows, align=align, frame=frame, padding=5)
    (table,) = document.tables
    assert table.header == rows[0]
    assert list(table.rows) == list(rows[1:])


def test_prose_in_three_columns_is_no_table() -> None:
    from ragtester.documents.pdf.banded import banded_grids
    from ragtester.documents.pdf.ink import Sheet, Word
    from ragtester.documents.pdf.lines import group_lines

    words = [
        Word(f"word{i}", 40 + 180 * column + 30 * i, 66 + 180 * column + 30 * i, top, top + 10, 10)
        for column in range(3)
        for block in range(4)
        for line in range(5)
        for top in (100 + 80 * block + 12 * line,)
        for i in range(5)
    ]
    sheet = Sheet(number=1, width=600, height=800, words=tuple(words))
    assert list(banded_grids(sheet, group_lines(words), space=3)) == []


def test_rows_of_numbers_without_space_between_them_are_not_one_row() -> None:
    from ragtester.documents.pdf.banded import wrapped_rows
    from ragtester.documents.pdf.ink import Word

    def column(x: float, texts: Sequence[str]) -> list[Word]:
        tops = [100, 112, 140, 152, 180, 192]
        return [Word(text, x, x + 20, top, top + 10, 10) for text, top in zip(texts, tops, strict=True)]

    labels, numbers = column(50, list("abcdef")), column(150, ["1", "2", "3", "4", "5", "6"])
    assert wrapped_rows([labels, numbers]) == []
    assert wrapped_rows([labels]) == []


def test_captions_are_no_headings_and_keep_their_footnote_mark_at_the_end(tmp_path: Path) -> None:
    from ragtester.corpus import markdown_to_pdf

    text = (
        "## Charges\n\nThe charges are listed here, and they hold for the whole year.\n\n"
        "Table: Charges by place[^n1]\n\n| Place | Charge |\n|---|---|\n| Annexe | EUR 5 |\n| Gate | EUR 7 |\n| Yard | EUR 9 |\n\n"
        "[^n1]: Rounded.\n"
    )
    markdown_to_pdf(text, tmp_path / "a.pdf", title="Charges of the year")
    document = load_document(tmp_path / "a.pdf")
    assert not [heading.text for heading in document.headings if "Table 1" in heading.text]
    assert document.tables[0].caption == "Table 1. Charges by place ¹"
