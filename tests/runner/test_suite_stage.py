from __future__ import annotations

from pathlib import Path

import pytest

from ragtester.api import make_suite
from ragtester.runner import RunOptions

CONFIG = """
name: tiny
seed: {seed}
corpus: {{files: [notes/*.md]}}
suite: {{tests: 4, negative_share: 0.25}}
matrix: {{generators: [reader]}}
"""
NOTES = {
    "racks": "# Racks\n\nThe north rack holds 20 boxes. It is checked every 14 days.\n\nThe south rack holds 35 boxes.\n\nThe key costs 12 euros.\n",
    "boats": "# Boats\n\nThe ferry carries 140 passengers. It sails every 45 minutes.\n\nThe crossing takes 25 minutes.\n\nA ticket costs 9 euros.\n",
}


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes").mkdir()
    for name, text in NOTES.items():
        (tmp_path / "notes" / f"{name}.md").write_text(text)
    (tmp_path / "tiny.yaml").write_text(CONFIG.format(seed=7))
    return tmp_path / "tiny.yaml"


def test_a_suite_is_made_once_and_kept_until_something_changes(config: Path) -> None:
    first, folder = make_suite(config)
    assert {file.name for file in folder.glob("suite*")} >= {"suite.jsonl", "suite.rejected.jsonl", "suite.card.html"}
    stamp = (folder / "suite.jsonl").stat().st_mtime_ns
    again, _ = make_suite(config)
    assert again == first
    assert (folder / "suite.jsonl").stat().st_mtime_ns == stamp


def test_add_adds_and_a_later_run_keeps_them(config: Path) -> None:
    first, _ = make_suite(config)
    more, _ = make_suite(config, RunOptions(add_tests=2))
    assert {test.id for test in first} < {test.id for test in more}
    assert len(more) == len(first) + 2
    later, _ = make_suite(config)
    assert [test.id for test in later] == [test.id for test in more]


def test_a_changed_document_remakes_only_its_own_tests(config: Path) -> None:
    first, _ = make_suite(config)
    changed = config.parent / "notes" / "boats.md"
    changed.write_text(changed.read_text().replace("140 passengers", "160 passengers").replace("9 euros", "11 euros"))
    second, _ = make_suite(config)
    kept = {test.id for test in first if test.document == "racks" and test.kind == "positive"}
    assert kept
    assert kept <= {test.id for test in second}
    assert not any("140" in test.expected_answer for test in second)


def test_another_seed_makes_a_suite_of_its_own(config: Path) -> None:
    make_suite(config)
    config.write_text(CONFIG.format(seed=8).replace("tests: 4", "tests: 5"))
    assert len(make_suite(config)[0]) == 5


def test_a_suite_that_was_cut_off_while_it_was_written_is_made_again(config: Path) -> None:
    first, folder = make_suite(config)
    (folder / "suite.made.json").write_text("{")
    assert make_suite(config)[0] == first
