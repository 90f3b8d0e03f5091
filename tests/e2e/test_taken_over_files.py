"""A rerun that changes nothing takes the results file of the run before, and only as that run wrote it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragtester.api import run_config
from ragtester.runner import RunOptions, RunResult

CONFIG = """
name: still
corpus: {blueprint: hr-policies, documents: 1}
suite: {tests_per_document: 4}
matrix: {generators: [reader], embedders: [bm25]}
"""


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "still.yaml"
    file.write_text(CONFIG, encoding="utf-8")
    return file


def content(result: RunResult) -> tuple[bytes, bytes]:
    return (result.folder / "results.jsonl").read_bytes(), (result.folder / "junit.xml").read_bytes()


def test_the_files_of_a_rerun_are_those_of_the_run_before(config: Path) -> None:
    first = run_config(config)
    again = run_config(config)
    assert again.folder != first.folder
    assert content(again) == content(first)
    assert again.summary["files"] == first.summary["files"]
    assert (again.folder / "report.html").read_text().count(again.id) >= 1


def test_a_results_file_that_was_changed_is_not_taken_over(config: Path) -> None:
    first = run_config(config)
    before = content(first)
    (first.folder / "results.jsonl").write_text(json.dumps({"status": "passed", "system": "x"}) + "\n")
    assert content(run_config(config)) == before
    assert sorted(file.suffix for file in run_config(config).folder.iterdir()) == [".html", ".json", ".jsonl", ".xml"]


def test_a_run_with_other_rows_writes_its_own(config: Path) -> None:
    run_config(config)
    fewer = run_config(config, RunOptions(limit=2))
    assert len(content(fewer)[0].splitlines()) == fewer.summary["totals"]["cases"] == 2
    fresh = run_config(config, RunOptions(fresh=True))
    assert len(content(fresh)[0].splitlines()) == fresh.summary["totals"]["cases"] > 2
