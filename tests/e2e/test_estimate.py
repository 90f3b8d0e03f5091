"""`estimate` against the run that follows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ragtester.api import estimate_config, run_config
from ragtester.errors import BudgetSpentError
from ragtester.runner import RunOptions
from ragtester.structured import example_of
from ragtester.testing import StandInServer
from ragtester.testing.stand_in.replies import wanted_schema
from tests.e2e.an_author import Author

WriteConfig = Callable[..., Path]
Replaced = Mapping[str, str]


def sent(summary: Any) -> int:
    return sum(model["calls"] for model in summary["models"].values())


@pytest.fixture
def server(read_and_answer: Callable[..., str]) -> Iterator[StandInServer]:
    """Gives data where it is asked for, states the facts of a section, and answers a question from its passages."""

    def say(body: Mapping[str, object]) -> str:
        schema = wanted_schema(body)
        messages = body["messages"]
        assert isinstance(messages, list)
        text = str(messages[-1]["content"])
        if schema is not None:
            return json.dumps(example_of(schema))
        if "Passages:" in text:
            return read_and_answer(body)
        stated = [line[2:].replace(": ", " is ") + "." for line in text.splitlines() if line.startswith("- ")]
        return " ".join(stated) or text.splitlines()[-1]  # a rewriter's query, a guess without documents

    with StandInServer(say=say) as running:
        yield running


def near(estimated: int, calls: int) -> bool:
    return abs(estimated - calls) <= max(3, 0.2 * calls)


def changed(config: Path, changes: Replaced) -> Path:
    text = config.read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    config.write_text(text, encoding="utf-8")
    return config


JUDGED = "judge: {model: remote, sure_at: 1.0}"
CASES: dict[str, tuple[Replaced, str]] = {
    "a generator": ({}, ""),
    "a judge where the rules are not sure": ({}, "judge: {model: remote}"),
    "a judge of everything": ({}, JUDGED),
    "a reader that a model judges": ({"[reader, remote]": "[reader]"}, JUDGED),
    "two generators": (
        {"models:\n": 'models:\n  other: {openai: {model: other, base_url: "URL"}}\n', "[reader, remote]": "[other, remote]"},
        "judge: {model: remote}",
    ),
    "cells with equal prompts": (
        {"overlap: 50}}]": "overlap: 50}}, {recursive: {size: 500, overlap: 51}}]"},
        JUDGED,
    ),
    "three samples": ({"top_k: [3]": "top_k: [3], samples: 3, temperature: 0.7"}, "judge: {model: remote}"),
    "three votes": ({}, "judge: {model: remote, repeats: 3, sure_at: 1.0}"),
    "a dimension of one's own": ({}, "judge: {model: remote, dimensions: {tone: 'Scores 1 for rude, 5 for kind.'}}"),
    "snapshot metrics": ({}, "judge: {model: remote, snapshot_metrics: true}"),
    "grounding": ({}, "grounding: {verifier: remote}"),
    "a reranking model": ({"top_k: [3]": "top_k: [3], rerankers: [{llm: remote}], candidates: 5"}, ""),
    "a rewriting model": ({"top_k: [3]": "top_k: [3], rewrite: remote"}, ""),
    "a model that writes the documents": ({"documents: 2}": "documents: 2, author: remote}"}, "judge: {model: remote}"),
    "an external system that a model judges": ({"[reader, remote]": "[reader]"}, JUDGED + "\ntargets: [{name: mine, callable: 'own_system:ask'}]"),
    "a panel with repeats": (
        {"models:\n": 'models:\n  other: {openai: {model: other, base_url: "URL"}}\n', "[reader, remote]": "[remote]"},
        "judge: {models: [remote, other, builtin], repeats: 3, sure_at: 1.0}",
    ),
    "several depths and a hybrid search": (
        {"[bm25, hashing]": "[bm25, hashing, {hybrid: hashing}]", "top_k: [3]": "top_k: [1, 2, 4]"}, "judge: {model: remote}"
    ),
    "closed-book questions": ({"tests_per_document: 4": "tests_per_document: 4, closed_book: remote"}, ""),
}  # fmt: skip
FAST = ("a judge of everything", "cells with equal prompts")


@pytest.mark.parametrize(
    "name", [name if name in FAST else pytest.param(name, marks=pytest.mark.slow) for name in CASES]
)
def test_an_estimate_is_within_a_fifth_of_the_calls_that_follow_and_sends_none(
    server: StandInServer, write_config: WriteConfig, name: str
) -> None:
    changes, more = CASES[name]
    Path("own_system.py").write_text(
        "def ask(question):\n    return 'It is ' + str(question)[-40:]\n", encoding="utf-8"
    )
    config = changed(
        write_config(server.url, more), {old: new.replace("URL", server.url) for old, new in changes.items()}
    )
    before = estimate_config(config)
    assert server.stats.chat == 0
    summary = run_config(config).summary
    by_model = {stage.model: 0 for stage in before.stages}
    for stage in before.stages:
        by_model[stage.model] += stage.calls
    assert sent(summary) > 0
    assert near(before.calls, sent(summary))
    for model, calls in by_model.items():
        assert near(calls, summary["models"][model]["calls"])
    assert estimate_config(config).calls == 0


def test_an_estimate_subtracts_what_is_stored_and_counts_what_is_added(
    server: StandInServer, write_config: WriteConfig
) -> None:
    config = write_config(server.url)
    run_config(config, RunOptions(limit=3))
    rest = estimate_config(config)
    assert rest.basis == "counted"
    assert "without faults" in rest.to_text()
    stored = server.stats.chat
    summary = run_config(config).summary
    assert rest.calls == sent(summary) == server.stats.chat - stored


@pytest.mark.slow
def test_a_new_judge_is_estimated_from_the_answers_that_are_stored(
    server: StandInServer, write_config: WriteConfig
) -> None:
    run_config(write_config(server.url))
    config = write_config(server.url, JUDGED)
    before = estimate_config(config)
    assert {stage.stage for stage in before.stages} == {"judge"}
    assert before.basis == "counted"
    assert before.calls == sent(run_config(config).summary)


def authored(config: Path, *, documents: int = 4, tests: int = 6, negatives: float = 0.25) -> Path:
    changes = {
        "documents: 2}": f"documents: {documents}, author: remote}}",
        "tests_per_document: 4, negative_share: 0.25": f"tests_per_document: {tests}, negative_share: {negatives}, author: remote",
        "[reader, remote]": "[reader]",
    }
    return changed(config, changes)


def test_an_author_that_has_not_written_yet_is_assumed_to_write_well_and_the_range_is_told(
    write_config: WriteConfig, read_and_answer: Callable[..., str]
) -> None:
    with StandInServer(say=Author(answers=read_and_answer)) as server:
        config = authored(write_config(server.url))
        found = estimate_config(config)
        assert server.stats.chat == 0
        assert not Path("generated/small").exists()
        suite = next(stage for stage in found.stages if stage.stage == "suite")
        assert found.basis == "assumed"
        assert [stage.stage for stage in found.stages] == ["corpus", "suite"]
        assert suite.low is not None
        assert suite.high is not None
        assert suite.low < suite.calls < suite.high
        assert "likely" in found.to_text()
        assert "has not written tests" in found.to_text()
        assert near(found.calls, sent(run_config(config).summary))
        assert estimate_config(config).calls == 0


@pytest.mark.slow
def test_an_author_that_has_written_is_estimated_by_its_own_rejections_and_repairs(
    write_config: WriteConfig, read_and_answer: Callable[..., str]
) -> None:
    author = Author(answers=read_and_answer, rejected=0.6, otherwise=0.3, broken=0.2, leaves_out=0.4)
    with StandInServer(say=author) as server:
        run_config(authored(write_config(server.url)))
        config = authored(write_config(server.url), documents=8)
        found = estimate_config(config)
        assert "what the author wrote before" in found.to_text()
        calls = sent(run_config(config).summary)
        assert calls > 150
        assert near(found.calls, calls)


@pytest.mark.slow
def test_what_a_stopped_author_has_written_is_subtracted_and_tells_of_the_rest(
    write_config: WriteConfig, read_and_answer: Callable[..., str]
) -> None:
    author = Author(answers=read_and_answer, rejected=0.5, otherwise=0.2, broken=0.1)
    with StandInServer(say=author) as server:
        priced = {"concurrency: 8": "concurrency: 8, input_price: 1000000, output_price: 0"}
        config = changed(authored(write_config(server.url), documents=6), priced)
        with pytest.raises(BudgetSpentError):
            run_config(config, RunOptions(budget_usd=40_000))
        before = server.stats.chat
        assert before > 100
        found = estimate_config(config)
        calls = sent(run_config(config).summary)
        assert calls > 30
        assert near(found.calls, calls)
