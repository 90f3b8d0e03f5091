"""Every file that cannot be read gives one DocumentError that says why, and never stops the others."""

from __future__ import annotations

import logging
import random
import zipfile
from pathlib import Path

import papers
import pytest
from pypdf import PdfWriter

from ragtester.documents import limits, load_document, load_documents
from ragtester.errors import DocumentError


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bad")


@pytest.fixture(scope="module")
def good(folder: Path) -> Path:
    return papers.ruled_table(folder / "good.pdf", [["Part", "Price"], ["Bolt", "1.50"], ["Nut", "0.75"]])


def problem_of(path: Path, **options: str) -> str:
    with pytest.raises(DocumentError) as caught:
        load_document(path, **options)
    message = str(caught.value)
    assert str(path) in message
    assert "\n" not in message
    assert message.count(str(path)) == 1
    return caught.value.problem


def test_a_file_without_bytes_is_empty(folder: Path) -> None:
    for suffix in (".pdf", ".txt", ".md", ".html", ".docx"):
        path = folder / f"zero{suffix}"
        path.write_bytes(b"")
        assert problem_of(path) == "empty"


def test_a_missing_file_is_missing(folder: Path) -> None:
    assert problem_of(folder / "nowhere.pdf") == "missing"


def test_a_folder_is_not_a_document(folder: Path) -> None:
    (folder / "folder.pdf").mkdir()
    assert problem_of(folder / "folder.pdf") == "unsupported"


def test_a_name_that_is_too_long_is_missing(folder: Path) -> None:
    with pytest.raises(DocumentError) as caught:
        load_document(folder / ("x" * 5000 + ".pdf"))
    assert caught.value.problem == "missing"


def test_an_unknown_suffix_lists_the_known_ones(folder: Path) -> None:
    path = folder / "sheet.xlsx"
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(DocumentError, match=r"'\.xlsx'.*\.docx.*\.pdf") as caught:
        load_document(path)
    assert caught.value.problem == "unsupported"


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("plain.pdf", b"just some words", "broken"),
        ("page.pdf", b"<!DOCTYPE html><html><body>no</body></html>", "unsupported"),
        ("picture.pdf", b"\x89PNG\r\n\x1a\n....", "unsupported"),
        ("paper.txt", b"%PDF-1.7 ...", "unsupported"),
        ("old.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....", "unsupported"),
        ("words.docx", b"no archive at all", "broken"),
        ("cut.docx", b"PK\x03\x04 cut off", "broken"),
        ("binary.txt", b"abc\x00\x01\x02", "broken"),
    ],
)
def test_a_wrong_suffix_is_said(folder: Path, name: str, content: bytes, problem: str) -> None:
    (folder / name).write_bytes(content)
    assert problem_of(folder / name) == problem


def test_a_cut_off_pdf_is_broken(folder: Path, good: Path) -> None:
    raw = good.read_bytes()
    for share in (0.1, 0.5, 0.8):
        path = folder / "cut.pdf"
        path.write_bytes(raw[: int(len(raw) * share)])
        assert problem_of(path) == "broken"


def test_a_pdf_without_pages_or_text_is_empty(folder: Path) -> None:
    import pypdf

    none = folder / "no_pages.pdf"
    with none.open("wb") as file:
        pypdf.PdfWriter().write(file)
    blank = folder / "blank.pdf"
    writer = pypdf.PdfWriter()
    writer.add_blank_page(200, 200)
    with blank.open("wb") as file:
        writer.write(file)
    assert problem_of(none) == "empty"
    assert problem_of(blank) == "empty"


def test_a_pdf_of_pictures_asks_for_ocr(folder: Path) -> None:
    path = papers.image_only(folder / "scan.pdf")
    with pytest.raises(DocumentError, match="OCR") as caught:
        load_document(path)
    assert caught.value.problem == "image_only"


def test_an_empty_password_opens_and_another_one_must_be_given(folder: Path, good: Path) -> None:
    open_ = papers.encrypted(folder / "open.pdf", good, user="")
    closed = papers.encrypted(folder / "closed.pdf", good, user="sesame")
    assert "Bolt" in load_document(open_).text
    assert problem_of(closed) == "encrypted"
    assert problem_of(closed, password="wrong") == "encrypted"
    assert load_document(closed, password="sesame").text == load_document(good).text


def test_changed_bytes_never_give_a_traceback_or_noise(
    folder: Path, good: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    raw = good.read_bytes()
    rng = random.Random(11)
    problems = set()
    for _ in range(40):
        changed = bytearray(raw)
        for _ in range(rng.choice([1, 10, 100])):
            changed[rng.randrange(9, len(changed))] = rng.randrange(256)
        path = folder / "changed.pdf"
        path.write_bytes(changed)
        try:
            load_document(path)
        except DocumentError as error:
            problems.add(error.problem)
    assert problems <= {"broken", "empty", "encrypted", "image_only"}
    assert capfd.readouterr() == ("", "")
    assert not caplog.records
    assert logging.getLogger("pypdf").propagate


def test_a_docx_that_unpacks_without_bound_is_refused(folder: Path) -> None:
    path = folder / "bomb.docx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * (limits.MAX_UNPACKED + 1))
    assert problem_of(path) == "too_large"


def test_a_zip_that_is_no_word_file_is_unsupported(folder: Path) -> None:
    path = folder / "other.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "hello")
    assert problem_of(path) == "unsupported"


def test_a_docx_with_a_broken_body_is_broken(folder: Path) -> None:
    path = folder / "body.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", "<not xml")
    assert problem_of(path) == "broken"


def test_files_beyond_a_limit_are_too_large(folder: Path, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = folder / "long.txt"
    text.write_text("word " * 100)
    monkeypatch.setattr(limits, "MAX_CHARACTERS", 50)
    assert problem_of(text) == "too_large"
    monkeypatch.setattr(limits, "MAX_PAGES", 0)
    assert problem_of(good) == "too_large"
    monkeypatch.setattr(limits, "MAX_BYTES", 20)
    assert problem_of(text) == "too_large"
    monkeypatch.undo()
    monkeypatch.setattr(limits, "MAX_TAGS", 3)
    page = folder / "tags.html"
    page.write_text("<p><b>a</b></p>")
    assert problem_of(page) == "too_large"


def test_markup_nested_very_deep_is_read(folder: Path) -> None:
    path = folder / "deep.html"
    path.write_text("<div>" * 20000 + "<p>at the bottom</p>")
    assert load_document(path).text == "at the bottom"


def test_markdown_made_to_be_slow_is_read(folder: Path) -> None:
    path = folder / "brackets.md"
    path.write_text("[" * 8000 + "\n\nA [link](x) stays.")
    assert load_document(path).text.endswith("A link stays.")
    path.write_text("\n".join("    " * level + "- a" for level in range(300)))
    assert problem_of(path) == "broken"


def test_an_external_entity_is_not_followed(folder: Path) -> None:
    secret = folder / "secret.txt"
    secret.write_text("TOP SECRET")
    path = folder / "entity.docx"
    body = (
        f'<?xml version="1.0"?><!DOCTYPE d [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r>'
        "<w:t>before &x; after</w:t></w:r></w:p></w:body></w:document>"
    )
    import docx

    plain = folder / "plain.docx"
    docx.Document().save(str(plain))
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(path, "w") as target:
        for entry in source.infolist():
            target.writestr(entry, body if entry.filename == "word/document.xml" else source.read(entry))
    try:
        assert "SECRET" not in load_document(path).text
    except DocumentError as error:
        assert error.problem in ("broken", "empty")


def test_one_bad_file_never_stops_the_others(tmp_path: Path, good: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(good.read_bytes())
    (tmp_path / "b.pdf").write_bytes(b"%PDF-1.4 broken")
    (tmp_path / "c.txt").write_text("Fine text.")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    loaded = load_documents([tmp_path, tmp_path / "missing.md", str(tmp_path / "*.rst")])
    assert [document.id for document in loaded.documents] == ["a", "c"]
    assert [(Path(p.file).name, p.problem) for p in loaded.problems] == [
        ("b.pdf", "broken"),
        ("missing.md", "missing"),
        ("*.rst", "missing"),
    ]
    assert all(str(tmp_path) not in problem.reason for problem in loaded.problems)


def test_pages_that_are_pictures_are_named_and_the_others_read(folder: Path) -> None:
    papers.lines_at(folder / "text.pdf", [[(60, 100, "The reading room seats 84 visitors.")]])
    papers.image_only(folder / "picture.pdf")
    writer = PdfWriter()
    for name in ("picture.pdf", "text.pdf", "picture.pdf"):
        writer.append(folder / name)
    mixed = folder / "mixed.pdf"
    writer.write(mixed)
    loaded = load_documents(mixed)
    assert [document.text for document in loaded.documents] == ["The reading room seats 84 visitors."]
    (problem,) = loaded.problems
    assert problem.problem == "image_only" and "pages 1, 3 hold only images" in problem.reason


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_a_page_laid_in_the_other_way_round_is_read(folder: Path, angle: int) -> None:
    lines = [
        (60.0, 100.0 + 20 * place, text) for place, text in enumerate(("The fee is 24 euros.", "It is due in May."))
    ]
    papers.lines_at(folder / "upright.pdf", [lines], rules=[(60, 300, 180)])
    writer = PdfWriter(clone_from=folder / "upright.pdf")
    writer.pages[0].rotate(angle)
    writer.write(folder / "turned.pdf")
    assert load_document(folder / "turned.pdf").text == load_document(folder / "upright.pdf").text
