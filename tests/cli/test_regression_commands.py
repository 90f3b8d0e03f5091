from __future__ import annotations

import json
import os
import shutil
import threading
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.conftest import Call

ROOT = Path(__file__).parents[2]
SMALL: dict[str, Any] = {
    "name": "small",
    "corpus": {"files": ["docs/*"]},
    "suite": {"file": "suite.jsonl"},
    "matrix": {"generators": ["reader"], "embedders": ["bm25"], "top_k": [2]},
}
DOCS = {
    "leave": "Annual leave is 25 days for every clerk.\n\nClerks ask their lead before they travel.",
    "pay": "Clerks are paid on the 28th of the month.\n\nThe bonus of the plant is 4 percent.",
    "bikes": "The cycle plan costs 30 euros a month.\n\nIt is run by Velo Nord for all sites.",
}
TESTS = [
    ("leave-days", "How many days of annual leave does a clerk have?", "25 days", "leave", "Annual leave is 25 days"),
    ("bonus", "What is the bonus of the plant?", "4 percent", "pay", "The bonus of the plant is 4 percent"),
    ("dental", "What does the dental plan of the Zurich office cost?", "", None, ""),
]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    for name, text in DOCS.items():
        (tmp_path / "docs" / f"{name}.txt").write_text(text, encoding="utf-8")
    lines = []
    for name, query, answer, document, quote in TESTS:
        kind = "positive" if document else "negative"
        spans = [{"document": document, "quote": quote}] if document else []
        lines.append({
            "id": name, "query": query, "kind": kind, "type": "numeric" if document else "out_of_domain",
            "expected_answer": answer or "The documents do not say it.", "evidence": spans, "document": document,
        })  # fmt: skip
    (tmp_path / "suite.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return configure(tmp_path)


def configure(folder: Path, name: str = "small", **matrix: object) -> Path:
    file = folder / f"{name}.yaml"
    changed = SMALL | {"name": name, "matrix": SMALL["matrix"] | matrix}
    file.write_text(yaml.safe_dump(changed), encoding="utf-8")
    return file


def test_a_suite_becomes_a_contract_that_systems_are_captured_and_judged_by(
    call: Call, small: Path, tmp_path: Path
) -> None:
    code, out, err = call("contract", "small.yaml", "-o", "contract.yaml", "-q")
    assert (code, "3 queries (2 answerable)" in out) == (0, True), err
    code, out, _ = call("contract", "small.yaml", "-o", "c.json", "-k", "1", "--held-out", "0.5", "--json")
    assert (code, json.loads(out)["k"]) == (0, 1)
    assert {query["split"] for query in json.loads((tmp_path / "c.json").read_text())["queries"]} == {
        "held_out", "development",
    }  # fmt: skip
    code, out, err = call("capture", "contract.yaml", "small.yaml", "-o", "base.json", "--json")
    assert code == 0, err
    told = json.loads(out)
    assert (told["system"], told["queries"], told["errors"]) == ("reader/bm25/recursive-800-80/k2", 3, {})
    configure(tmp_path, "narrow", top_k=[1], embedders=["hashing"])
    given = ("capture", "contract.yaml", "narrow.yaml", "-o", "narrow.json", "--seed", "3", "--budget", "1")
    assert call(*given, "--samples", "2", "-j", "2", "-q")[0] == 0
    captured = json.loads((tmp_path / "narrow.json").read_text())
    assert captured["configuration"]["retriever"]["embedder"]["name"] == "hashing"
    assert captured["configuration"]["retriever"]["top_k"] == 1
    assert len(captured["results"]) == 6
    code, out, err = call("gate", "contract.yaml", "base.json", "base.json", "--report", "r/same.json", "--json")
    assert code == 0, out + err
    assert json.loads(out) == json.loads((tmp_path / "r" / "same.json").read_text())
    assert json.loads(out)["baseline_qualified"] is True
    code, out, _ = call(
        "gate", "contract.yaml", "base.json", "narrow.json", "--report", "n.json", "--declare", "retriever.top_k", "--json"
    )  # fmt: skip
    undeclared = [one["key"] for one in json.loads(out)["configuration"]["undeclared"]]
    assert "retriever.embedder.name" in undeclared
    assert not [key for key in undeclared if key.startswith(("system.", "retriever.top_k"))]


def test_a_capture_names_the_documents_that_were_not_read_and_the_gate_fails_by_it(
    call: Call, small: Path, tmp_path: Path
) -> None:
    assert call("contract", "small.yaml", "-o", "contract.json", "-q")[0] == 0
    assert call("capture", "contract.json", "small.yaml", "-o", "base.json", "-q")[0] == 0
    (tmp_path / "docs" / "broken.pdf").write_bytes(b"not a PDF")
    code, out, _ = call("capture", "contract.json", "small.yaml", "-o", "partial.json", "-q")
    assert (code, "broken.pdf" in out) == (0, True)
    code, out, _ = call("gate", "contract.json", "base.json", "partial.json", "--report", "r.json")
    assert code == 1
    assert "incomplete_ingestion" in out


def test_of_several_systems_one_must_be_named_unless_they_retrieve_alike(
    call: Call, small: Path, tmp_path: Path
) -> None:
    configure(tmp_path, "several", top_k=[1, 2])
    code, _, err = call("contract", "several.yaml", "-o", "contract.json", "-q")
    assert code == 2
    assert "--system GLOB" in err
    assert "several.yaml" in err
    assert call("contract", "several.yaml", "-o", "contract.json", "--system", "*k2", "-q")[0] == 0
    code, _, err = call("capture", "contract.json", "several.yaml", "-o", "c.json", "-q")
    assert (code, "--system GLOB" in err) == (2, True)
    assert not (tmp_path / "c.json").exists()
    assert call("capture", "contract.json", "several.yaml", "-o", "c.json", "--system", "*k1", "-q")[0] == 0
    code, _, err = call("capture", "contract.json", "several.yaml", "-o", "c.json", "--system", "*k9", "-q")
    assert (code, "matches none" in err) == (2, True)


def test_a_function_of_the_users_own_is_captured_too(call: Call, small: Path, tmp_path: Path) -> None:
    assert call("contract", "small.yaml", "-o", "contract.json", "-q")[0] == 0
    (tmp_path / "own_search_system.py").write_text(
        "def ask(question):\n    return 'no'\n\ndef retrieve(question):\n    return {'contexts': ['Annual leave is 25 days']}\n",
        encoding="utf-8",
    )
    mine = SMALL | {"name": "mine", "matrix": {}, "targets": [{"name": "mine", "callable": "own_search_system:ask"}]}
    (tmp_path / "mine.yaml").write_text(yaml.safe_dump(mine), encoding="utf-8")
    code, _, err = call("capture", "contract.json", "mine.yaml", "-o", "mine.json", "-q")
    assert code == 0, err
    captured = json.loads((tmp_path / "mine.json").read_text())
    assert captured["configuration"]["target"]["callable"] == "own_search_system:ask"
    assert captured["results"][0]["hits"][0]["text"] == "Annual leave is 25 days"
    code, _, err = call("contract", "mine.yaml", "-o", "x.json", "-q")
    assert (code, "does not show its chunks" in err) == (2, True)
    (tmp_path / "own_silent_system.py").write_text("def ask(question):\n    return 'no'\n", encoding="utf-8")
    silent = mine | {"name": "silent", "targets": [{"name": "silent", "callable": "own_silent_system:ask"}]}
    (tmp_path / "silent.yaml").write_text(yaml.safe_dump(silent), encoding="utf-8")
    code, _, err = call("capture", "contract.json", "silent.yaml", "-o", "m.json", "-q")
    assert (code, "shows no results of the stage 'final_context'" in err) == (2, True)


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "configs" / "contracts", tmp_path / "contracts")
    return tmp_path / "contracts"


GATE = ("gate", "contracts/contract.yaml", "contracts/base.json")


@pytest.mark.parametrize(
    ("candidate", "code", "status"),
    [("recovered", 0, "PASS"), ("candidate", 1, "FAIL"), ("incomplete", 2, "INVALID"), ("all_irrelevant", 1, "FAIL")],
)
def test_the_gate_says_how_it_ended_by_exit_code_report_and_junit(
    call: Call, examples: Path, tmp_path: Path, candidate: str, code: int, status: str
) -> None:
    given = (*GATE, f"contracts/{candidate}.json", "--report", "out/r.json", "--junit", "out/r.xml")
    ended, out, err = call(*given, "--json")
    assert ended == code, err
    report = json.loads(out)
    assert report["status"] == status
    assert json.loads((tmp_path / "out" / "r.json").read_text(encoding="utf-8")) == report
    suite = ElementTree.parse(tmp_path / "out" / "r.xml").getroot()
    assert suite.tag in ("testsuite", "testsuites")
    ended, out, _ = call(*given)
    assert (ended, out.startswith(status)) == (code, True)
    assert "report: out/r.json" in out


MALFORMED: dict[str, bytes | None] = {
    "missing": None,
    "empty": b"",
    "not json": b"{",
    "a list": b"[]",
    "a number": b"7",
    "null": b"null",
    "huge number": b'{"contract_version": "1", "stage": "final_context", "results": [], "x": ' + b"9" * 6000 + b"}",
    "deep": b"[" * 100_000,
    "nan": b'{"contract_version": "1", "stage": "final_context", "results": NaN}',
    "not utf-8": b"\xff\xfe{}",
    "lone surrogate": b'{"contract_version": "1", "stage": "final_context", "results": [{"query_id": "\\ud800", "hits": []}]}',
    "surrogate key": b'{"\\udfff": 1}',
    "right to left": '{"contract_version": "١", "stage": "مرحلة", "results": []}'.encode(),
    "control characters": b'{"contract_version": "\\u0000\\u001b[31m", "stage": "final_context", "results": []}',
    "results of another kind": b'{"contract_version": "1", "stage": "final_context", "results": {"a": [1]}}',
    "hits of another kind": b'{"contract_version": "1", "stage": "final_context", "results": [{"query_id": 1, "hits": 2}]}',
}


@pytest.mark.parametrize("place", [0, 1, 2], ids=["contract", "base", "candidate"])
@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_file_ends_with_2_a_report_and_one_message(
    call: Call, examples: Path, tmp_path: Path, name: str, place: int
) -> None:
    files = ["contracts/contract.yaml", "contracts/base.json", "contracts/recovered.json"]
    broken = tmp_path / "bröken file.json"
    files[place] = broken.name
    content = MALFORMED[name]
    if content is not None:
        broken.write_bytes(content)
    code, out, err = call("gate", *files, "--report", "r.json", "--junit", "r.xml", "--json")
    assert (code, err) == (2, "")
    report = json.loads(out)
    assert report["status"] == "INVALID"
    assert "bröken file.json" in report["error"]
    assert json.loads((tmp_path / "r.json").read_text(encoding="utf-8")) == report
    ElementTree.parse(tmp_path / "r.xml")
    code, out, _ = call("gate", *files, "--report", "r.json")
    assert (code, out.startswith("INVALID: ")) == (2, True)


@pytest.mark.parametrize(
    "report",
    ["contracts/base.json", "contracts/contract.yaml", "taken", "contracts/base.json/r.json", "x" * 300],
)
def test_a_report_that_cannot_be_written_where_it_should_is_invalid(
    call: Call, examples: Path, tmp_path: Path, report: str
) -> None:
    (tmp_path / "taken").mkdir()
    before = {file: file.read_bytes() for file in examples.iterdir()}
    code, out, err = call(*GATE, "contracts/recovered.json", "--report", report, "--json")
    assert (code, err) == (2, "")
    assert json.loads(out)["status"] == "INVALID"
    assert "report" in json.loads(out)["error"]
    assert before == {file: file.read_bytes() for file in examples.iterdir()}
    assert not [file for file in tmp_path.iterdir() if file.name.endswith(".part")]


def test_a_pipe_is_written_to_and_a_link_stays_a_link(call: Call, examples: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    held: list[str] = []
    reader = threading.Thread(target=lambda: held.append((tmp_path / "pipe").read_text(encoding="utf-8")))
    reader.start()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link.json").symlink_to(tmp_path / "elsewhere" / "real.json")
    given = (*GATE, "contracts/recovered.json", "--report", "pipe", "--junit", "link.json")
    assert call(*given)[0] == 0
    reader.join(timeout=10)
    assert json.loads(held[0])["status"] == "PASS"
    assert (tmp_path / "pipe").is_fifo()
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "elsewhere" / "real.json").is_file()


def test_a_contract_reads_the_same_as_yaml_and_json_and_by_any_path(
    call: Call, examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contract = yaml.safe_load((examples / "contract.yaml").read_text(encoding="utf-8"))
    (examples / "contract.json").write_text(json.dumps(contract, default=str), encoding="utf-8")
    (tmp_path / "deep" / "er").mkdir(parents=True)
    reports = []
    for folder, contract_file in ((".", "contracts/contract.json"), ("deep/er", "../../contracts/contract.yaml")):
        monkeypatch.chdir(tmp_path / folder)
        up = "../" * folder.count("/") + ("../" if folder != "." else "")
        code, out, _ = call(
            "gate", contract_file, str(examples / "base.json"), f"{up}contracts/candidate.json", "--report", "r.json", "--json"
        )  # fmt: skip
        assert (code, Path("r.json").is_file()) == (1, True)
        reports.append(json.loads(out))
    assert reports[0] == reports[1]


def test_flags_of_the_gate_are_checked(call: Call, examples: Path) -> None:
    given = (*GATE, "contracts/recovered.json", "--report", "r.json")
    assert call(*given[:-2])[0] == 2
    for flags in (
        ("--resamples", "0"),
        ("--resamples", "9" * 30),
        ("--seed", "-1"),
        ("--split", "test"),
        ("--seed", "x"),
    ):
        code, out, err = call(*given, *flags)
        assert (code, out, "Traceback" in err) == (2, "", False), flags
    assert call(*given, "--resamples", "100", "--seed", "9" * 25)[0] == 0
    code, out, _ = call(*given, "--split", "heldout")
    assert (code, "no query is in the split" in out) == (2, True)
    code, out, _ = call(*given, "--margin", "recall_at_k=0.05", "--json")
    margins = {one["measure"]: one["margin"] for one in json.loads(out)["comparisons"]}
    assert (code, margins["recall_at_k"], margins["mrr"]) == (0, 0.05, 0.0)
    assert call(*given, "--margin", "recall_at_k=-1")[0] == 2
    reports = [call(*given, "--seed", "5", "--json")[1] for _ in range(2)]
    assert reports[0] == reports[1]
    code, out, _ = call(*given, "--declare", "retriever.embedder", "--declare", "nothing", "--json")
    assert json.loads(out)["configuration"]["declared_but_unchanged"] == ["nothing"]


SCENARIO = {
    "version": 1,
    "deadline_s": 0.2,
    "window": {"probes": 1, "every_s": 0.01},
    "scenarios": [
        {
            "name": "the fee rises",
            "given": [{"upsert": {"document": "fee", "revision": 1, "text": "The parking fee is 3 euros."}}],
            "before": [{"question": "What is the parking fee?", "present": ["3 euros"]}],
            "steps": [
                {
                    "kind": "revise",
                    "change": [{"upsert": {"document": "fee", "revision": 2, "text": "The parking fee is 5 euros."}}],
                    "expect": [{"question": "What is the parking fee?", "present": ["5 euros"], "absent": ["3 euros"]}],
                }
            ],
        }
    ],
}


def test_a_lifecycle_run_goes_over_every_way_to_retrieve(call: Call, small: Path, tmp_path: Path) -> None:
    (tmp_path / "scenario.yaml").write_text(yaml.safe_dump(SCENARIO), encoding="utf-8")
    configure(tmp_path, "both", top_k=[1, 2])
    code, out, err = call("lifecycle", "scenario.yaml", "both.yaml", "--json")
    assert code == 0, err
    found = json.loads(out)
    assert found["status"] == "passed"
    assert [step["system"].rpartition("/")[2] for step in found["steps"]] == ["k1", "k2"]
    for step in found["steps"]:
        assert {"name", "status", "accepted_s", "indexed_s", "retrieved_s", "context_s", "deadline_s", "reason"} <= set(
            step
        )
        assert 0 <= step["accepted_s"] <= step["context_s"] <= step["deadline_s"]
    assert [system["system"] for system in found["systems"]] == [step["system"] for step in found["steps"]]
    code, out, _ = call("lifecycle", "scenario.yaml", "both.yaml", "--filter-systems", "*k1", "-q", "-o", "out/l.json")
    assert (code, "on time: 1 of 1 (0 pending, 0 not begun)" in out) == (0, True)
    assert json.loads((tmp_path / "out" / "l.json").read_text(encoding="utf-8"))["status"] == "passed"


def test_a_lifecycle_report_that_is_due_early_counts_later_deadlines_as_pending(
    call: Call, small: Path, tmp_path: Path
) -> None:
    (tmp_path / "scenario.yaml").write_text(yaml.safe_dump(SCENARIO | {"deadline_s": 60}), encoding="utf-8")
    given = ("lifecycle", "scenario.yaml", "small.yaml", "--seed", "3", "--budget", "1", "-j", "2", "--json")
    code, out, err = call(*given, "--cutoff", "1")
    assert code == 3, err
    found = json.loads(out)
    assert found["on_time"] == {"on_time": 0, "cohort": 0, "pending": 1, "not_begun": 0, "rate": None}
    assert (found["steps"][0]["status"], found["steps"][0]["pending"]) == ("not_run", True)
    assert found["steps"][0]["context_s"] < 1
    code, _, err = call(*given, "--cutoff", "-1")
    assert (code, "--cutoff" in err) == (2, True)


def test_a_step_that_fails_or_cannot_be_observed_decides_the_exit_code(call: Call, small: Path, tmp_path: Path) -> None:
    (tmp_path / "scenario.yaml").write_text(yaml.safe_dump(SCENARIO), encoding="utf-8")
    (tmp_path / "forgetful_system.py").write_text(
        "KNOWN = {}\n"
        "def ask(question):\n    return {'answer': '', 'contexts': list(KNOWN.values())}\n"
        "def retrieve(question):\n    return {'contexts': list(KNOWN.values())}\n"
        "def ingest(changes):\n"
        "    for change in changes:\n"
        "        if change['action'] == 'upsert':\n"
        "            KNOWN.setdefault(change['document'], change['text'])\n",
        encoding="utf-8",
    )
    mine = SMALL | {"name": "mine", "matrix": {}, "targets": [{"name": "mine", "callable": "forgetful_system:ask"}]}
    (tmp_path / "mine.yaml").write_text(yaml.safe_dump(mine), encoding="utf-8")
    code, out, _ = call("lifecycle", "scenario.yaml", "mine.yaml", "-q")
    assert code == 1
    assert "3 euros" in out
    (tmp_path / "answers.jsonl").write_text('{"question": "a", "answer": "b"}', encoding="utf-8")
    given = SMALL | {"name": "given", "matrix": {}, "targets": [{"name": "given", "answers": "answers.jsonl"}]}
    (tmp_path / "given.yaml").write_text(yaml.safe_dump(given), encoding="utf-8")
    code, out, _ = call("lifecycle", "scenario.yaml", "given.yaml", "--json")
    assert code == 3
    assert [(step["status"], step["reason"]) for step in json.loads(out)["steps"]] == [
        ("not_run", "the system cannot ingest")
    ]
    code, _, err = call("lifecycle", "none.yaml", "given.yaml")
    assert (code, "none.yaml" in err) == (2, True)


def test_two_runs_are_compared(call: Call, small: Path, tmp_path: Path) -> None:
    configure(tmp_path, "worse", top_k=[1], embedders=["hashing"])
    for name in ("small", "worse"):
        assert call("run", f"{name}.yaml", "-q")[0] in (0, 1)
    code, out, err = call("compare", "small", "worse", "--json", "-o", "out/c.html")
    assert code == 0, err
    found = json.loads(out)
    first = found["measures"][0]
    assert {"measure", "base", "candidate", "difference", "interval", "p", "adjusted_p", "n", "verdict"} <= set(first)
    assert (first["measure"], first["n"]) == ("pass_rate", 3)
    assert "newly_failing" in found
    assert "<table" in (tmp_path / "out" / "c.html").read_text(encoding="utf-8")
    code, out, _ = call("compare", "generated/small/runs/latest", "small")
    assert (code, "pass_rate" in out, "newly failing: 0" in out) == (0, True, True)
    code, out, _ = call(
        "compare", "small", "worse", "--margin", "1", "--margin", "cost_usd=0.5", "--seed", "4", "--json"
    )
    measures = {one["measure"]: one for one in json.loads(out)["measures"]}
    assert (code, measures["pass_rate"]["margin"], measures["pass_rate"]["verdict"]) == (0, 1.0, "same")
    code, _, err = call("compare", "small", "worse", "--margin", "pass_rate=little")
    assert (code, "margin 'pass_rate=little' cannot be used" in err) == (2, True)
    code, _, err = call("compare", "small", "nothing")
    assert (code, "there is no run nothing" in err) == (2, True)
    code, _, err = call("compare", "small", "worse", "-o", "c.docx")
    assert (code, ".html" in err) == (2, True)


def test_fault_packs_and_typos(call: Call, small: Path, tmp_path: Path) -> None:
    code, out, err = call("fault-packs", "small.yaml", "--json")
    assert code == 1, err
    packs = {pack["name"]: pack["status"] for pack in json.loads(out)["systems"][0]["packs"]}
    assert packs["typo"] == "failed"
    assert packs["table_over_pages"] == "passed"
    assert "unmeasured" not in packs.values()
    code, out, _ = call("fault-packs", "small.yaml")
    assert "failed   typo" in out
    (tmp_path / "pairs.tsv").write_text(
        "warehuse sync\twarehouse sync\ndelivry time\tdelivery time\n", encoding="utf-8"
    )
    (tmp_path / "words.txt").write_text("invoices and warehouses", encoding="utf-8")
    code, out, err = call("calibrate-typos", "pairs.tsv", "--vocabulary", "words.txt", "--json")
    assert code == 0, err
    assert 0.5 <= json.loads(out)["threshold"] <= 1
    assert call("calibrate-typos", "pairs.tsv")[1].startswith("threshold 0.")
    code, _, err = call("calibrate-typos", "none.tsv")
    assert (code, "none.tsv" in err) == (2, True)
    assert call("calibrate-typos", "pairs.tsv", "--vocabulary", "none.txt")[0] == 2
