"""Every way to get a contract or capture wrong: exit code 2, a report, and a message with file, place and remedy."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import gate_examples as ex
import pytest

from ragtester.retrieval import gate_files


def changed(make: Callable[[], dict], change: Callable[[dict], object]) -> dict:
    found = make()
    change(found)
    return found


def first_query(**values: object) -> Callable[[dict], object]:
    return lambda contract: contract["queries"][0].update(values)


def last_query(**values: object) -> Callable[[dict], object]:
    return lambda contract: contract["queries"][5].update(values)


def without(*path: object) -> Callable[[dict], object]:
    def change(found: dict) -> None:
        inner = found
        for step in path[:-1]:
            inner = inner[step]
        del inner[path[-1]]

    return change


def raw(text: str) -> bytes:
    return text.encode()


ONE = json.dumps(ex.contract())
SHOWN = json.dumps(ex.capture())

CONTRACTS: dict[str, tuple[object, str]] = {
    "empty file": (b"", "is empty"),
    "blank file": (b" \n ", "is empty"),
    "broken json": (raw(ONE[:-5]), "not valid JSON"),
    "trailing comma": (raw('{"version": "c1",}'), "not valid JSON"),
    "single quotes": (raw("{'version': 1}"), "not valid JSON"),
    "not utf-8": (b'{"version": "\xff"}', "UTF-8"),
    "utf-16": (ONE.encode("utf-16"), "UTF-8"),
    "nan": (raw(ONE.replace('"min_precision": 0.6', '"min_precision": NaN')), "NaN"),
    "infinity": (raw(ONE.replace('"k": 5', '"k": Infinity')), "Infinity"),
    "overflowing number": (raw(ONE.replace('"min_precision": 0.6', '"min_precision": 1e999')), "min_precision"),
    "number of 5000 digits": (raw(ONE.replace('"k": 5', '"k": ' + "9" * 5000)), "number"),
    "repeated key": (raw(ONE.replace('"k": 5', '"k": 5, "k": 6')), "'k' is given twice"),
    "repeated key deep inside": (raw(ONE.replace('"min_recall": 1.0', '"min_recall": 1.0, "min_recall": 0', 1)), "queries[0]"),
    "repeated judgment": (raw(ONE.replace('"A": 1', '"A": 1, "A": 0', 1)), "queries[0].judgments"),
    "nested too deeply": (raw("[" * 100_000 + "]" * 100_000), "too deeply"),
    "a list": ([], "top level"),
    "a text": ("contract", "not valid JSON"),
    "null": (b"null", "top level"),
    "no version": (changed(ex.contract, without("version")), "version"),
    "empty version": (changed(ex.contract, lambda c: c.update(version="  ")), "version"),
    "version is a flag": (changed(ex.contract, lambda c: c.update(version=True)), "version"),
    "no k": (changed(ex.contract, without("k")), "k: is missing"),
    "k is null": (changed(ex.contract, lambda c: c.update(k=None)), "k: is null"),
    "k is zero": (changed(ex.contract, lambda c: c.update(k=0)), "k: 0"),
    "k is negative": (changed(ex.contract, lambda c: c.update(k=-5)), "k: -5"),
    "k is beyond anything": (changed(ex.contract, lambda c: c.update(k=10**30)), "k: 1000000000000000000000000000000 is too large"),
    "judgment is beyond anything": (changed(ex.contract, lambda c: c["queries"][0]["judgments"].update(A=10**400)), "judgments.A: 1000"),
    "floor of 400 digits": (changed(ex.contract, first_query(min_recall=10**400)), "queries[0].min_recall"),
    "k is a fraction": (changed(ex.contract, lambda c: c.update(k=2.5)), "k: must be"),
    "k is a text": (changed(ex.contract, lambda c: c.update(k="5")), "k: must be"),
    "k is a flag": (changed(ex.contract, lambda c: c.update(k=True)), "k: must be"),
    "unknown key": (changed(ex.contract, lambda c: c.update(manifets=[])), "manifets"),
    "misspelt key of a query": (changed(ex.contract, first_query(min_recal=1.0)), "did you mean"),
    "unknown unit": (changed(ex.contract, lambda c: c.update(unit="chunks")), "did you mean 'chunk'"),
    "no manifest": (changed(ex.contract, without("manifest")), "manifest"),
    "empty manifest": (changed(ex.contract, lambda c: c.update(manifest=[])), "manifest"),
    "manifest is an object": (changed(ex.contract, lambda c: c.update(manifest={})), "manifest"),
    "manifest entry is a text": (changed(ex.contract, lambda c: c["manifest"].append("A")), "manifest[8]"),
    "manifest id twice": (changed(ex.contract, lambda c: c["manifest"].append(ex.entry("A"))), "manifest[8].chunk_id"),
    "manifest id is a number": (changed(ex.contract, lambda c: c["manifest"][0].update(chunk_id=1)), "manifest[0].chunk_id"),
    "manifest without doc_id": (changed(ex.contract, without("manifest", 0, "doc_id")), "manifest[0].doc_id"),
    "manifest without text or digest": (changed(ex.contract, without("manifest", 0, "text")), "manifest[0].text"),
    "digest that is none": (changed(ex.contract, lambda c: c["manifest"][0].update(sha256="abc")), "manifest[0].sha256"),
    "digest of another text": (changed(ex.contract, lambda c: c["manifest"][0].update(sha256="0" * 64)), "manifest[0].sha256"),
    "no queries": (changed(ex.contract, without("queries")), "queries"),
    "empty queries": (changed(ex.contract, lambda c: c.update(queries=[])), "queries"),
    "query id twice": (changed(ex.contract, lambda c: c["queries"][1].update(id="three")), "queries[1].id"),
    "query without id": (changed(ex.contract, without("queries", 2, "id")), "queries[2].id"),
    "query text is empty": (changed(ex.contract, first_query(query="")), "queries[0].query"),
    "tenant is a number": (changed(ex.contract, first_query(tenant=4)), "queries[0].tenant"),
    "answerable is a text": (changed(ex.contract, first_query(answerable="yes")), "queries[0].answerable"),
    "time that is none": (changed(ex.contract, first_query(as_of="yesterday")), "queries[0].as_of"),
    "impossible date": (changed(ex.contract, first_query(as_of="2026-02-30")), "queries[0].as_of"),
    "judgments is a list": (changed(ex.contract, first_query(judgments=["A"])), "queries[0].judgments"),
    "judgment is a flag": (changed(ex.contract, lambda c: c["queries"][0]["judgments"].update(A=True)), "judgments.A"),
    "judgment is negative": (changed(ex.contract, lambda c: c["queries"][0]["judgments"].update(A=-1)), "judgments.A"),
    "judgment is a fraction": (changed(ex.contract, lambda c: c["queries"][0]["judgments"].update(A=0.5)), "judgments.A"),
    "judgment of an unknown id": (changed(ex.contract, lambda c: c["queries"][0]["judgments"].update(Q=0)), "'Q'"),
    "answerable without judgments": (changed(ex.contract, first_query(judgments={}, required_ids=[])), "queries[0].judgments"),
    "answerable without relevant ones": (changed(ex.contract, first_query(judgments=dict.fromkeys("ABC", 0), required_ids=[])), "queries[0].judgments"),
    "unanswerable with evidence": (changed(ex.contract, last_query(judgments={"A": 1})), "queries[5].judgments"),
    "unanswerable with required text": (changed(ex.contract, last_query(required_text=["x"])), "queries[5].required_text"),
    "answerable and empty": (changed(ex.contract, first_query(expect_empty=True)), "queries[0].expect_empty"),
    "required id is unknown": (changed(ex.contract, first_query(required_ids=["Q"])), "queries[0].required_ids"),
    "required id is irrelevant": (changed(ex.contract, first_query(required_ids=["X"])), "queries[0].required_ids"),
    "required id twice": (changed(ex.contract, first_query(required_ids=["A", "A"])), "required_ids[1]"),
    "required ids is a text": (changed(ex.contract, first_query(required_ids="A")), "queries[0].required_ids"),
    "required text is a number": (changed(ex.contract, first_query(required_text=[14])), "required_text[0]"),
    "alternatives of one": (changed(ex.contract, first_query(alternatives=[["A"]])), "alternatives[0]"),
    "alternatives are unknown": (changed(ex.contract, first_query(alternatives={"A": "Q"})), "alternatives"),
    "alternatives are irrelevant": (changed(ex.contract, first_query(alternatives=[["A", "X"]])), "alternatives"),
    "forbidden versions is a list": (changed(ex.contract, first_query(forbidden_versions=["v1"])), "forbidden_versions"),
    "forbidden version is a flag": (changed(ex.contract, first_query(forbidden_versions={"returns": [True]})), "forbidden_versions.returns[0]"),
    "forbidden version of an unknown document": (changed(ex.contract, first_query(forbidden_versions={"retruns": ["v1"]})), "'retruns'"),
    "relevant and forbidden": (changed(ex.contract, first_query(forbidden_versions={"returns": ["v2"]})), "forbidden"),
    "relevant and of another tenant": (changed(ex.contract, first_query(tenant="supplier")), "may not read"),
    "floor is a text": (changed(ex.contract, first_query(min_recall="1")), "queries[0].min_recall"),
    "floor above one": (changed(ex.contract, first_query(min_recall=1.1)), "queries[0].min_recall"),
    "floor below zero": (changed(ex.contract, first_query(min_precision=-0.1)), "queries[0].min_precision"),
    "drop above one": (changed(ex.contract, first_query(max_recall_drop=2)), "queries[0].max_recall_drop"),
    "precision floor out of reach": (changed(ex.contract, first_query(min_precision=0.8)), "cannot be reached"),
    "recall floor out of reach": (changed(ex.contract, lambda c: (c.update(k=2), c["queries"][0].update(required_ids=[], min_precision=0))), "cannot be reached"),
    "precision out of reach with a large k": (changed(ex.contract, lambda c: c.update(k=50)), "cannot be reached"),
    "more mandatory ids than k": (changed(ex.contract, lambda c: (c.update(k=2), c["queries"][0].update(min_recall=0, min_precision=0))), "mandatory"),
    "unknown grouping": (changed(ex.contract, lambda c: c.update(group_by="documents")), "group_by"),
    "unknown split": (changed(ex.contract, first_query(split="test")), "queries[0].split"),
    "default judgment of one": (changed(ex.contract, lambda c: c.update(default_judgment=1)), "default_judgment"),
    "tolerance of an unknown measure": (changed(ex.contract, lambda c: c.update(tolerances={"recal_at_k": 0.1})), "tolerances"),
}  # fmt: skip

CAPTURES: dict[str, tuple[object, str]] = {
    "empty file": (b"", "is empty"),
    "broken json": (raw(SHOWN[:100]), "not valid JSON"),
    "nan score": (raw(SHOWN.replace('"tenant": "retail"', '"tenant": "retail", "score": NaN', 1)), "NaN"),
    "overflowing score": (raw(SHOWN.replace('"tenant": "retail"', '"tenant": "retail", "score": 1e999', 1)), "score"),
    "score of 400 digits": (raw(SHOWN.replace('"tenant": "retail"', '"tenant": "retail", "score": ' + "9" * 400, 1)), "hits[0].score: 9999"),
    "repeated key": (raw(SHOWN.replace('"query_id": "single"', '"query_id": "single", "query_id": "x"')), "results[3]"),
    "a list": ([], "top level"),
    "no contract version": (changed(ex.capture, without("contract_version")), "contract_version"),
    "another contract version": (ex.capture(contract_version="c2"), "contract_version"),
    "another corpus": (ex.capture(corpus="shop-2"), "corpus"),
    "no corpus": (changed(ex.capture, without("corpus")), "corpus"),
    "another unit": (ex.capture(unit="document"), "unit"),
    "unknown unit": (ex.capture(unit="page"), "unit"),
    "no stage": (changed(ex.capture, without("stage")), "stage"),
    "unknown stage": (ex.capture(stage="context"), "stage"),
    "another stage": (ex.capture(stage="candidates"), "stage"),
    "no results": (changed(ex.capture, without("results")), "results"),
    "results is an object": (ex.capture(results={}), "results"),
    "missing query": (changed(ex.capture, lambda c: c["results"].pop(2)), "'revision'"),
    "no query at all": (ex.capture(results=[]), "incomplete"),
    "unknown query": (changed(ex.capture, lambda c: c["results"].append({"query_id": "new", "hits": []})), "'new'"),
    "query twice": (changed(ex.capture, lambda c: c["results"].append(c["results"][0])), "results[6].query_id"),
    "uneven repeats": (changed(ex.capture, lambda c: c["results"].append({**c["results"][0], "repeat": 1})), "fewer times"),
    "negative repeat": (changed(ex.capture, lambda c: c["results"][0].update(repeat=-1)), "results[0].repeat"),
    "result without hits": (changed(ex.capture, without("results", 0, "hits")), "results[0].hits"),
    "hits is null": (changed(ex.capture, lambda c: c["results"][0].update(hits=None)), "results[0].hits"),
    "hit is a text": (changed(ex.capture, lambda c: c["results"][0]["hits"].append("A")), "results[0].hits[5]"),
    "hit without chunk id": (changed(ex.capture, without("results", 0, "hits", 1, "chunk_id")), "hits[1].chunk_id"),
    "hit without text": (changed(ex.capture, without("results", 0, "hits", 1, "text")), "hits[1].text"),
    "hit text is null": (changed(ex.capture, lambda c: c["results"][0]["hits"][0].update(text=None)), "hits[0].text"),
    "hit without version": (changed(ex.capture, without("results", 0, "hits", 1, "version")), "hits[1].version"),
    "hit without tenant": (changed(ex.capture, without("results", 0, "hits", 1, "tenant")), "hits[1].tenant"),
    "hit tenant is a number": (changed(ex.capture, lambda c: c["results"][0]["hits"][0].update(tenant=1)), "hits[0].tenant"),
    "chunk id is a number": (changed(ex.capture, lambda c: c["results"][0]["hits"][0].update(chunk_id=1)), "hits[0].chunk_id"),
    "chunk id is blank": (changed(ex.capture, lambda c: c["results"][0]["hits"][0].update(chunk_id=" ")), "hits[0].chunk_id"),
    "score is a text": (changed(ex.capture, lambda c: c["results"][0]["hits"][0].update(score="high")), "hits[0].score"),
    "rank out of order": (changed(ex.capture, lambda c: c["results"][0]["hits"][0].update(rank=4)), "hits[0].rank"),
    "misspelt key of a hit": (changed(ex.capture, lambda c: c["results"][0]["hits"][0].update(scroe=1)), "did you mean"),
    "unknown chunk": (changed(ex.capture, lambda c: c["results"][0]["hits"][0].update(chunk_id="page-7")), "'page-7'"),
    "query that was not observed": (ex.capture(errors={"single": "timeout"}), "timeout"),
    "errors is a list": (ex.capture(errors=["single"]), "errors"),
    "error without a reason": (ex.capture(errors={"single": 4}), "errors.single"),
    "configuration is a text": (ex.capture(configuration="minilm"), "configuration"),
    "configuration holds infinity": (raw(json.dumps(ex.capture(configuration={"a": [{"b": 7.5}]})).replace("7.5", "1e999")), "configuration.a[0].b"),
    "configuration is huge": (ex.capture(configuration={"a": list(range(30_000))}), "settings"),
    "configuration is large in all": (ex.capture(configuration={f"a{i}": {str(j): 1 for j in range(200)} for i in range(150)}), "settings"),
    "configuration is deep": (raw(json.dumps(ex.capture(configuration={"a": 7.5})).replace("7.5", "[" * 40 + "]" * 40)), "deep"),
    "ingestion is a text": (ex.capture(ingestion="ok"), "ingestion"),
}  # fmt: skip


def judged(folder: Path, contract: object, base: object, candidate: object) -> str:
    report, junit = folder / "report.json", folder / "junit.xml"
    outcome = gate_files(*ex.files(folder, contract, base, candidate), report=report, junit=junit, resamples=10)
    written = json.loads(report.read_text(encoding="utf-8"))
    assert (outcome.exit_code, written["status"], written["queries"]) == (2, "INVALID", [])
    assert written["baseline_qualified"] is None
    assert junit.is_file()
    return written["error"]


@pytest.mark.parametrize("name", CONTRACTS)
def test_a_malformed_contract_is_invalid_with_file_place_and_remedy(name, tmp_path):
    content, words = CONTRACTS[name]
    if isinstance(content, str):
        content = content.encode()
    error = judged(tmp_path, content, None, None)
    assert "contract.json" in error
    assert words in error
    assert ";" in error or "save" in error or "too deeply" in error or "number" in error
    assert "Traceback" not in error


@pytest.mark.parametrize("side", ["base", "candidate"])
@pytest.mark.parametrize("name", CAPTURES)
def test_a_malformed_capture_is_invalid_with_file_place_and_remedy(name, side, tmp_path):
    content, words = CAPTURES[name]
    error = judged(tmp_path, None, *((content, None) if side == "base" else (None, content)))
    file = "candidate.json" if name == "another stage" else f"{side}.json"
    assert file in error
    assert words in error
    assert ";" in error


def test_a_missing_file_a_folder_and_an_unreadable_one_are_invalid(tmp_path):
    paths = ex.files(tmp_path)
    for wrong, words in ((tmp_path / "no.json", "no such file"), (tmp_path, "is a folder")):
        outcome = gate_files(paths[0], wrong, paths[2], report=tmp_path / "r.json", resamples=10)
        assert outcome.exit_code == 2
        assert words in (outcome.error or "")
        assert json.loads((tmp_path / "r.json").read_text())["status"] == "INVALID"


def test_a_byte_order_mark_numbers_as_versions_and_notes_are_accepted(tmp_path):
    contract = ex.contract()
    contract.update(version=3, description="for the shop", x_owner="search team")
    contract["queries"][0]["notes"] = "checked in May"
    shown = ex.capture(contract_version="3", run_id="nightly-7")
    ex.hits_of(shown, "three")[0].update(source_page=4, rank=1)
    paths = ex.files(tmp_path, b"\xef\xbb\xbf" + json.dumps(contract).encode(), shown, shown)
    assert gate_files(*paths, report=tmp_path / "r.json", resamples=10).error is None


YAML = """
version: 2
k: 5
manifest:
  - {chunk_id: "no", doc_id: d, version: 2026-10-01, tenant: null, text: 'yes'}
queries:
  - id: on
    query: off
    as_of: 2026-10-02T09:00:00Z
    judgments: {"no": 1}
"""
YAML_CAPTURE = """
contract_version: 2
stage: candidates
results:
  - query_id: on
    hits: [{chunk_id: "no", doc_id: d, version: 2026-10-01, tenant: null, text: 'yes'}]
"""


def test_a_yaml_contract_keeps_dates_and_words_as_text(tmp_path):
    contract = ex.write(tmp_path, "c.yaml", YAML)
    shown = ex.write(tmp_path, "s.yml", YAML_CAPTURE)
    outcome = gate_files(contract, shown, shown, report=tmp_path / "r.json", resamples=10)
    assert outcome.error is None
    assert outcome.queries[0].candidate.failures == ()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (YAML.replace("k: 5", "k: 5\nk: 6"), "'k' is given twice"),
        (YAML.replace('"no": 1', "7: 1"), "put it in quotes"),
        (YAML.replace("k: 5", "k: [5"), "not valid YAML"),
        (YAML.replace("k: 5", "k: .nan"), "whole number"),
        (YAML.replace("k: 5", "k: 0x5"), "whole number"),
        (YAML.replace("k: 5", "k: 1:30"), "whole number"),
        (YAML.replace("k: 5", "k: !!python/object/apply:os.getcwd []"), "not valid YAML"),
        (YAML + "---\nversion: 1\n", "not valid YAML"),
        ("\tversion: 1", "not valid YAML"),
        ("version: \x00", "not valid YAML"),
    ],
)
def test_malformed_yaml_is_invalid_with_its_place(wrong, words, tmp_path):
    contract = ex.write(tmp_path, "c.yaml", wrong)
    shown = ex.write(tmp_path, "s.yaml", YAML_CAPTURE)
    outcome = gate_files(contract, shown, shown, report=tmp_path / "r.json", resamples=10)
    assert outcome.exit_code == 2
    assert "c.yaml" in (outcome.error or "")
    assert words in (outcome.error or "")
