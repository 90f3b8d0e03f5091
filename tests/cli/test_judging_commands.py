"""`calibrate` and `review` from the command line, and what a run shows of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

CONFIG = {
    "name": "tiny",
    "corpus": {"blueprint": "hr-policies", "documents": 1},
    "suite": {"tests_per_document": 4},
    "matrix": {"generators": ["reader"], "embedders": ["bm25"]},
}


def write(folder: Path, **changes) -> None:
    (folder / "tiny.yaml").write_text(yaml.safe_dump(CONFIG | changes), encoding="utf-8")


def labels(folder: Path) -> Path:
    cases = [("14 days", True), ("30 days", False), ("It is 14 days.", True), ("15 days", False), ("2 weeks", True)]
    lines = [{"question": "How long?", "reference": ["14 days"], "answer": a, "label": right} for a, right in cases * 4]
    lines.append({"question": "What colour?", "reference": "red", "answer": "blue", "label": True})
    file = folder / "labels.jsonl"
    file.write_text("".join(json.dumps(item) + "\n" for item in lines), encoding="utf-8")
    return file


def test_calibrate_prints_its_figures_as_one_json_object(call, tmp_path):
    labels(tmp_path)
    code, out, err = call("calibrate", "labels.jsonl", "--json")
    assert code == 0, err
    found = json.loads(out)
    assert found["n"] == 21
    assert found["unmeasured"] == 0
    assert found["accuracy"] == pytest.approx(20 / 21)
    assert {"kappa", "precision", "recall", "f1", "confusion", "by_type", "intervals"} <= found.keys()


def test_calibrate_shows_disagreements_with_their_lines(call, tmp_path):
    labels(tmp_path)
    code, out, _ = call("calibrate", "labels.jsonl", "--judge", "builtin")
    assert code == 0
    assert "accuracy" in out
    assert "labels.jsonl:21: people say right" in out


def test_calibrate_refuses_unknown_judges_and_bad_labels(call, tmp_path):
    labels(tmp_path)
    code, _, err = call("calibrate", "labels.jsonl", "--judge", "nobody")
    assert code == 2
    assert "openai/NAME" in err
    (tmp_path / "bad.jsonl").write_text('{"question": "x"}\n', encoding="utf-8")
    code, _, err = call("calibrate", "bad.jsonl")
    assert code == 2
    assert "bad.jsonl:1" in err


def test_calibrate_asks_a_model_of_the_configuration_and_finishes_with_what_it_could_not_measure(call, tmp_path):
    labels(tmp_path)
    model = {"scripted": {"rules": [{"match": "", "reply": "no json"}]}}
    write(tmp_path, models={"broken": model}, judge={"model": "broken", "sure_at": 1.0})
    code, out, err = call("calibrate", "labels.jsonl", "--config", "tiny.yaml", "--json")
    assert code == 0, err
    found = json.loads(out)
    assert found["judge"].startswith("broken ")
    assert found["unmeasured"] > 0
    assert found["n"] + found["unmeasured"] == 21


def test_a_run_shows_the_calibration_of_its_judge_and_corrected_rates(call, tmp_path):
    write(tmp_path)
    call("run", "tiny.yaml", "--quiet")
    before = json.loads((tmp_path / "generated/tiny/runs/latest/summary.json").read_text(encoding="utf-8"))
    assert before["judge"]["n"] == 0
    assert before["judge"]["accuracy"] is None
    labels(tmp_path)
    call("calibrate", "labels.jsonl")
    code, out, _ = call("run", "tiny.yaml", "--quiet", "--json")
    assert code == 0
    judge = json.loads(out)["judge"]
    assert judge["n"] == 21
    assert judge["accuracy"] == pytest.approx(20 / 21)
    assert judge["same_version"]
    page = (tmp_path / "generated/tiny/runs/latest/report.html").read_text(encoding="utf-8")
    assert "it agrees with people on" in page


@pytest.mark.parametrize("name", ["labels.jsonl", "stored.json"])
def test_a_configuration_names_labels_or_a_stored_calibration(call, tmp_path, name):
    labels(tmp_path)
    _, out, _ = call("calibrate", "labels.jsonl", "--json", "--database", "sqlite:///other.db")
    (tmp_path / "stored.json").write_text(out, encoding="utf-8")
    write(tmp_path, judge={"calibration": name})
    code, out, err = call("run", "tiny.yaml", "--quiet", "--json")
    assert code == 0, err
    summary = json.loads(out)
    assert summary["judge"]["n"] == 21
    corrected = summary["systems"][0]["corrected"]
    assert corrected["method"] == "rogan_gladen"
    assert corrected["interval"][0] <= corrected["value"] <= corrected["interval"][1]


def test_a_file_that_is_no_calibration_is_refused(call, tmp_path):
    (tmp_path / "stored.json").write_text("{}", encoding="utf-8")
    write(tmp_path, judge={"calibration": "stored.json"})
    code, _, err = call("run", "tiny.yaml", "--quiet")
    assert code == 2
    assert "ragtester calibrate" in err


def test_two_reviewers_label_tests_and_see_what_they_disagree_on(call, tmp_path):
    write(tmp_path)
    call("suite", "tiny.yaml", "--quiet")
    code, out, err = call("review", "tiny.yaml", "--reviewer", "ann", "--kind", "test", typed="g\nx\ng\nb\ng\n")
    assert code == 0, err
    assert "'x' is none of" in out
    assert "4 labelled, 0 left" in out
    code, out, _ = call("review", "tiny.yaml", "--reviewer", "bob", "--kind", "test", "--json", typed="g\ng\ng\ns\n")
    assert code == 0
    found = json.loads(out)
    assert (found["labelled"], found["left"]) == (3, 1)
    assert found["agreements"] == [
        {"asked": "test", "a": "ann", "b": "bob", "n": 3, "agreed": 2, "kappa": pytest.approx(0.0, abs=1)}
    ]
    assert [one["said"] for one in found["disagreements"]] == [{"ann": "bad", "bob": "good"}]


def test_labelled_answers_are_exported_and_calibrate_the_judge(call, tmp_path):
    write(tmp_path)
    call("run", "tiny.yaml", "--quiet")
    typed = "y\nu\nn\ny\nq\n"
    code, out, err = call(
        "review", "tiny.yaml", "--reviewer", "ann", "--kind", "verdict", "--export", "mine.jsonl", typed=typed
    )
    assert code == 0, err
    assert "2 labelled answers written" in out
    lines = [json.loads(line) for line in (tmp_path / "mine.jsonl").read_text(encoding="utf-8").splitlines()]
    assert sorted(line["label"] for line in lines) == [False, True]
    code, out, _ = call("calibrate", "mine.jsonl", "--json")
    assert code == 0
    assert json.loads(out)["n"] == 2


def test_mutants_are_labelled_on_both_questions_with_confidence(call, tmp_path):
    write(tmp_path)
    call("run", "tiny.yaml", "--quiet")
    folder = tmp_path / "generated/tiny/runs/latest/metamorphic"
    folder.mkdir(exist_ok=True)
    outcome = {
        "mutant": "m1", "test": "t1", "system": "reader", "operator": "CN", "scope": "pre", "relation": "altering",
        "outcome": "violated", "base_answer": "14 days", "mutant_answer": "14 days", "diff": "+ It is 30 days.",
    }  # fmt: skip
    skipped = outcome | {"mutant": "m2", "outcome": "not_applicable", "relation": None}
    (folder / "outcomes.jsonl").write_text(json.dumps(outcome) + "\n" + json.dumps(skipped) + "\n", encoding="utf-8")
    for reviewer, typed in (("ann", "a\ne\n9\n4\n"), ("bob", "p\ne\n5\n")):
        code, out, err = call("review", "tiny.yaml", "--reviewer", reviewer, "--kind", "mutant", typed=typed)
        assert code == 0, err
    assert "preservation: ann and bob agree on 0 of 1" in out
    assert "equivalence: ann and bob agree on 1 of 1, kappa undefined" in out
    assert "open: preservation m1: ann altering, bob preserving" in out


def test_an_end_of_input_in_the_middle_of_an_item_keeps_what_was_given_before(call, tmp_path):
    write(tmp_path)
    call("suite", "tiny.yaml", "--quiet")
    code, out, _ = call("review", "tiny.yaml", "--reviewer", "ann", "--kind", "test", typed="g\n")
    assert code == 0
    assert "1 labelled, 3 left" in out


def test_review_without_a_suite_says_what_to_run_and_unknown_kinds_are_named(call, tmp_path):
    write(tmp_path)
    code, _, err = call("review", "tiny.yaml")
    assert code == 2
    assert "ragtester suite" in err
    code, _, err = call("review", "tiny.yaml", "--kind", "verdicts")
    assert code == 2
    assert "did you mean 'verdict'" in err
