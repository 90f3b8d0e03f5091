from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from reading import ROOT

import ragtester

PAGE = (ROOT / "docs" / "reference" / "files.md").read_text(encoding="utf-8")
CONFIG = """
name: documented
corpus: {blueprint: hr-policies, documents: 1}
suite: {tests_per_document: 4}
matrix: {generators: [reader]}
"""


@pytest.fixture(scope="module", name="folder")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("run")
    (place / "documented.yaml").write_text(CONFIG, encoding="utf-8")
    options = ragtester.RunOptions(output=place / "generated")
    result = ragtester.run_config(place / "documented.yaml", options, database=f"sqlite:///{place}/store.db")
    return result.folder.parent.parent


def documented(title: str) -> set[str]:
    """The keys that the tables of a section name."""
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    rows = [line.split(" | ")[0] for line in section.splitlines() if line.startswith("| `")]
    return {key for row in rows for key in re.findall(r"`([^`]+)`", row)}


def check(keys: Iterable[str], title: str) -> None:
    found = set(keys)
    assert found <= documented(title), f"files.md does not name {sorted(found - documented(title))}"


def test_every_file_of_a_run_is_documented_and_there(folder: Path) -> None:
    for name in ("corpus/ledger.jsonl", "corpus/manifest.json", "suite.jsonl", "suite.rejected.jsonl"):
        assert (folder / name).is_file()
        assert f"`{name}`" in PAGE
    for file in (folder / "runs" / "latest").iterdir():
        assert f"`runs/<run id>/{file.name}`" in PAGE


def test_every_key_of_a_test_is_documented(folder: Path) -> None:
    line = json.loads((folder / "suite.jsonl").read_text(encoding="utf-8").splitlines()[0])
    check(line, "suite.jsonl")
    assert documented("suite.jsonl") <= set(line) | {"forms", "fact"}


def test_every_key_of_a_case_is_documented(folder: Path) -> None:
    line = json.loads((folder / "runs/latest/results.jsonl").read_text(encoding="utf-8").splitlines()[0])
    check(line, "results.jsonl")
    assert documented("results.jsonl") <= set(line)


def test_every_key_of_a_summary_and_its_systems_is_documented(folder: Path) -> None:
    summary = json.loads((folder / "runs/latest/summary.json").read_text(encoding="utf-8"))
    check(summary, "summary.json")
    check(summary["systems"][0], "summary.json")
    assert documented("summary.json") <= {*summary, *summary["systems"][0]}
