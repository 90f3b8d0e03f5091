"""Suites from and to the files of other tools, as functions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import yaml

from ragtester.documents import load_documents
from ragtester.errors import InputError
from ragtester.records import Corpus, Document, Test
from ragtester.suite import export_suite, import_suite, read_suite, write_suite_file

_SAFE = re.compile(r"[^\w.-]+")


def find_suite(name: Path, folder: Path = Path("generated")) -> Path:
    """A suite file by its path, by a folder that holds one, or by the name of its configuration.

    Raises:
        InputError: there is none.
    """
    places = [name, name / "suite.jsonl", folder / name / "suite.jsonl"]
    for place in places:
        if place.is_file():
            return place
    raise InputError(f"there is no suite {name}; looked for {', '.join(str(place) for place in places)}")


def export_tests(
    suite: Path | str,
    format: str,  # noqa: A002
    output: Path | str,
    *,
    folder: Path = Path("generated"),
) -> int:
    """Writes a suite in another tool's format; the number of tests.

    AutoRAG gets all passages of the corpus where a folder `corpus` lies beside the suite.

    Args:
        suite: file, folder or name of the suite.
        format: ragas, deepeval, promptfoo, giskard, autorag, jsonl or csv.
        output: file to write.
        folder: where a suite is looked for by name.

    Raises:
        UsageError: no such suite or format, or the file cannot be written.
    """
    file = find_suite(Path(suite), folder)
    tests = read_suite(file)
    Path(output).parent.mkdir(parents=True, exist_ok=True)
    export_suite(tests, format, output, corpus=_corpus(file) if format == "autorag" else None)
    return len(tests)


@dataclass(frozen=True, slots=True)
class ImportedSuite:
    """What an import wrote."""

    suite: Path
    tests: int
    documents: int
    """How many documents the file held."""
    config: Path | None
    """A configuration that runs the tests over the documents; None without documents or folder."""


def import_tests(file: Path | str, format: str, output: Path | str) -> ImportedSuite:  # noqa: A002
    """Reads tests from another tool's file or data set.

    Args:
        file: what is read.
        format: one of the export formats, or squad, tatqa, repliqa, t2-ragbench.
        output: a .jsonl file for the tests alone, or a folder for tests, documents and a configuration.

    Raises:
        UsageError: no such format, a line that cannot be used, or nothing in the file.
    """
    found = import_suite(file, format)
    if not found.tests:
        raise InputError("holds no test; see docs/how-to/formats.md for what each format needs", file=file)
    target = Path(output)
    documents = found.corpus.documents if found.corpus else ()
    if target.suffix == ".jsonl":
        target.parent.mkdir(parents=True, exist_ok=True)
        write_suite_file(found.tests, target)
        return ImportedSuite(target, len(found.tests), len(documents), None)
    target.mkdir(parents=True, exist_ok=True)
    names = _file_names(documents)
    write_suite_file([_renamed(test, names) for test in found.tests], target / "suite.jsonl")
    if not documents:
        return ImportedSuite(target / "suite.jsonl", len(found.tests), 0, None)
    place = target / "documents"
    place.mkdir(exist_ok=True)
    for document in documents:
        (place / f"{names[document.id]}.txt").write_text(document.text, encoding="utf-8", newline="\n")
    config = target / "config.yaml"
    if not config.exists():
        config.write_text(_config(_SAFE.sub("-", target.resolve().name).strip("-.") or "imported"), encoding="utf-8")
    return ImportedSuite(target / "suite.jsonl", len(found.tests), len(documents), config)


def _corpus(suite: Path) -> Corpus | None:
    place = suite.parent / "corpus"
    documents = load_documents(place).documents if place.is_dir() else ()
    return Corpus(name=suite.parent.name, documents=documents) if documents else None


def _file_names(documents: tuple[Document, ...]) -> dict[str, str]:
    """A file name for each document id; it becomes the id when the file is read."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for document in documents:
        wanted = _SAFE.sub("-", document.id).strip("-.")[:120] or "document"
        name, number = wanted, 2
        while name.casefold() in taken:
            name, number = f"{wanted}-{number}", number + 1
        taken.add(name.casefold())
        names[document.id] = name
    return names


def _renamed(test: Test, names: dict[str, str]) -> Test:
    return test.model_copy(
        update={
            "document": names.get(test.document, test.document) if test.document else None,
            "evidence": tuple(
                span.model_copy(update={"document": names.get(span.document, span.document)}) for span in test.evidence
            ),
        }
    )


def _config(name: str) -> str:
    return "# Runs the imported tests: ragtester run THIS_FILE\n" + yaml.safe_dump(
        {
            "name": name,
            "corpus": {"files": ["documents/*.txt"]},
            "suite": {"file": "suite.jsonl"},
            "matrix": {"generators": ["reader"], "embedders": ["bm25"]},
        },
        sort_keys=False,
    )


__all__ = ["ImportedSuite", "export_tests", "find_suite", "import_tests"]
