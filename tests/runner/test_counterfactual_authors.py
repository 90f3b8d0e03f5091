"""Who writes the counterfactuals of tests that have none, and for which tests."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ragtester.api import open_session
from ragtester.records import Document, Span, Test
from ragtester.runner import RunOptions
from ragtester.runner.campaigns.metamorphic.making import with_counterfactuals

AUTHOR = """
import json

from ragtester.errors import EndpointError

asked = []


def say(request):
    question = request.messages[-1].content
    asked.append(question)
    if "kiln 3" in question:
        raise EndpointError("the line is dead", problem="connection", retryable=False)
    return json.dumps({"passage": "The fee of the kiln 2 is 99 euros.", "value": "99 euros"})
"""
CONFIG = """
name: authors
corpus: {blueprint: hr-policies}
models: {writer: {scripted: {function: "kiln_author:say"}}}
matrix: {generators: [reader], embedders: [bm25]}
metamorphic: {author: writer}
"""


def kiln(number: int) -> Test:
    text = f"The fee of the kiln {number} is {number}1 euros."
    return Test(
        id=f"t{number}",
        query=f"What is the fee of the kiln {number}?",
        kind="positive",
        type="natural_language",
        expected_answer=f"{number}1 euros",
        accepted_answers=(f"{number}1 euros",),
        evidence=(Span.cut(Document(id="d", text=text), 0, len(text)),),
        document="d",
    )


def test_an_author_writes_for_base_instances_alone_and_another_answer_stands_in_where_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kiln_author.py").write_text(AUTHOR, encoding="utf-8")
    (tmp_path / "c.yaml").write_text(CONFIG, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    tests = [kiln(number) for number in (1, 2, 3, 4)]
    with open_session(
        tmp_path / "c.yaml", RunOptions(output=tmp_path), f"sqlite:///{tmp_path}/s.db", None, None
    ) as made:
        changed, passages = asyncio.run(with_counterfactuals(made, tests, chosen={"t2", "t3"}))
        problems = list(made.problems)
    import kiln_author  # type: ignore[import-not-found]

    assert len(kiln_author.asked) == 2
    assert set(passages) == {"t2"}
    values = {test.id: test.counterfactuals for test in changed}
    assert values["t2"] == ("99 euros",)
    assert all(
        values[name] and values[name][0] != test.expected_answer for name, test in zip(values, tests, strict=True)
    )
    assert any("no counterfactual for 1 of 2 tests" in problem for problem in problems)
