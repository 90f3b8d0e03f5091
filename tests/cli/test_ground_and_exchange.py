from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.conftest import Call

ANSWERS: list[dict[str, Any]] = [
    {
        "question": "What is the fee?",
        "answer": "The fee is 40 euros. It is due in May.",
        "contexts": ["The fee is 30 euros. It is due in May."],
        "label": True,
    },
    {"answer": "The fee is 30 euros.", "contexts": ["The fee is 30 euros."], "label": False, "id": "right"},
    {"answer": "", "contexts": [], "question": ""},
]
VERIFIER = """
import json

def votes(request, always=None):
    asked = request.messages[-1].content.split("<statements>")[1].split("</statements>")[0].strip().splitlines()
    told = [always or ("yes" if "30 euros" in line and " not " not in line else "no") for line in asked]
    return json.dumps({"votes": [{"number": n + 1, "evidence": "", "answer": one} for n, one in enumerate(told)]})

def unsure(request):
    return votes(request, "not sure")

def broken(request):
    return "no JSON"
"""


@pytest.fixture
def answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    lines = [json.dumps(one, ensure_ascii=False) for one in ANSWERS]
    (tmp_path / "answers.jsonl").write_text("\n".join([*lines, "nonsense"]) + "\n", encoding="utf-8")
    (tmp_path / "own_verifier.py").write_text(VERIFIER, encoding="utf-8")
    scripted = {name: {"scripted": {"function": f"own_verifier:{name}"}} for name in ("votes", "unsure", "broken")}
    config = {
        "name": "g",
        "models": scripted,
        "corpus": {"blueprint": "hr-policies"},
        "matrix": {"generators": ["reader"]},
        "grounding": {"models": ["votes", "unsure", "votes"], "tau": 0.6},
    }
    (tmp_path / "g.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    return tmp_path / "answers.jsonl"


def test_a_file_of_answers_is_grounded_without_a_model(call: Call, answers: Path, tmp_path: Path) -> None:
    code, out, err = call("ground", "answers.jsonl", "--json", "--html", "out/page.html")
    assert code == 0
    assert "answers.jsonl:4: not JSON" in err
    found = json.loads(out)
    assert {"n", "results", "accuracy", "precision", "recall", "f1"} <= set(found)
    assert (found["n"], found["labelled"], found["accuracy"]) == (3, 2, 1.0)
    factoid = found["results"][0]["factoids"][0]
    assert {"text", "start", "end", "score", "support"} <= set(factoid)
    assert [one["flagged"] for one in found["results"]] == [True, False, False]
    assert "flagged" in (tmp_path / "out" / "page.html").read_text(encoding="utf-8")
    code, out, _ = call("ground", "answers.jsonl")
    assert "answers.jsonl:1: 0-20 S=0.75 'The fee is 40 euros.'" in out
    assert "3 answers, 1 flagged, 1 lines not used" in out
    assert "accuracy 1.000" in out
    code, out, _ = call("ground", "answers.jsonl", "--tau", "0.9", "--json")
    assert json.loads(out)["flagged"] == 0


def test_topics_lower_the_bar(call: Call, tmp_path: Path) -> None:
    line = {"question": "May I work while pregnant?", "answer": "The fee is 40 euros.", "contexts": ["It rains."]}
    (tmp_path / "a.jsonl").write_text(json.dumps(line), encoding="utf-8")
    code, out, _ = call("ground", "a.jsonl", "--topics", "default", "--tau", "0.9", "--json")
    assert (code, json.loads(out)["flagged"]) == (0, 1)
    code, out, _ = call("ground", "a.jsonl", "--tau", "0.9", "--json")
    assert json.loads(out)["flagged"] == 0


def test_models_and_panels_of_a_configuration_verify(call: Call, answers: Path) -> None:
    code, out, err = call(
        "ground", "answers.jsonl", "--config", "g.yaml", "--verifier", "votes", "--tau", "0.5", "--json"
    )
    assert code == 0, err
    found = json.loads(out)
    assert found["results"][0]["verifier"] == "votes"
    assert [one["flagged"] for one in found["results"]] == [True, False, False]
    code, out, _ = call("ground", "answers.jsonl", "--config", "g.yaml", "--json")
    found = json.loads(out)
    assert found["results"][0]["verifier"] == "votes+unsure"
    assert found["flagged"] == 0  # a tie of the two is not sure, and the section's tau is above its score
    code, out, err = call("ground", "answers.jsonl", "--config", "g.yaml", "--verifier", "broken", "--json")
    found = json.loads(out)
    assert (code, found["n"], [problem["line"] for problem in found["problems"]]) == (0, 1, [1, 2, 4])
    assert "unmeasured (unparseable)" in err
    code, out, _ = call("ground", "answers.jsonl", "--config", "g.yaml", "--verifier", "builtin", "--json")
    assert json.loads(out)["results"][0]["verifier"] == "builtin"


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (("none.jsonl",), "none.jsonl"),
        (("answers.jsonl", "--verifier", "gpt"), "unknown verifier 'gpt'"),
        (("answers.jsonl", "--verifier", "cross_encoder/nowhere"), "nowhere"),
        (("answers.jsonl", "--verifier", "builtin", "--verifier", "openai/x"), "panel"),
        (("answers.jsonl", "--config", "none.yaml"), "none.yaml"),
        (("answers.jsonl", "--topics", "none.yaml"), "none.yaml"),
        (("answers.jsonl", "--tau", "2"), "tau"),
    ],
)
def test_what_cannot_be_used_is_named(call: Call, answers: Path, flags: tuple[str, ...], expected: str) -> None:
    code, out, err = call("ground", *flags, "--json")
    assert (code, out) == (2, "")
    assert expected in err
    assert "Traceback" not in err


SQUAD = {
    "version": "v2.0",
    "data": [
        {
            "title": "Harbour: a/b",
            "paragraphs": [
                {
                    "context": "The harbour of Ostrava was built in 1931. It holds 40 ships.",
                    "qas": [
                        {
                            "id": "q1",
                            "question": "When was the harbour built?",
                            "answers": [{"text": "1931", "answer_start": 36}],
                            "is_impossible": False,
                        },
                        {"id": "q2", "question": "Who built the harbour?", "answers": [], "is_impossible": True},
                    ],
                }
            ],
        }
    ],
}


def test_a_data_set_becomes_a_folder_that_runs(call: Call, tmp_path: Path) -> None:
    (tmp_path / "squad.json").write_text(json.dumps(SQUAD), encoding="utf-8")
    code, out, err = call("import", "squad.json", "--from", "squad", "-o", "harbour")
    assert code == 0, err
    assert "2 tests in harbour/suite.jsonl" in out
    assert "ragtester run harbour/config.yaml" in out
    code, out, err = call("run", "harbour/config.yaml", "--json")
    assert code == 0, err
    assert json.loads(out)["totals"]["cases"] == 2
    assert json.loads(out)["systems"][0]["retrieval"]["recall"] == 1.0
    code, out, _ = call("import", "squad.json", "--from", "squad", "-o", "only.jsonl")
    assert (code, "documents are not written" in out) == (0, True)
    assert len((tmp_path / "only.jsonl").read_text(encoding="utf-8").splitlines()) == 2


@pytest.mark.parametrize("form", ["ragas", "deepeval", "promptfoo", "giskard", "jsonl", "csv"])
def test_what_is_exported_is_imported_again(call: Call, tmp_path: Path, form: str) -> None:
    (tmp_path / "squad.json").write_text(json.dumps(SQUAD), encoding="utf-8")
    assert call("import", "squad.json", "--from", "squad", "-o", "harbour")[0] == 0
    suffix = {"deepeval": "json", "promptfoo": "yaml", "csv": "csv"}.get(form, "jsonl")
    code, out, err = call("export", "harbour", "--to", form, "-o", f"deep/out.{suffix}")
    assert (code, "wrote 2 tests" in out) == (0, True), err
    code, out, err = call("import", f"deep/out.{suffix}", "--from", form, "-o", "again.jsonl")
    assert code == 0, err
    again = [json.loads(line) for line in (tmp_path / "again.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [one["query"] for one in again] == ["When was the harbour built?", "Who built the harbour?"]


def test_mistakes_in_exchange_end_with_2(call: Call, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("", encoding="utf-8")
    (tmp_path / "bad.jsonl").write_text("{\n", encoding="utf-8")
    for given, expected in (
        (("export", "nowhere", "--to", "ragas", "-o", "x.jsonl"), "there is no suite nowhere"),
        (("import", "empty.jsonl", "--from", "jsonl", "-o", "x"), "empty.jsonl"),
        (("import", "bad.jsonl", "--from", "ragas", "-o", "x"), "bad.jsonl"),
        (("import", "bad.jsonl", "--from", "sqaud", "-o", "x"), "did you mean 'squad'?"),
        (("import", "none.json", "--from", "squad", "-o", "x"), "none.json"),
    ):
        code, out, err = call(*given)
        assert (code, out) == (2, ""), given
        assert expected in err
        assert "Traceback" not in err


def test_documents_of_an_import_get_file_names_of_their_own(call: Call, tmp_path: Path) -> None:
    article = SQUAD["data"][0]  # type: ignore[index]
    twins = {
        "version": "v2.0",
        "data": [article | {"title": title} for title in ("Harbour: a/b", "harbour a b", "../..")],
    }
    for number, one in enumerate(twins["data"]):
        paragraph = one["paragraphs"][0]
        asked = [question | {"id": f"{number}-{question['id']}"} for question in paragraph["qas"]]
        one["paragraphs"] = [paragraph | {"qas": asked}]
    (tmp_path / "squad.json").write_text(json.dumps(twins), encoding="utf-8")
    assert call("import", "squad.json", "--from", "squad", "-o", "in/harbour")[0] == 0
    files = {file.stem for file in (tmp_path / "in" / "harbour" / "documents").iterdir()}
    assert len({name.casefold() for name in files}) == len(files) == 3
    lines = (tmp_path / "in" / "harbour" / "suite.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["document"] for line in lines} <= {*files, None}
    assert not (tmp_path / "in" / "config.yaml").exists()
