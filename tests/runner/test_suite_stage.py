from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from ragtester.api import make_suite
from ragtester.cli.boundary import main
from ragtester.runner import RunOptions
from ragtester.testing import StandInServer

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


def test_a_suite_with_fewer_tests_than_asked_says_so_each_time(
    config: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text(CONFIG.format(seed=7).replace("tests: 4", "tests: 40"))
    monkeypatch.setattr(sys, "argv", ["ragtester", "suite", str(config)])
    for _ in range(2):
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 0
        out, err = capsys.readouterr()
        assert "of 40 tests were made; missing:" in out + err


def test_another_seed_makes_a_suite_of_its_own(config: Path) -> None:
    make_suite(config)
    config.write_text(CONFIG.format(seed=8).replace("tests: 4", "tests: 5"))
    assert len(make_suite(config)[0]) == 5


def test_a_suite_that_was_cut_off_while_it_was_written_is_made_again(config: Path) -> None:
    first, folder = make_suite(config)
    (folder / "suite.made.json").write_text("{")
    assert make_suite(config)[0] == first


def question_about_notes(body: Mapping[str, object]) -> str:
    """An author's reply: a question about the first number of the passage, with the number as the answer."""
    text = str(body["messages"][-1]["content"])  # type: ignore[index]
    found = re.search(r"\[(\d+)\] [Tt]he (.{3,40}?) (?:holds|carries|takes|costs) (\d+ \w+)", text)
    if "Write 1 question" not in text or found is None:
        return str(json.dumps({"answer": "", "subject": "Notes", "questions": []}))
    line, thing, value = found.groups()
    asked = {
        "type": "numeric",
        "evidence": f"[{line}]",
        "answer": value,
        "question": f"What is the figure for the {thing}?",
    }
    return json.dumps({"questions": [asked]})


def test_a_suite_whose_author_did_not_answer_is_completed_by_the_same_command(config: Path) -> None:
    down = True

    def faults(body: Mapping[str, object], _: int) -> str | None:
        return "server_error" if down and "Boats" in str(body) else None

    config.write_text(
        "name: tiny\nseed: 7\ncorpus: {files: [notes/*.md]}\n"
        "suite: {tests: 8, negative_share: 0, author: remote, question_types: [numeric]}\nmatrix: {generators: [reader]}\n"
        "models: {remote: {openai: {base_url: '$SERVER', model: m, tries: 1}}}\n"
    )
    with StandInServer(say=question_about_notes, faults=faults) as server:
        config.write_text(config.read_text().replace("$SERVER", server.url))
        first, folder = make_suite(config)
        assert {test.document for test in first} == {"racks"}
        card = json.loads((folder / "suite.card.json").read_text())
        assert card["endpoint_errors"] > 0
        down = False
        answered = server.stats.answered
        second, _ = make_suite(config)
        assert {test.document for test in second} == {"racks", "boats"}
        assert {test.id for test in first} < {test.id for test in second}
        asked = server.stats.answered - answered
        third, _ = make_suite(config)
        assert [test.id for test in third] == [test.id for test in second]
        assert server.stats.answered - answered == asked
    assert server.stats.duplicates == 0


def test_an_author_that_never_answers_is_an_outage_and_no_bad_input(
    config: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text(
        "name: tiny\ncorpus: {files: [notes/*.md]}\nsuite: {tests: 2, negative_share: 0, author: remote}\nmatrix: {generators: [reader]}\n"
        "models: {remote: {openai: {base_url: 'http://127.0.0.1:9/v1', model: m, tries: 1}}}\n"
    )
    monkeypatch.setattr(sys, "argv", ["ragtester", "suite", str(config), "--quiet"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 3
    assert "the author remote left" in capsys.readouterr().err
