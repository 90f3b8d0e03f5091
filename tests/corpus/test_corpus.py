"""Writing a corpus: every fact can be read back, nothing is redone, equal input gives equal bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from pypdf import PdfReader

from ragtester.corpus import DocumentSettings, blueprint_names, load_blueprint, read_manifest, write_builtin_corpus
from ragtester.errors import InputError
from ragtester.records import Corpus, Fact
from ragtester.text import contains_form


def text_of(path: Path) -> str:
    return re.sub(r"\s+", " ", "\n".join(page.extract_text() for page in PdfReader(path).pages))


def stated_in(fact: Fact, text: str) -> bool:
    whole = contains_form(text, fact.forms) is not None
    return whole or (bool(fact.items) and all(contains_form(text, [item]) for item in fact.items))


class Corpora(dict[str, tuple[Corpus, Path]]):
    """A corpus of each domain, written when it is first looked at."""

    def __init__(self, make_folder: Callable[[str], Path]) -> None:
        super().__init__()
        self._make_folder = make_folder

    def __missing__(self, name: str) -> tuple[Corpus, Path]:
        folder = self._make_folder(name)
        self[name] = (write_builtin_corpus(load_blueprint(name), documents=6, seed=21, folder=folder), folder)
        return self[name]


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> Corpora:
    return Corpora(tmp_path_factory.mktemp)


@pytest.mark.parametrize("name", blueprint_names())
def test_every_fact_can_be_found_in_the_pdf_of_its_document(name: str, corpora: dict[str, tuple[Corpus, Path]]) -> None:
    corpus, folder = corpora[name]
    texts = {document.id: text_of(folder / document.file) for document in corpus.documents}
    lost = [fact.id for fact in corpus.facts if fact.document and not stated_in(fact, texts[fact.document])]
    assert lost == []
    assert all(any(fact.document == document.id for fact in corpus.facts) for document in corpus.documents)


@pytest.mark.parametrize("name", blueprint_names())
def test_no_document_says_anything_about_a_withheld_fact(name: str, corpora: dict[str, tuple[Corpus, Path]]) -> None:
    corpus, _ = corpora[name]
    attributes = load_blueprint(name).attributes
    whole = "\n".join(document.text for document in corpus.documents).casefold()
    for fact in corpus.facts:
        if fact.status == "withheld":
            for phrasing in attributes[fact.attribute].say:
                said = phrasing.replace("{V}", fact.value)
                for slot, filled in (("{S}", fact.subject), ("{O}", fact.subject), ("{P}", f"{fact.subject}'")):
                    assert said.replace(slot, filled).casefold() not in whole, fact.id


@pytest.mark.parametrize("name", blueprint_names())
def test_a_reader_of_documents_finds_pages_headings_and_tables(
    name: str, corpora: dict[str, tuple[Corpus, Path]]
) -> None:
    from ragtester.documents import load_document

    corpus, folder = corpora[name]
    document = corpus.documents[5]
    loaded = load_document(folder / document.file)
    assert loaded.id == document.id
    assert loaded.tables
    assert len(loaded.pages) >= 2
    facts = [fact for fact in corpus.facts if fact.document == document.id]
    assert sum(stated_in(fact, loaded.text) for fact in facts) >= 0.98 * len(facts)


def test_the_manifest_has_the_sha256_of_every_file(corpora: dict[str, tuple[Corpus, Path]]) -> None:
    corpus, folder = corpora["hr-policies"]
    manifest = read_manifest(folder)
    assert [entry.id for entry in manifest.documents] == [document.id for document in corpus.documents]
    for entry in manifest.documents:
        assert sha256((folder / entry.file).read_bytes()).hexdigest() == entry.sha256
        assert entry.missing_facts == ()
        assert len(PdfReader(folder / entry.file).pages) == entry.pages
    lines = (folder / "ledger.jsonl").read_text(encoding="utf-8").splitlines()
    assert tuple(Fact.model_validate_json(line) for line in lines) == corpus.facts


def test_equal_input_gives_equal_bytes(corpora: dict[str, tuple[Corpus, Path]], tmp_path: Path) -> None:
    _, folder = corpora["municipal-bylaws"]
    write_builtin_corpus(load_blueprint("municipal-bylaws"), documents=6, seed=21, folder=tmp_path)
    for file in sorted(folder.iterdir()):
        assert (tmp_path / file.name).read_bytes() == file.read_bytes(), file.name


def test_more_documents_leave_the_first_ones_alone_and_fewer_remove_the_rest(tmp_path: Path) -> None:
    blueprint = load_blueprint("hr-policies")
    write_builtin_corpus(blueprint, documents=2, seed=1, folder=tmp_path)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.pdf")}
    mine = tmp_path / "99-my-own.pdf"
    mine.write_bytes(b"%PDF-1.4")
    write_builtin_corpus(blueprint, documents=4, seed=1, folder=tmp_path)
    after = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.pdf")}
    assert before.items() <= after.items()
    assert len(after) == 5
    write_builtin_corpus(blueprint, documents=1, seed=1, folder=tmp_path)
    assert sorted(path.name for path in tmp_path.glob("*.pdf")) == [min(before), "99-my-own.pdf"]


def test_a_damaged_file_is_written_again(tmp_path: Path) -> None:
    blueprint = load_blueprint("software-operations")
    corpus = write_builtin_corpus(blueprint, documents=2, seed=1, folder=tmp_path)
    path = tmp_path / corpus.documents[0].file
    good = path.read_bytes()
    path.write_bytes(good[:-20])
    write_builtin_corpus(blueprint, documents=2, seed=1, folder=tmp_path)
    assert path.read_bytes() == good


def test_a_folder_with_a_foreign_manifest_or_a_file_in_its_place_is_refused(tmp_path: Path) -> None:
    blueprint = load_blueprint("hr-policies")
    (tmp_path / "manifest.json").write_text(json.dumps({"something": "else"}), encoding="utf-8")
    with pytest.raises(InputError, match="not a corpus manifest"):
        write_builtin_corpus(blueprint, documents=1, seed=1, folder=tmp_path)
    file = tmp_path / "file"
    file.write_text("x", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be written"):
        write_builtin_corpus(blueprint, documents=1, seed=1, folder=file)


@pytest.mark.parametrize("pages", [1, 2, 8])
def test_documents_are_about_as_long_as_asked(pages: int, tmp_path: Path) -> None:
    settings = DocumentSettings(pages=pages)
    write_builtin_corpus(load_blueprint("hr-policies"), documents=1, seed=4, folder=tmp_path, settings=settings)
    assert abs(read_manifest(tmp_path).documents[0].pages - pages) <= pages // 8


@pytest.mark.slow
def test_a_document_can_have_sixty_pages(tmp_path: Path) -> None:
    settings = DocumentSettings(pages=60)
    write_builtin_corpus(load_blueprint("hr-policies"), documents=1, seed=4, folder=tmp_path, settings=settings)
    assert 54 <= read_manifest(tmp_path).documents[0].pages <= 66


@pytest.mark.parametrize(
    ("tone", "detail"), [("casual", "concise"), ("formal", "technical"), ("formal", "comprehensive")]
)
def test_tone_and_detail_change_the_text_and_lose_no_fact(tone: str, detail: str, tmp_path: Path) -> None:
    settings = DocumentSettings.model_validate(
        {
            "tone": tone,
            "detail": detail,
            "topic": "rules of the house",
            "required_sections": ["Purpose"],
            "contradictions": 1,
        }
    )
    blueprint = load_blueprint("insurance-terms")
    corpus = write_builtin_corpus(blueprint, documents=2, seed=2, folder=tmp_path, settings=settings)
    plain = write_builtin_corpus(blueprint, documents=1, seed=2, folder=tmp_path / "plain")
    assert corpus.documents[0].text != plain.documents[0].text
    assert "rules of the house" in corpus.documents[0].text
    assert "## Purpose" in corpus.documents[0].text
    for fact in corpus.facts:
        if fact.document:
            assert stated_in(fact, corpus.document(fact.document).text), fact.id


@pytest.mark.parametrize("name", ["hr-policies", "medical-device-manual"])
def test_a_reader_of_documents_gets_every_row_of_every_table(name: str, corpora: Corpora) -> None:
    from ragtester.corpus import draw_ledger
    from ragtester.documents import load_document

    corpus, folder = corpora[name]
    facts = {fact.id: fact.value for fact in corpus.facts}
    for plan in draw_ledger(load_blueprint(name), documents=6, seed=21).plan:
        loaded = load_document(folder / f"{plan.id}.pdf")
        rows = {tuple(" ".join(cell.split()) for cell in row) for table in loaded.tables for row in table.rows}
        for table in (section.table for section in plan.sections if section.table):
            width = len(table.attributes)
            for place, subject in enumerate(table.subjects):
                cells = (facts[fact] for fact in table.facts[place * width : (place + 1) * width])
                assert (subject.removeprefix("the "), *cells) in rows, plan.id
