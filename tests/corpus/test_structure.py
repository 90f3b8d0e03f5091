"""The built-in author writes in the structure that the settings ask for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ragtester.corpus import DocumentSettings, load_blueprint, write_builtin_corpus
from ragtester.corpus.settings import Structure
from ragtester.corpus.shape import shaped


def written(folder: Path, structure: Structure) -> str:
    settings = DocumentSettings(structure=structure, revisions=False)
    corpus = write_builtin_corpus(load_blueprint("hr-policies"), documents=1, seed=4, folder=folder, settings=settings)
    return corpus.documents[0].text


def test_prose_has_paragraphs_only(tmp_path: Path) -> None:
    assert not re.search(r"^(?:\d+\. |```chart)", written(tmp_path, "prose"), re.MULTILINE)


def test_a_faq_has_questions_as_headings(tmp_path: Path) -> None:
    questions = re.findall(r"^### .+\?$", written(tmp_path, "faq"), re.MULTILINE)
    assert len(questions) >= 8


def test_procedures_have_numbered_steps_in_most_sections(tmp_path: Path) -> None:
    text = written(tmp_path, "procedures")
    assert len(re.findall(r"^1\. ", text, re.MULTILINE)) >= 3


def test_tables_state_the_facts_of_every_text_section(tmp_path: Path) -> None:
    text = written(tmp_path, "tables")
    assert len(re.findall(r"^Table: .+: terms$", text, re.MULTILINE)) >= 3


@pytest.mark.parametrize(
    ("structure", "made"),
    [
        ("any", ("bullets", "procedure", "table")),
        ("prose", ("prose",)),
        ("faq", ("faq", "table")),
        ("procedures", ("prose", "table", "procedure")),
        ("tables", ("bullets", "procedure", "table")),
    ],
)
def test_blocks_take_the_structure(structure: Structure, made: tuple[str, ...]) -> None:
    assert shaped(("bullets", "procedure", "table"), structure) == made


def test_sections_without_text_keep_their_blocks() -> None:
    assert shaped(("table", "chart"), "procedures") == ("table", "chart")
