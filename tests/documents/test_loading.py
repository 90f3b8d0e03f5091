"""Text, Markdown, HTML and DOCX become documents; folders and patterns become lists of them."""

from __future__ import annotations

import hashlib
from datetime import date
from pathlib import Path

import docx
import pytest

from ragtester.documents import Loaded, load_document, load_documents
from ragtester.errors import DocumentError

PAGE = """<!doctype html><html><head><title>The  page</title><style>a{}</style><script>alert(1)</script></head>
<body><nav>Home | About</nav><h1>Title <em>one</em></h1><p>Hello&nbsp;world,<br>second line</p>
<ul><li>One</li><li>Two</li></ul><ol><li>First</li><li>Second</li></ol>
<table><caption>Prices</caption><thead><tr><th rowspan=2>Item</th><th colspan=2>Price</th></tr>
<tr><th>2023</th><th>2024</th></tr></thead><tr><td>Bolt</td><td>1</td><td>2</td></tr>
<tr><td colspan=3>All prices net</td></tr><tr><td rowspan="2">Nut</td><td>3</td><td>4</td></tr>
<tr><td>5</td><td>6</td></tr></table>
<table><tr><td>Only layout, with a <b>word</b></td></tr></table>
<pre>a  b
 c</pre><p hidden>unseen</p><!-- remark --><footer>Imprint</footer></body></html>"""


def written(path: Path, text: str, *, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    return path


def test_html_keeps_text_and_tables_and_drops_what_is_not_content(tmp_path: Path) -> None:
    document = load_document(written(tmp_path / "page.html", PAGE))
    assert document.title == "The page"
    assert document.text.split("\n\n") == [
        "Title one",
        "Hello world,\nsecond line",
        "- One",
        "- Two",
        "1. First",
        "2. Second",
        "Prices\nItem: Bolt | Price 2023: 1 | Price 2024: 2\nItem: All prices net\n"
        "Item: Nut | Price 2023: 3 | Price 2024: 4\nItem: Nut | Price 2023: 5 | Price 2024: 6",
        "Only layout, with a word",
        "a  b\n c",
    ]
    (table,) = document.tables
    assert table.header == ("Item", "Price 2023", "Price 2024")
    assert document.text[table.start : table.end].startswith("Prices\nItem: Bolt")
    assert [(h.text, h.level) for h in document.headings] == [("Title one", 1)]


@pytest.mark.parametrize("charset", ["iso-8859-2", "utf-8", "nonsense"])
def test_html_is_decoded_by_its_declared_charset(tmp_path: Path, charset: str) -> None:
    encoding = "utf-8" if charset == "nonsense" else charset
    page = written(tmp_path / "p.htm", f'<meta charset="{charset}"><p>Žluťoučký kůň</p>', encoding=encoding)
    assert load_document(page).text == "Žluťoučký kůň"


def test_a_table_without_header_cells_keeps_all_its_rows(tmp_path: Path) -> None:
    page = written(tmp_path / "t.html", "<table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table>")
    document = load_document(page)
    assert document.text == "a | 1\nb | 2"
    assert document.tables[0].header == ("", "")


def test_markdown_declares_its_metadata_and_loses_its_marks(tmp_path: Path) -> None:
    source = (
        "---\ntitle: Leave policy\nrevision: 3\neffective_from: 2024-01-01\neffective_to: '2025-06-30'\n"
        "roles: [hr, staff]\ntenant: acme\nstatus: superseded\nlanguage: en\nother: 1\n---\n"
        "# Leave\n\nTake *all* `days`.\n\n## Table\n\n| Grade | Days |\n|---|---:|\n| A | 20 |\n| B | 30 |\n"
    )
    document = load_document(written(tmp_path / "leave.md", source))
    assert document.text == "Leave\n\nTake all days.\n\nTable\n\nGrade: A | Days: 20\nGrade: B | Days: 30"
    assert (document.title, document.revision, document.status) == ("Leave policy", 3, "superseded")
    assert (document.effective_from, document.effective_to) == (date(2024, 1, 1), date(2025, 6, 30))
    assert (document.roles, document.tenant) == (("hr", "staff"), "acme")
    assert [(h.text, h.level, document.text[h.start :][:5]) for h in document.headings] == [
        ("Leave", 1, "Leave"),
        ("Table", 2, "Table"),
    ]


@pytest.mark.parametrize("line", ["revision: none", "revision: 0", "effective_from: soon", "status: lost"])
def test_a_wrong_front_matter_value_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(DocumentError, match=line.split(":")[0]) as caught:
        load_document(written(tmp_path / "x.md", f"---\n{line}\n---\ntext"))
    assert caught.value.problem == "broken"


@pytest.mark.parametrize("front", ["---\nno end", "---\n[1, 2\n---\nbody", "---\n- a\n- b\n---\nbody"])
def test_what_is_no_front_matter_stays_text(tmp_path: Path, front: str) -> None:
    assert load_document(written(tmp_path / "x.md", front)).text


def test_a_single_role_is_a_role(tmp_path: Path) -> None:
    assert load_document(written(tmp_path / "x.md", "---\nroles: hr\n---\nbody")).roles == ("hr",)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_text_is_decoded(tmp_path: Path, encoding: str) -> None:
    document = load_document(written(tmp_path / "a.txt", "Größe: 30 €\r\n\r\nZweiter Absatz", encoding=encoding))
    assert document.text == "Größe: 30 €\n\nZweiter Absatz"


def test_form_feeds_in_text_are_pages(tmp_path: Path) -> None:
    document = load_document(written(tmp_path / "a.txt", "one\n\ntwo\fthree\f"))
    assert [document.text[page.start : page.end].strip() for page in document.pages] == ["one\n\ntwo", "three"]


def test_docx_keeps_headings_lists_and_tables_in_order(tmp_path: Path) -> None:
    word = docx.Document()
    word.core_properties.title = "Handbook"
    word.add_heading("Leave", 1)
    word.add_paragraph("Staff may take leave.")
    word.add_paragraph("One", style="List Bullet")
    table = word.add_table(rows=2, cols=2)
    for at, text in enumerate(("Grade", "Days", "A", "20")):
        table.cell(at // 2, at % 2).text = text
    word.add_paragraph("")
    word.add_paragraph("The end.")
    word.save(str(tmp_path / "h.docx"))
    document = load_document(tmp_path / "h.docx")
    assert document.text == "Leave\n\nStaff may take leave.\n\n- One\n\nGrade: A | Days: 20\n\nThe end."
    assert document.title == "Handbook"
    assert document.headings[0].level == 1


def test_a_document_says_where_it_comes_from(tmp_path: Path) -> None:
    path = written(tmp_path / "note.txt", "hello")
    document = load_document(str(path))
    assert (document.id, document.file, document.media_type) == ("note", "note.txt", "text/plain")
    assert document.sha256 == hashlib.sha256(b"hello").hexdigest()


def test_folders_patterns_and_files_are_read_once_each(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / ".hidden").mkdir()
    written(tmp_path / "a.txt", "one")
    written(tmp_path / "sub" / "a.txt", "two")
    written(tmp_path / ".hidden" / "z.txt", "unseen")
    loaded = load_documents([tmp_path, tmp_path / "a.txt", str(tmp_path / "**" / "*.txt")])
    assert isinstance(loaded, Loaded)
    assert [(d.id, d.file, d.text) for d in loaded.documents] == [("a", "a.txt", "one"), ("sub/a", "sub/a.txt", "two")]
    assert not loaded.problems


def test_equal_stems_get_numbers(tmp_path: Path) -> None:
    written(tmp_path / "a.txt", "one")
    written(tmp_path / "a.md", "two")
    assert [d.id for d in load_documents(tmp_path).documents] == ["a", "a-2"]


def test_an_empty_folder_is_a_problem(tmp_path: Path) -> None:
    (problem,) = load_documents(tmp_path).problems
    assert problem.problem == "missing"
