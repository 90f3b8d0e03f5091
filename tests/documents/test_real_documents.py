"""Documents that nobody here wrote; skipped where they are absent."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from ragtester.documents import load_document, load_documents
from ragtester.errors import DocumentError


@pytest.fixture(scope="module")
def filing(data: Path):  # type: ignore[no-untyped-def]
    return load_document(data / "sec10q" / "2023 Q3 AAPL.pdf")


def line_with(text: str, start: str) -> str:
    return next(line for line in text.split("\n") if line.startswith(start))


def test_the_statements_of_a_filing_name_row_and_column(filing) -> None:  # type: ignore[no-untyped-def]
    sales = line_with(filing.text, "Net sales: Products")
    assert "Three Months Ended July 1, 2023: $60,584" in sales
    assert "Nine Months Ended June 25, 2022: $245,241" in sales
    assert "July 1, 2023: (265)" in line_with(filing.text, "Other income/(expense), net |")
    assert "July 1, 2023: $28,408 | September 24, 2022: $23,646" in line_with(
        filing.text, "Current assets: Cash and cash equivalents"
    )
    assert (
        line_with(filing.text, "Total assets") == "Total assets | July 1, 2023: $335,038 | September 24, 2022: $352,755"
    )
    assert len(filing.pages) == 29
    assert "Form 10-Q | 1" not in filing.text


@pytest.mark.parametrize(
    ("name", "rows", "columns", "last"),
    [
        ("schools", 221, 10, "129,445.00"),
        ("Publication_of_award_of_Bids_for_Transport_Sector__August_2016", 44, 11, "Project ongoing"),
    ],
)
def test_a_table_over_five_pages_is_complete(data: Path, name: str, rows: int, columns: int, last: str) -> None:
    (table,) = load_document(data / "icdar2013_tables" / f"{name}.pdf").tables
    assert (len(table.rows), len(table.header), table.rows[-1][-1]) == (rows, columns, last)
    with (data / "icdar2013_tables" / f"{name}.csv").open(encoding="utf-8") as file:
        truth = list(csv.reader(file))[1:]
    first = {tuple("".join(cell.replace("‐", "-").split()) for cell in row if cell) for row in truth}
    ours = {tuple("".join(cell.split()) for cell in row if cell) for row in table.rows}
    assert len(first & ours) >= 0.85 * len(first)


def test_every_sample_gives_text_or_one_error(data: Path) -> None:
    folder = data / "pypdf_samples"
    loaded = load_documents(folder)
    assert [Path(problem.file).stem for problem in loaded.problems] == ["libreoffice-writer-password"]
    texts = {document.id: document.text for document in loaded.documents}
    assert "Foo: bar" in texts["pdfkit"]
    assert texts["habibi"].split() == ["حَبيبي", "habibi", "حَبيبي"]
    assert "Name: Foo Bar" in " ".join(texts["reportlab-overlay"].split())
    assert "273.879.750¹" in texts["google-doc-document"]
    flat = texts["multicolumn"]
    assert flat.index("Nam dui ligula") < flat.index("Quisque ullamcorper") < flat.index("Suspendisse vel felis")
    assert "malesuada fames ac turpis egestas" in flat
    with_password = load_document(folder / "libreoffice-writer-password.pdf", password="openpassword")
    assert with_password.text.startswith("Lorem ipsum dolor sit amet")
    with pytest.raises(DocumentError, match="give its password"):
        load_document(folder / "libreoffice-writer-password.pdf")
