"""`ragtester faults` from the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import yaml

import ragtester
from ragtester.cli.boundary import main

CONFIG = {
    "name": "small",
    "corpus": {"files": ["*.md"]},
    "suite": {"tests": 6, "negative_share": 0.2},
    "matrix": {"generators": ["obedient"], "embedders": ["bm25"], "top_k": [2]},
    "faults": {"faults": ["missing_document", "always_abstains", "model_mismatch"], "reruns": 1, "healthy": 0.2},
}


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["ragtester", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    shown = capsys.readouterr()
    return int(ended.value.code or 0), shown.out, shown.err


def test_faults_prints_a_table_or_one_json_object(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for number, name in enumerate(["north", "south"], 20):
        (tmp_path / f"{name}.md").write_text(
            f"# {name.title()} rack\n\nThe {name} rack holds {number} boxes. The {name} rack is checked every "
            f"{number + 30} days by the {name} crew. The {name} rack was built in {number + 1990}.\n"
        )
    (tmp_path / "small.yaml").write_text(yaml.safe_dump(CONFIG), encoding="utf-8")
    code, out, err = run(capsys, monkeypatch, "faults", "small.yaml")
    assert code == 0, err
    assert "missing_document" in out
    assert "mutation score" in out
    assert "report: generated/small/faults/" in out
    code, out, err = run(capsys, monkeypatch, "faults", "small.yaml", "--json")
    found = json.loads(out)
    assert code == 0, err
    assert found["healthy"].keys() >= {"runs", "alarms"}
    assert all(fault.keys() >= {"name", "stage", "outcome", "localised"} for fault in found["faults"])
    outcomes = {fault["name"]: fault["outcome"] for fault in found["faults"]}
    assert outcomes["model_mismatch"] == "equivalent"  # there are no vectors
    assert outcomes["always_abstains"] == "detected"
    assert isinstance(found["tests"], int)
    assert 0 <= found["mutation_score"] <= 1
    code, _, err = run(capsys, monkeypatch, "faults", "none.yaml")
    assert (code, "there is no such file" in err) == (2, True)


def test_the_function_behind_it_is_offered_by_the_package() -> None:
    assert callable(ragtester.find_faults)
