"""Markdown as PDF: structure, scripts, and the same bytes for the same text."""

from __future__ import annotations

import re
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pdfplumber
import pytest
from pypdf import PdfReader

from ragtester.corpus import FACES, font_problems, markdown_to_pdf
from ragtester.corpus.pdf.charts import parse_chart
from ragtester.errors import UnknownNameError

TEXT = """Opening words with **bold**, *italics*, `code()` and a [link](https://example.org/a?b=1&c=2).

# Part one

## First section

- apples
- pears, of two kinds

    - round ones
    - long ones

1. Open the lid.
2. Close it again.

### Detail

> A quotation of somebody.

```python
def answer(): return 42
```

Term
:   Its meaning in a few words

---

Table: Sizes by kind[^n]

| Kind | Size | Note |
|---|---:|---|
| small | 1 | **shared** |
| medium | 2 | ^^ |
| large | 3 | of its own |
| everything together | << | << |

```chart
{"kind": "bar", "title": "Sizes", "unit": "EUR", "bars": [["small", 1], ["large", 3.5]]}
```

[^n]: Rounded to whole numbers.
"""

LANGUAGES = {
    "de": "Die Kündigungsfrist beträgt für Außendienstmitarbeiter vierzehn Tage; Überstunden werden vergütet.",
    "es": "El período de prueba dura seis meses y la señora Muñoz aprueba las vacaciones; ¿quién firma después?",
    "fr": "L’indemnité journalière s’élève à 48 € ; le cœur du règlement est l’article « Durée ».",
    "cs": "Výpovědní lhůta činí dva měsíce; příliš žluťoučký kůň úpěl ďábelské ódy.",
    "el": "Η περίοδος προειδοποίησης είναι δεκατέσσερις ημέρες. Πολυτονικό: ἀρχὴ ἥμισυ παντός, τῷ θεῷ.",
    "zh": "试用期为六个月，年假二十五天，由王丽女士批准。员工应在十四天内提交报销单据。",
    "ar": "تبلغ مدة الإشعار أربعة عشر يوماً للعاملين في المستودع، ورقم النموذج هو AB-204 والحد الأقصى 1250 ريال.",
}


@pytest.fixture
def make(tmp_path: Path) -> Callable[..., Path]:
    def write(markdown: str, **options: object) -> Path:
        path = tmp_path / "made.pdf"
        markdown_to_pdf(markdown, path, **{"title": "A title", **options})  # type: ignore[arg-type]
        return path

    return write


def plain(text: str) -> str:
    kept = [sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign)]
    return re.sub(r"\s+", "", "".join(kept))


@pytest.mark.parametrize("face", sorted(FACES))
def test_every_face_sets_every_kind_of_block(face: str, make: Callable[..., Path]) -> None:
    path = make(TEXT, face=face, subtitle="An organisation", meta=[("Revision", "3"), ("Contact", "Ann Bell")])
    text = " ".join("\n".join(page.extract_text() for page in PdfReader(path).pages).split())
    for said in (
        "A title", "An organisation", "Revision", "Ann Bell", "Opening words with bold, italics, code() and a link.",
        "Part one", "First section", "pears, of two kinds", "long ones", "Close it again.", "A quotation of somebody.",
        "def answer(): return 42", "Its meaning in a few words", "Table 1. Sizes by kind", "everything together",
        "Figure 1. Sizes", "EUR 3.5", "Rounded to whole numbers.", "Page 1 of",
    ):  # fmt: skip
        assert said in text, said


def test_each_face_looks_different(make: Callable[..., Path]) -> None:
    assert len({make(TEXT, face=face).read_bytes() for face in FACES}) == len(FACES)
    with pytest.raises(UnknownNameError, match="handbook"):
        make("text", face="handbok")


def test_equal_text_gives_equal_bytes(make: Callable[..., Path]) -> None:
    assert make(TEXT).read_bytes() == make(TEXT).read_bytes()


def test_headings_are_bookmarks_that_lead_to_their_page(make: Callable[..., Path]) -> None:
    long = "\n\n".join(f"## Section {name}\n\n" + "Words that fill a line of the page. " * 120 for name in "ABCDE")
    reader = PdfReader(make(long))
    entries = [entry for entry in reader.outline if not isinstance(entry, list)]
    assert [re.sub(r"^\d+\s+", "", str(entry.title)) for entry in entries] == [f"Section {name}" for name in "ABCDE"]
    pages = [reader.get_destination_page_number(entry) for entry in entries]
    assert pages == sorted(pages)
    assert pages[-1] > 0
    assert f"Page {len(reader.pages)} of {len(reader.pages)}" in reader.pages[-1].extract_text()


def test_metadata_and_links_are_in_the_file(make: Callable[..., Path]) -> None:
    reader = PdfReader(make(TEXT, author="An author", subject="manual", keywords="a, b", language="de"))
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.author, reader.metadata.subject) == (
        "A title",
        "An author",
        "manual",
    )
    links = [note.get_object()["/A"]["/URI"] for note in reader.pages[0].get("/Annots", [])]
    assert "https://example.org/a?b=1&c=2" in links


def test_a_link_that_is_no_address_is_plain_text(make: Callable[..., Path]) -> None:
    reader = PdfReader(make("Press [here](javascript:alert(1)) or [there](#x) and see ![a picture](x.png).<br>Next"))
    assert "Press here or there and see [a picture]" in " ".join(reader.pages[0].extract_text().split())
    assert "/Annots" not in reader.pages[0]


def test_a_table_over_pages_repeats_its_header_and_keeps_every_row(make: Callable[..., Path]) -> None:
    rows = "\n".join(f"| item {place} | {place * 3} |" for place in range(150))
    with pdfplumber.open(make(f"Table: Items\n\n| Item | Amount |\n|---|---:|\n{rows}", face="statute")) as pdf:
        tables = [table for page in pdf.pages for table in page.extract_tables()]
    assert len(tables) >= 3
    assert all(table[0] == ["Item", "Amount"] for table in tables)
    assert [row for table in tables for row in table[1:]] == [[f"item {n}", str(n * 3)] for n in range(150)]


def test_cells_are_merged_up_and_to_the_left(make: Callable[..., Path]) -> None:
    with pdfplumber.open(make(TEXT, face="statute")) as pdf:
        table = pdf.pages[0].extract_tables()[-1]
    assert table[1:] == [
        ["small", "1", "shared"],
        ["medium", "2", None],
        ["large", "3", "of its own"],
        ["everything together", None, None],
    ]


def test_a_wide_table_stays_on_the_page(make: Callable[..., Path]) -> None:
    head = " | ".join(f"Column number {place}" for place in range(12))
    cells = " | ".join("considerable-content-without-a-break" for _ in range(12))
    path = make(f"| {head} |\n|{'---|' * 12}\n| {cells} |\n| only one |")
    with pdfplumber.open(path) as pdf:
        assert all(char["x1"] <= pdf.pages[0].width for char in pdf.pages[0].chars)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_text_of_many_languages_reads_back(language: str, make: Callable[..., Path]) -> None:
    from ragtester.documents import load_document

    text = LANGUAGES[language]
    markdown = (
        f"## {text[:14]}\n\n{text} {text}\n\n- *{text[:20]}*\n\n| {text[:9]} | B |\n|---|---|\n| {text[9:16]} | 2 |"
    )
    path = make(markdown, language=language, face="report", subtitle=text[:12], meta=[("A", text[:8])])
    assert plain(text) in plain(load_document(path).text)
    assert "\0" not in PdfReader(path).pages[0].extract_text()


def test_long_arabic_text_runs_over_pages_from_right_to_left(make: Callable[..., Path]) -> None:
    with pdfplumber.open(make((LANGUAGES["ar"] + " ") * 90)) as pdf:
        assert len(pdf.pages) == 2
        line = pdf.pages[0].chars
        assert max(char["x1"] for char in line) > pdf.pages[0].width * 0.8
        assert all(char["x0"] >= 0 for char in line)


def test_no_letter_of_the_shipped_languages_is_missing_from_the_fonts() -> None:
    from ragtester.corpus.pdf.fonts import SANS, SERIF, SLAB, family_for, letters

    for family in (SANS, SERIF, SLAB):
        for text in LANGUAGES.values():
            for sign in text:
                assert sign.isspace() or ord(sign) in letters(family_for(sign, family)), sign
    assert family_for("\U0001f9ff", SANS) == SANS
    assert font_problems() == []


@pytest.mark.parametrize(
    "text", ["no json", "[1]", '{"bars": 3}', '{"bars": []}', '{"bars": [["a", "x"], ["b"], ["c", -1], ["d", true]]}']
)
def test_what_is_no_chart_is_shown_as_code(text: str, make: Callable[..., Path]) -> None:
    assert parse_chart(text) is None
    shown = PdfReader(make(f"```chart\n{text}\n```")).pages[0].extract_text()
    assert text.split()[0][:8] in shown


def test_a_list_item_of_paragraphs_and_a_table_inside_it_are_set(make: Callable[..., Path]) -> None:
    markdown = "1. First paragraph.\n\n    Second paragraph.\n\n    - inner\n\n2. Next\n\n5. Last\n"
    text = PdfReader(make(markdown + "\n<div><p>Inside a box.</p></div>\n\nEnd.")).pages[0].extract_text()
    for said in ("First paragraph.", "Second paragraph.", "inner", "Last", "Inside a box."):
        assert said in text


@pytest.mark.skipif(find_spec("uharfbuzz") is None, reason="uharfbuzz is not installed")
def test_writing_a_pdf_leaves_room_for_llama_cpp(tmp_path: Path) -> None:
    """Both bring a type of Cython's in different sizes, so that one process cannot load both."""
    code = (
        "import sys, pathlib\n"
        "from ragtester.corpus import markdown_to_pdf\n"
        f"markdown_to_pdf('# A\\n\\nText.', pathlib.Path({str(tmp_path / 'a.pdf')!r}), title='A')\n"
        "print('uharfbuzz' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]
