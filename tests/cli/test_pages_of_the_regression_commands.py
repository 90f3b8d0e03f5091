"""The commands of these pages are run, in order, in a folder that has what they name."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
import yaml

from tests.cli.conftest import Call
from tests.cli.test_ground_and_exchange import SQUAD
from tests.cli.test_regression_commands import DOCS, ROOT, TESTS

RUN = {
    "corpus": {"files": ["docs/*"]},
    "suite": {"file": "suite.jsonl"},
    "matrix": {"generators": ["reader"], "embedders": ["bm25"]},
}
FAST = "deadline_s: 1.0\nwindow: {probes: 2, every_s: 0.05}"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    for name, text in DOCS.items():
        (tmp_path / "docs" / f"{name}.txt").write_text(text, encoding="utf-8")
    suite = [
        {
            "id": name, "query": query, "kind": "positive", "type": "numeric", "expected_answer": answer,
            "evidence": [{"document": document, "quote": quote}], "document": document,
        }
        for name, query, answer, document, quote in TESTS if document
    ]  # fmt: skip
    (tmp_path / "suite.jsonl").write_text("\n".join(map(json.dumps, suite)), encoding="utf-8")
    for name in ("main", "config", "my-run", "candidate"):
        changed = {"embedders": ["hashing"]} if name == "candidate" else {}
        config = {"name": name} | RUN | {"matrix": {**RUN["matrix"], **changed}}
        (tmp_path / f"{name}.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    shutil.copytree(ROOT / "configs" / "scenarios", tmp_path / "configs" / "scenarios")
    scenarios = tmp_path / "configs" / "scenarios" / "lifecycle.yaml"
    text = scenarios.read_text(encoding="utf-8")
    assert FAST in text
    scenarios.write_text(text.replace(FAST, "deadline_s: 0.5\nwindow: {probes: 1, every_s: 0.01}"), encoding="utf-8")
    (tmp_path / "query-log.tsv").write_text("warehuse sync\twarehouse sync\n", encoding="utf-8")
    (tmp_path / "words.txt").write_text("households deliver", encoding="utf-8")
    (tmp_path / "answers.jsonl").write_text(
        '{"answer": "The fee is 40 euros.", "contexts": ["It is 30."]}', encoding="utf-8"
    )
    (tmp_path / "dev-v2.0.json").write_text(json.dumps(SQUAD), encoding="utf-8")
    (tmp_path / "goldens.json").write_text(
        json.dumps([{"input": "What is the fee?", "expected_output": "30 euros"}]), encoding="utf-8"
    )
    return tmp_path


@pytest.mark.parametrize(
    ("page", "before"),
    [
        ("gate", ("run main.yaml -q", "run candidate.yaml -q")),
        ("lifecycle", ()),
        ("ground", ()),
        ("formats", ("suite my-run.yaml -q",)),
    ],
)
def test_the_commands_of_a_page_run(call: Call, place: Path, page: str, before: tuple[str, ...]) -> None:
    text = (ROOT / "docs" / "how-to" / f"{page}.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\$ ragtester (.*)$", text, re.MULTILINE)
    assert len(shown) > 1
    for command in [*before, *shown]:
        words = shlex.split(command.partition(" > ")[0])
        code, _, err = call(*words)
        assert code in (0, 1), f"{command}: {err}"
        assert "Traceback" not in err
