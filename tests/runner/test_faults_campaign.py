"""The campaign of seeded faults: its grounds, its checks, its scores, and a small one from end to end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from ragtester.api_faults import find_faults
from ragtester.config import load_config
from ragtester.errors import ConfigError, InputError
from ragtester.faults import FAULTS
from ragtester.records import Answer, Corpus, Document, Fact, Message, Retrieved, Span, Test
from ragtester.runner import RunOptions, Session
from ragtester.runner.campaigns.faults import CaseView, check_case, faults_table, lay_out, run_faults
from ragtester.runner.campaigns.faults.checks import trace_hash
from ragtester.runner.campaigns.faults.grounds import TENANT
from ragtester.runner.campaigns.faults.page import faults_page
from ragtester.runner.campaigns.faults.scoring import (
    alarms,
    answers_score,
    judge_fault,
    localisation,
    mutation_score,
    scores_by_test,
    selection_score,
)
from ragtester.runner.evidence import EvidenceMap
from ragtester.runner.rows import Row
from ragtester.store import Store

CONFIG: dict[str, object] = {
    "name": "planted",
    "corpus": {"blueprint": "hr-policies", "documents": 5},
    "suite": {"tests": 24, "negative_share": 0.2, "selection": "coverage", "question_types": ["extractive", "numeric"]},
    "matrix": {
        "generators": ["obedient"],
        "embedders": ["hashing"],
        "chunkers": [{"recursive": {"size": 400, "overlap": 60}}],
        "top_k": [5],
        "rerankers": ["lexical"],
        "candidates": 12,
    },
    "faults": {
        "faults": ["lost_last_page", "tenant_leak", "model_mismatch", "best_dropped", "digits_changed"],
        "reruns": 1,
        "healthy": 0.3,
    },
}


def write(folder: Path, **changes: object) -> Path:
    file = folder / "planted.yaml"
    file.write_text(yaml.safe_dump(CONFIG | changes), encoding="utf-8")
    return file


def documents(count: int, **fields: object) -> list[Document]:
    return [
        Document.model_validate({"id": f"d{n}", "text": f"Rack {n} holds {n + 20} boxes."} | fields)
        for n in range(count)
    ]


# -- grounds -------------------------------------------------------------------------------------


def test_one_document_goes_to_another_tenant_and_one_is_deleted() -> None:
    grounds = lay_out(Corpus(name="c", documents=tuple(documents(5))))
    assert [document.id for document in grounds.visible.documents] == ["d0", "d1", "d2"]
    assert {document.id: document.tenant for document in grounds.given}["d4"] == TENANT
    assert "d3" not in {document.id for document in grounds.given}
    assert [(d.id, d.status) for d in grounds.retired] == [("d0", "superseded"), ("d3", "withdrawn")]
    assert grounds.secret is not None
    assert grounds.deleted is not None
    assert [d.id for d in (*grounds.secret.documents, *grounds.deleted.documents)] == ["d4", "d3"]


def test_without_editions_one_is_made_whose_figures_differ() -> None:
    grounds = lay_out(Corpus(name="c", documents=tuple(documents(2))))
    old, new = grounds.retired[0], grounds.given[0]
    assert (old.id, old.revision, new.revision) == ("d0", 1, 2)
    assert old.text == "Rack 1 holds 31 boxes."
    assert new.text == "Rack 0 holds 20 boxes."


@pytest.mark.parametrize(("count", "secret", "deleted"), [(1, False, False), (2, False, False), (3, True, False)])
def test_small_corpora_keep_what_can_be_asked_about(count: int, secret: bool, deleted: bool) -> None:
    grounds = lay_out(Corpus(name="c", documents=tuple(documents(count))))
    assert (grounds.secret is not None, grounds.deleted is not None) == (secret, deleted)
    assert len(grounds.visible.documents) == min(count, 2)


def fact(name: str, document: str | None, **fields: object) -> Fact:
    return Fact.model_validate(
        {
            "id": name, "subject": "racks", "entity_kind": "rack", "attribute": "boxes", "label": "boxes",
            "kind": "number", "value": "9", "document": document,
        } | fields
    )  # fmt: skip


def test_superseded_editions_are_retired_under_the_id_of_what_replaced_them() -> None:
    old = Document(id="d1-r1", text="Rack 1 held 9 boxes.", status="superseded")
    facts = (
        fact("new", "d1", supersedes="old"),
        fact("old", "d1-r1", status="superseded"),
        fact("none", None, status="withheld"),
    )
    grounds = lay_out(Corpus(name="c", documents=(*documents(4), old), facts=facts))
    assert [(d.id, d.text) for d in grounds.retired if d.status == "superseded"] == [("d1", "Rack 1 held 9 boxes.")]
    assert "d1" in {d.id for d in grounds.visible.documents}
    kept = {f.id: f for f in grounds.visible.facts}
    assert set(kept) == {"new", "none"}
    assert kept["new"].supersedes is None


# -- checks --------------------------------------------------------------------------------------

DOCUMENT = Document(id="d0", text="Rack 0 holds 20 boxes. It is grey.", revision=2)
PROMPT = (Message(role="user", content="If you do not know, say so.\nRack 0 holds 20 boxes.\nHow many boxes?"),)


def passage(**fields: object) -> Retrieved:
    made = {"chunk": "d0:a", "document": "d0", "text": "Rack 0 holds 20 boxes.", "rank": 1, "start": 0, "end": 22}
    return Retrieved.model_validate(made | {"version": "2"} | fields)


def checked(
    status: str = "passed", prompt: tuple[Message, ...] | None = PROMPT, **stages: object
) -> dict[str, bool | None]:
    from ragtester.records import Chunk

    test = Test(
        id="t", query="How many boxes?", kind="positive", type="numeric", expected_answer="20",
        evidence=(Span.cut(DOCUMENT, 0, 22),),
    )  # fmt: skip
    held = Chunk(id="d0:a", document="d0", text="Rack 0 holds 20 boxes.", start=0, end=22, index=0, revision=2)
    made = {"text": "20", "candidates": (passage(),), "context": (passage(),), "prompt": prompt}
    row = Row(system="s", test="t", sample=0, kind="positive", type="numeric", status=status)  # type: ignore[arg-type]
    secret = Document(id="own", text="Hidden.", tenant="a", roles=("lead",))
    return check_case(
        test, Answer.model_validate(made | stages), row,
        evidence=EvidenceMap([DOCUMENT], [held]), given={"d0": DOCUMENT, "own": secret},
    )  # fmt: skip


def test_a_healthy_case_passes_every_check() -> None:
    assert set(checked().values()) == {True}


@pytest.mark.parametrize(
    ("changes", "failing"),
    [
        ({"status": "failed"}, {"verdict"}),
        ({"candidates": ()}, {"candidates"}),
        ({"context": ()}, {"evidence"}),
        ({"context": (passage(), passage(rank=2))}, {"unique"}),
        ({"context": (passage(), passage(rank=2, chunk="x", document="gone", text="Old."))}, {"permitted", "prompted"}),
        ({"context": (passage(version="1"),)}, {"permitted"}),
        ({"context": (passage(), passage(chunk="y", document="own", text="Hidden.", version="1"))}, {"permitted", "prompted"}),
        ({"context": (passage(), passage(rank=2, text="Rack 0 holds 99 boxes.", start=1))}, {"intact", "prompted"}),
        ({"prompt": (Message(role="user", content="Rack 0 holds 20 boxes.\nHow many boxes?"),)}, {"prompted"}),
        ({"prompt": (Message(role="user", content="If you do not know, say so.\nHow many boxes?"),)}, {"prompted"}),
    ],
)  # fmt: skip
def test_each_flaw_fails_its_own_check(changes: Mapping[str, object], failing: set[str]) -> None:
    found = checked(**changes)  # type: ignore[arg-type]
    assert {name for name, passed in found.items() if passed is False} == failing


def test_what_was_not_shown_or_measured_is_not_a_failure() -> None:
    found = checked(status="unmeasured", candidates=None, prompt=None)
    assert (found["verdict"], found["candidates"], found["prompted"]) == (None, None, None)


def test_scores_and_times_are_no_part_of_a_trace() -> None:
    answer = Answer(text="20", candidates=(passage(score=1.0),), context=(passage(),), seconds=1.0)
    same = Answer(text="20", candidates=(passage(score=2.0),), context=(passage(),), seconds=9.0)
    assert trace_hash(answer) == trace_hash(same)
    assert trace_hash(answer) != trace_hash(answer.model_copy(update={"context": ()}))


# -- scores --------------------------------------------------------------------------------------


def view(verdict: bool | None = True, *, stage: str | None = None, trace: str = "a", unique: bool = True) -> CaseView:
    status = {True: "passed", False: "failed", None: "unmeasured"}[verdict]
    return CaseView(checks={"verdict": verdict, "unique": unique}, status=status, trace=trace, stage=stage)


TESTS = [
    Test(id=name, query=f"{name}?", kind="positive", type="numeric", expected_answer="1") for name in ("a", "b", "c")
]
HEALTHY = {"a": view(), "b": view(), "c": view(False, stage="generate")}
FAULT = FAULTS["tenant_leak"]


def outcome(**views: CaseView):  # type: ignore[no-untyped-def]
    return judge_fault(FAULT, HEALTHY, HEALTHY | views, TESTS)


def test_a_fault_that_changes_nothing_is_equivalent_and_one_that_no_check_shows_is_missed() -> None:
    same, missed = outcome(), outcome(a=view(trace="b"))
    assert (same.outcome, same.localised, same.changed) == ("equivalent", None, 0)
    assert (missed.outcome, missed.localised, missed.changed) == ("missed", None, 1)
    assert mutation_score([same, missed]) == 0
    assert mutation_score([same]) is None
    assert localisation([same, missed]) is None


def test_a_check_that_fails_on_the_healthy_system_detects_nothing() -> None:
    assert outcome(c=view(False, stage="index", trace="b")).outcome == "missed"


def test_the_stage_that_most_newly_failing_tests_name_is_compared_with_the_planted_one() -> None:
    wrong = {"a": view(False, stage="index", trace="b"), "b": view(unique=False, stage="index", trace="b")}
    right = outcome(**wrong)
    assert (right.outcome, right.named, right.localised) == ("detected", "index", True)
    assert (right.caught_by, right.answered_wrong) == (("a", "b"), ("a",))
    assert (right.checks, right.stages) == ({"verdict": 1, "unique": 1}, {"index": 2})
    other = outcome(a=view(False, stage="retrieve", trace="b"))
    assert (other.named, other.localised) == ("retrieve", False)
    assert localisation([right, other]) == 0.5
    tied = outcome(a=view(False, stage="index", trace="b"), b=view(False, stage="generate", trace="b"))
    assert tied.named == "index"


def test_what_is_unmeasured_is_neither_detected_nor_equivalent() -> None:
    found = outcome(a=view(None, trace="x"))
    assert (found.outcome, found.unmeasured) == ("missed", 1)


def test_tests_and_selections_are_scored_by_what_they_catch() -> None:
    caught = outcome(a=view(False, stage="index", trace="b"))
    traced = outcome(b=view(unique=False, stage="index", trace="b")).model_copy(update={"name": "other"})
    scores = {score.id: score for score in scores_by_test([caught, traced], TESTS)}
    assert (scores["a"].faults, scores["b"].by_answers, scores["c"].catches) == (("tenant_leak",), (), 0)
    row = selection_score("random", [caught, traced], TESTS, counted={"tenant_leak", "other"})
    assert (row.mutation_score, row.by_answers, row.idle, row.idle_answers) == (1.0, 0.5, 1, 2)
    assert row.missed_by_answers == ("other",)
    assert answers_score([caught, traced]) == 0.5
    assert selection_score("random", [], TESTS, counted=set()).mutation_score is None


def test_an_alarm_is_a_check_of_a_healthy_rerun_that_fails_anew() -> None:
    assert alarms(HEALTHY, HEALTHY, TESTS) == []
    again = HEALTHY | {"b": view(False, stage="rerank"), "c": view(False, stage="index")}
    assert alarms(HEALTHY, again, TESTS) == [("b", ["verdict"])]


# -- end to end ----------------------------------------------------------------------------------


def test_a_small_campaign_finds_its_faults_and_a_rerun_does_nothing_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    config = write(tmp_path)
    first = find_faults(config)
    found = first.summary
    assert first.exit_code == 0
    assert (found["healthy"]["runs"], found["healthy"]["alarms"]) == (1, 0)
    assert found["tests"] == 24
    by_name = {fault["name"]: fault for fault in found["faults"]}
    assert {name: fault["outcome"] for name, fault in by_name.items()} == dict.fromkeys(by_name, "detected")
    assert [name for name, fault in by_name.items() if not fault["localised"]] == []
    assert found["mutation_score"] == 1.0
    assert [row["selection"] for row in found["selections"]] == ["coverage", "random"]
    assert all(row["tests"] == 24 for row in found["selections"])
    lines = [json.loads(line) for line in (tmp_path / "generated/planted/suite.jsonl").read_text().splitlines()]
    outsiders = {line["query"] for line in lines if line["kind"] == "negative"}
    own = {line["query"] for line in lines if line["tenant"] == TENANT}
    assert own
    assert own <= outsiders
    assert json.loads((first.folder / "faults.json").read_text())["faults"] == found["faults"]
    page = (first.folder / "faults.html").read_text()
    assert all(name in page for name in by_name)
    assert "http" not in page
    table = faults_table(found, width=80)
    assert "mutation score 100.0 %: 5 of 5" in table
    assert max(map(len, table.splitlines()[:7])) <= 80

    second = find_faults(config)
    assert {kind: count["done"] for kind, count in second.summary["work"].items() if count["done"]} == {}
    assert second.summary["faults"] == found["faults"]


def test_mistakes_are_named_before_anything_is_spent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match="did you mean 'tenant_leak'"):
        find_faults(write(tmp_path, faults={"faults": ["tenant_leek"]}))
    with pytest.raises(ConfigError, match="did you mean 'random'"):
        find_faults(write(tmp_path, faults={"beside": ["randm"]}))
    outside = {"targets": [{"name": "t", "callable": "os:getcwd"}], "matrix": {}}
    with pytest.raises(ConfigError, match="reference pipeline"):
        find_faults(write(tmp_path, **outside))


def test_thresholds_a_dirty_start_and_own_suites(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    corpus = {"files": ["*.md"]}
    for number, name in enumerate(["north", "south", "east", "west"], 20):
        (tmp_path / f"{name}.md").write_text(
            f"# {name.title()} rack\n\nThe {name} rack holds {number} boxes. The {name} rack is checked every "
            f"{number + 30} days by the {name} crew. The {name} rack was built in {number + 1990} by Velo {name.title()}.\n"
        )
    suite = {"tests": 8, "negative_share": 0.25}
    chosen = {"faults": ["mojibake", "tenant_leak", "stale_revision"], "reruns": 0, "beside": [], "healthy": 0.2}
    found = find_faults(write(tmp_path, corpus=corpus, suite=suite, faults=chosen))
    outcomes = {fault["name"]: fault["outcome"] for fault in found.summary["faults"]}
    assert outcomes["mojibake"] == "equivalent"  # these documents hold ASCII alone
    assert {outcomes["tenant_leak"], outcomes["stale_revision"]} == {"detected"}
    assert found.summary["healthy"]["runs"] == 0

    strict = {"faults": ["mojibake", "wrong_filter"], "reruns": 0, "beside": [], "healthy": 0.2}
    own = write(
        tmp_path, corpus=corpus, suite={"file": str(tmp_path / "generated/planted/suite.jsonl")}, faults=strict,
        thresholds={"mutation_score": 1.0},
    )  # fmt: skip
    given = find_faults(own, RunOptions(limit=3))
    assert given.summary["tests"] == 3
    assert [row["selection"] for row in given.summary["selections"]] == ["as given"]
    assert given.exit_code in (0, 1)
    assert given.exit_code == int((given.summary["mutation_score"] or 0) < 1)

    with pytest.raises(InputError, match=r"faults\.healthy"):
        find_faults(write(tmp_path, corpus=corpus, suite=suite, matrix={"generators": ["mute"]}, models={
            "mute": {"scripted": {"rules": [{"reply": "Purple."}]}}
        }))  # fmt: skip


def test_an_endpoint_that_fails_leaves_cases_unmeasured_and_unstored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    models = {
        "flaky": {
            "scripted": {"rules": [{"match": "Question: Wh", "error": "server_error"}, {"reply": "I do not know."}]}
        }
    }
    matrix = CONFIG["matrix"] | {"generators": ["flaky"]}  # type: ignore[operator]
    chosen = {"faults": ["wrong_filter"], "reruns": 0, "beside": [], "healthy": 0.0}
    result = find_faults(write(tmp_path, models=models, matrix=matrix, faults=chosen))
    assert result.exit_code == 3
    assert result.summary["unmeasured"] > 0
    with Store("sqlite:///generated/ragtester.db") as store:
        assert store.counts()["result"] > 0


def test_a_campaign_that_is_stopped_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rack.md").write_text("# Rack\n\nThe north rack holds 20 boxes and is checked every 14 days.\n")
    config = write(tmp_path, corpus={"files": ["rack.md"]}, suite={"tests": 2, "negative_share": 0})
    with Store("sqlite:///stopped.db") as store:
        session = Session(loaded=load_config(config), options=RunOptions(), store=store)
        session.stop.ask()
        result = asyncio.run(run_faults(session))
    assert (result.exit_code, result.summary["status"]) == (130, "interrupted")


def test_a_page_is_made_of_any_summary() -> None:
    missed = outcome(a=view(trace="b")).model_dump(mode="json")
    wrong = outcome(a=view(False, stage="retrieve", trace="b")).model_dump(mode="json") | {"name": "<b>"}
    summary = {
        "name": "n", "system": "s", "tests": 3, "started": "now", "seconds": 1.0, "mutation_score": None,
        "by_answers": None, "localisation": None, "counts": {"detected": 1, "missed": 1, "equivalent": 0},
        "healthy": {"runs": 0, "alarms": 0, "passed": 2}, "faults": [missed, wrong], "selections": [], "by_test": [],
        "idle_answers": [f"test-{n}" for n in range(12)], "checks": {},
    }  # fmt: skip
    page = faults_page(summary)
    assert "&lt;b&gt;" in page
    assert "retrieve (wrong)" in page
    table = faults_table(summary)
    assert "retrieve (wrong)" in table
    assert "not measured" in table
    assert "and 4 more" in table
