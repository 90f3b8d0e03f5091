"""Suite files of our own and of other tools: reading, writing, exporting, importing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ragtester.records import Corpus, Test
from ragtester.registry import lookup
from ragtester.suite.formats import datasets, exports, imports
from ragtester.suite.formats.imported import Imported
from ragtester.suite.formats.native import read_suite, suite_line, write_rejected_file, write_suite_file

__all__ = [
    "EXPORTS",
    "IMPORTS",
    "Imported",
    "Reading",
    "Writing",
    "export_suite",
    "import_suite",
    "read_suite",
    "suite_line",
    "write_rejected_file",
    "write_suite_file",
]


@dataclass(frozen=True, slots=True)
class Writing:
    """A format that tests can be written in."""

    description: str
    suffix: str
    write: Callable[[Sequence[Test], Path, Corpus | None], None]


@dataclass(frozen=True, slots=True)
class Reading:
    """A format that tests can be read from."""

    description: str
    read: Callable[[Path], Imported]


EXPORTS: Mapping[str, Writing] = {
    "autorag": Writing("AutoRAG qa and corpus tables", ".parquet", exports.to_autorag),
    "csv": Writing("a table, one test a row", ".csv", exports.to_csv),
    "deepeval": Writing("deepeval goldens", ".json", exports.to_deepeval),
    "giskard": Writing("giskard QATestset", ".jsonl", exports.to_giskard),
    "jsonl": Writing("the suite's own file", ".jsonl", exports.to_jsonl),
    "promptfoo": Writing("promptfoo tests with assertions", ".yaml", exports.to_promptfoo),
    "ragas": Writing("ragas EvaluationDataset", ".jsonl", exports.to_ragas),
}

IMPORTS: Mapping[str, Reading] = {
    "autorag": Reading("AutoRAG qa table", imports.from_autorag),
    "csv": Reading("a table with question and answer", imports.from_rows),
    "deepeval": Reading("deepeval goldens", imports.from_rows),
    "giskard": Reading("giskard QATestset", imports.from_rows),
    "jsonl": Reading("the suite's own file", imports.from_jsonl),
    "promptfoo": Reading("promptfoo tests", imports.from_promptfoo),
    "ragas": Reading("ragas EvaluationDataset", imports.from_rows),
    "repliqa": Reading("RepLiQA rows with documents", datasets.from_repliqa),
    "squad": Reading("SQuAD 1.1 and 2.0 with paragraphs", datasets.from_squad),
    "t2-ragbench": Reading("T2-RAGBench rows with contexts", datasets.from_t2ragbench),
    "tatqa": Reading("TAT-QA with tables and paragraphs", datasets.from_tatqa),
}


def export_suite(tests: Sequence[Test], format: str, path: Path | str, *, corpus: Corpus | None = None) -> None:  # noqa: A002
    """Writes `tests` in the named format.

    Args:
        tests: what to write.
        format: one of `EXPORTS`.
        path: the file; AutoRAG's corpus table is put beside it.
        corpus: gives AutoRAG all passages instead of the quoted ones.

    Raises:
        UnknownNameError: there is no such format.
        SuiteError: the file cannot be written.
    """
    lookup("export format", format, EXPORTS).write(tests, Path(path), corpus)


def import_suite(path: Path | str, format: str) -> Imported:  # noqa: A002
    """The tests of a file in the named format, with their documents where it holds them.

    Raises:
        UnknownNameError: there is no such format.
        SuiteError: names the file and the line that cannot be used.
    """
    return lookup("import format", format, IMPORTS).read(Path(path))
