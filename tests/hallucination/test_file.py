from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragtester.errors import EndpointError, InputError
from ragtester.hallucination import ground_file, ground_file_async
from ragtester.llm import ScriptedModel

CONTEXT = ["The fee is 30 euros. The bar is closed on Mondays."]


def write(path: Path, *lines: object) -> Path:
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")
    return path


def test_a_file_gives_results_and_with_labels_measures(tmp_path: Path) -> None:
    file = write(
        tmp_path / "answers.jsonl",
        {"id": "a", "question": "", "answer": "The fee is 30 euros.", "contexts": CONTEXT, "label": False, "spans": []},
        {"answer": "The fee is 40 euros.", "contexts": CONTEXT, "label": True, "spans": [[11, 19]]},
        {"answer": "The fee is 30 euros.", "contexts": CONTEXT, "label": 1, "spans": [{"start": 0, "end": 20}]},
        {"answer": "The bar is closed on Mondays.", "contexts": CONTEXT, "label": None},
    )
    seen: list[int] = []
    data = ground_file(file, progress=seen.append).to_json()
    assert data["n"] == 4
    assert seen == [1, 2, 3, 4]
    results = data["results"]
    assert isinstance(results, list)
    assert [result["flagged"] for result in results] == [False, True, False, False]
    assert results[0]["id"] == "a"
    assert data["labelled"] == 3
    assert data["accuracy"] == pytest.approx(2 / 3)
    assert data["precision"] == 1.0
    assert data["recall"] == 0.5
    assert data["f1"] == pytest.approx(2 / 3)
    assert data["roc_auc"] == 0.75
    overlap = data["span_overlap"]
    assert isinstance(overlap, dict)
    assert overlap["precision"] == 1.0
    assert overlap["recall"] == 0.5
    json.dumps(data)


def test_without_labels_there_are_no_measures(tmp_path: Path) -> None:
    data = ground_file(write(tmp_path / "a.jsonl", {"answer": "The fee is 30 euros.", "contexts": CONTEXT})).to_json()
    assert "accuracy" not in data
    assert "span_overlap" not in data


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{not json", "not JSON"),
        ("[1]", "is a list"),
        ({"contexts": []}, "has no answer"),
        ({"answer": "x"}, "has no contexts"),
        ({"answer": None, "contexts": []}, "answer is None"),
        ({"answer": "x", "contexts": "text"}, "contexts is 'text'"),
        ({"answer": "x", "contexts": {"a": 1}}, "contexts is {'a': 1}"),
        ({"answer": "x", "contexts": [None]}, r"contexts\[0\] is None"),
        ({"answer": "x", "contexts": [], "question": 3}, "question is 3"),
        ({"answer": "x", "contexts": [], "label": "yes"}, "label is 'yes'"),
        ({"answer": "x", "contexts": [], "spans": 3}, "spans is 3"),
        ({"answer": "x", "contexts": [], "spans": [[0]]}, r"spans holds \[0\]"),
        ({"answer": "x", "contexts": [], "spans": [[0, 9]]}, "lies outside the 1 characters"),
    ],
)
def test_a_bad_line_is_reported_by_number_and_the_rest_goes_on(tmp_path: Path, line: object, message: str) -> None:
    good = {"answer": "The fee is 30 euros.", "contexts": CONTEXT}
    result = ground_file(write(tmp_path / "a.jsonl", good, "", line, good))
    assert len(result.groundings) == 2
    assert [problem.line for problem in result.problems] == [3]
    import re

    assert re.search(message, result.problems[0].message)


def test_a_line_that_is_not_utf8_is_reported_too(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(b'{"answer": "\xff", "contexts": []}\n{"answer": "x", "contexts": []}\n')
    result = ground_file(file)
    assert [problem.line for problem in result.problems] == [1]
    assert len(result.groundings) == 1


def test_a_missing_file_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"absent\.jsonl"):
        ground_file(tmp_path / "absent.jsonl")


async def test_a_model_that_fails_on_one_line_leaves_it_unmeasured(tmp_path: Path) -> None:
    good = {"answer": "The fee is 30 euros.", "contexts": CONTEXT, "label": False}
    bad = {"answer": "The broken fee is 30 euros.", "contexts": CONTEXT}

    def respond(request: object) -> object:
        text = request.messages[-1].content  # type: ignore[attr-defined]
        if "broken" in text:
            return EndpointError("down", problem="timeout", retryable=False)
        count = text.split("<statements>")[1].count("\n") - 1
        votes = [{"number": i, "evidence": "", "answer": "not sure"} for i in range(1, count + 1)]
        return json.dumps({"votes": votes})

    seen: list[int] = []
    file = write(tmp_path / "a.jsonl", good, bad, "{")
    result = await ground_file_async(file, verifier=ScriptedModel(respond), progress=seen.append)  # type: ignore[arg-type]
    assert [problem.line for problem in result.problems] == [2, 3]
    assert "unmeasured (timeout)" in result.problems[0].message
    assert result.groundings[0].score == 0.5
    assert len(seen) == 2


def test_a_line_that_is_not_utf_8_is_named_with_the_remedy(tmp_path: Path) -> None:
    file = tmp_path / "odd.jsonl"
    file.write_bytes(b'{"answer": "\xff", "contexts": []}\n{"answer": "a", "contexts": []}\n')
    done = ground_file(file)
    assert [(problem.line, problem.message) for problem in done.problems] == [
        (1, "byte 12 of the line is not UTF-8; save the file as UTF-8")
    ]
    assert len(done.rows) == 1
