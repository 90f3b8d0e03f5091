"""The examples of the retrieval pages run as they are printed."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from ragtester.retrieval.contract.tree import read_tree
from ragtester.retrieval.gate import HARD_CODES
from ragtester.retrieval.lifecycle import parse_scenarios

ROOT = Path(__file__).parents[2]
PAGES = (
    "how-to/gate.md",
    "how-to/lifecycle.md",
    "how-to/ground.md",
    "how-to/formats.md",
    "reference/retrieval-contract.md",
)
BLOCKS = [
    (page, number, code)
    for page in PAGES
    for number, code in enumerate(
        re.findall(r"```python\n(.*?)```", (ROOT / "docs" / page).read_text(encoding="utf-8"), re.DOTALL)
    )
]


@pytest.mark.parametrize(("page", "number", "code"), BLOCKS, ids=[f"{page}-{number}" for page, number, _ in BLOCKS])
def test_a_python_example_runs(page, number, code, tmp_path, monkeypatch, capsys):
    shutil.copytree(ROOT / "configs", tmp_path / "configs")
    monkeypatch.chdir(tmp_path)
    exec(compile(code, f"{page}:{number}", "exec"), {"__name__": "example"})
    assert capsys.readouterr().out or (tmp_path / "generated").exists()


def test_the_scenario_of_the_page_is_well_formed(tmp_path):
    page = (ROOT / "docs" / "how-to" / "lifecycle.md").read_text(encoding="utf-8")
    file = tmp_path / "scenario.yaml"
    file.write_text(re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)[0], encoding="utf-8")
    assert parse_scenarios(read_tree(file))[0].steps[0].deadline_s == 60


def test_every_hard_failure_is_documented():
    page = (ROOT / "docs" / "how-to" / "gate.md").read_text(encoding="utf-8")
    assert [code for code in sorted(HARD_CODES) if f"`{code}:" not in page] == []
