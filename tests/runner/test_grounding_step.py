"""Grounding as a step of a run, with every kind of verifier."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

import ragtester
from ragtester.errors import UsageError
from tests.cli.test_ground_and_exchange import VERIFIER

CONFIG: dict[str, Any] = {
    "name": "grounded",
    "corpus": {"files": ["fees.txt"]},
    "suite": {"file": "suite.jsonl"},
    "models": {"liar": {"scripted": {"rules": [{"reply": "The fee is 90 euros. The hall is open."}]}}},
    "matrix": {"generators": ["liar"], "embedders": ["bm25"]},
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "fees.txt").write_text("The fee is 30 euros for every visitor. The hall is open.", encoding="utf-8")
    (tmp_path / "step_verifier.py").write_text(VERIFIER, encoding="utf-8")
    test = {
        "id": "fee", "query": "What is the fee of the hall?", "kind": "positive", "type": "numeric", "expected_answer": "30 euros",
        "evidence": [{"document": "fees", "quote": "The fee is 30 euros"}], "document": "fees",
    }  # fmt: skip
    (tmp_path / "suite.jsonl").write_text(json.dumps(test), encoding="utf-8")
    return tmp_path


def run(folder: Path, **grounding: object) -> tuple[dict[str, Any], dict[str, Any], Path]:
    models = CONFIG["models"] | {
        name: {"scripted": {"function": f"step_verifier:{name}"}} for name in ("votes", "unsure", "broken")
    }
    (folder / "c.yaml").write_text(
        yaml.safe_dump(CONFIG | {"models": models, "grounding": grounding}), encoding="utf-8"
    )
    result = ragtester.run_config("c.yaml")
    lines = (result.folder / "results.jsonl").read_text(encoding="utf-8").splitlines()
    return json.loads(lines[0]), dict(result.summary), result.folder


def test_flagged_spans_are_in_the_results_line_and_marked_in_the_report(folder: Path) -> None:
    line, summary, place = run(folder)
    (span,) = line["grounding_spans"]
    assert line["answer"][span["start"] : span["end"]] == "The fee is 90 euros."
    assert "30 euros" in span["support"]
    assert line["grounding"] == span["score"] == summary["systems"][0]["grounding"]
    page = (place / "report.html").read_text(encoding="utf-8")
    assert '<mark class="flagged" title="S = ' in page
    assert "30 euros for every visitor." in page.split('<mark class="flagged"')[1].split(">")[0]
    again, _, _ = run(folder)
    assert again["grounding_spans"] == line["grounding_spans"]


def test_a_model_a_panel_weights_and_topics_change_what_is_flagged(folder: Path) -> None:
    line, _, _ = run(folder, verifier="votes")
    assert {span["verdict"] for span in line["grounding_spans"]} == {"no"}
    unsure, _, _ = run(folder, verifier="unsure")
    assert [span["score"] for span in unsure["grounding_spans"]] == [0.5, 0.5]
    panel, _, _ = run(folder, models=["unsure", "unsure", "votes"], tau=0.6)
    assert panel["grounding_spans"] == []
    (folder / "topics.yaml").write_text(
        "topics: [{name: money, tau: 0.2, action: block, terms: [fee]}]", encoding="utf-8"
    )
    topical, _, _ = run(folder, models=["unsure"], tau=0.6, topics="topics.yaml")
    assert {span["topic"] for span in topical["grounding_spans"]} == {"money"}
    plain, _, _ = run(folder)
    heavy, _, _ = run(folder, weights={"number": 0.1})
    assert heavy["grounding"] < plain["grounding"]


def test_a_verifier_that_cannot_be_read_leaves_the_case_unmeasured(folder: Path) -> None:
    line, summary, _ = run(folder, verifier="broken")
    assert (line["status"], line["reason"], line["grounding"]) == ("unmeasured", "unparseable", None)
    assert summary["totals"]["unmeasured"] == 1


@pytest.mark.parametrize(
    ("grounding", "expected"),
    [
        ({"verifier": "vots"}, "did you mean 'votes'?"),
        ({"models": ["votes", "nobody"]}, "nobody"),
        ({"verifier": "cross_encoder/none"}, "there is no folder"),
        ({"topics": "none.yaml"}, "none.yaml"),
        ({"weights": {"nmuber": 2}}, "did you mean 'number'?"),
        ({"weights": {"number": -1}}, "below 0"),
    ],
)
def test_a_mistake_in_the_section_is_found_before_anything_is_spent(
    folder: Path, grounding: dict[str, object], expected: str
) -> None:
    with pytest.raises(UsageError, match=r"c\.yaml") as caught:
        run(folder, **grounding)
    assert expected in str(caught.value)
    assert not (folder / "generated" / "grounded").exists()
