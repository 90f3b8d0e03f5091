"""The suite's own file: JSON lines with every field of a test, and the names that ragas reads."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ragtester.errors import SuiteError
from ragtester.records import JsonValue, RejectedTest, Test
from ragtester.suite.formats.carrier import RAGAS_NAMES, contexts, from_row, validated
from ragtester.suite.formats.rows import read_rows, write_rows

_RESULTS = frozenset({"response", "retrieved_contexts", "user_input", "reference", "reference_contexts"})


def read_suite(path: Path | str) -> list[Test]:
    """The tests of a suite file (`suite.jsonl`, or the same rows as .json, .csv or .parquet).

    The ragas names beside a test's own are accepted; a row that has only those is read as a test.

    Raises:
        SuiteError: names the file and the line that cannot be used, or an id that occurs twice.
    """
    file = Path(path)
    tests: list[Test] = []
    lines: dict[str, int] = {}
    for line in read_rows(file):
        own = {key: value for key, value in line.data.items() if key not in RAGAS_NAMES}
        native = _native(own)
        test = validated(own, file, line.number) if native else from_row(line, file)
        if test.id in lines and not native and test in tests:
            continue
        if test.id in lines:
            raise SuiteError(f"the id {test.id!r} stands on line {lines[test.id]} too", file=file, line=line.number)
        lines[test.id] = line.number
        tests.append(test)
    return tests


def write_suite_file(tests: Sequence[Test], path: Path | str) -> None:
    """Writes `tests` so that `read_suite` gives them back.

    Raises:
        SuiteError: the file cannot be written.
    """
    write_rows([suite_line(test) for test in tests], Path(path))


def write_rejected_file(rejected: Sequence[RejectedTest], path: Path | str) -> None:
    """Writes rejected tests with their reasons, one a line."""
    write_rows([{"reason": item.reason, **item.test.model_dump(mode="json")} for item in rejected], Path(path))


def suite_line(test: Test) -> dict[str, JsonValue]:
    """A test as one line of a suite file."""
    return {
        **test.model_dump(mode="json"),
        "user_input": test.query,
        "reference": test.expected_answer,
        "reference_contexts": contexts(test),
        "response": "",
        "retrieved_contexts": [],
    }


def _native(row: dict[str, JsonValue]) -> bool:
    return "query" in row and "expected_answer" in row and "id" in row and not isinstance(row.get("evidence"), str)
