"""Contracts of other shapes than the worked example: every figure and code is calculated by hand."""

from __future__ import annotations

import copy
import json
import math
import sys
from pathlib import Path

import pytest
import yaml

from ragtester.cli.boundary import main
from ragtester.records import text_hash
from ragtester.retrieval import gate_files

CHUNKS: dict[str, tuple[str, str, str | None, list[str], str]] = {
    "lease-1": ("lease", "2025", "nordbau", [], "Rent rises by 2 percent a year."),
    "lease-2": ("lease", "2026", "nordbau", [], "Rent rises by 3 percent a year."),
    "lease-3": ("lease", "2026", "nordbau", ["legal"], "The cap on rent is confidential: 5 percent."),
    "faq-1": ("faq", "7", "nordbau", [], "The yearly rise is 3 percent."),
    "pets": ("house", "1", None, [], "Dogs need the owner's consent."),
    "bins": ("house", "1", None, [], "Bins are emptied on Tuesday."),
    "sud-1": ("lease-sud", "2026", "suedbau", [], "Rent rises by 9 percent a year."),
}
BASE: dict[str, list] = {
    "rise": ["lease-2", "bins", "faq-1"],
    "old": ["lease-1", "bins"],
    "cap": ["lease-3"],
    "cap-resident": ["pets"],
    "pets": ["bins", "pets"],
    "lottery": [],
    "weather": ["bins"],
}
SUPERSEDED = {"lease": [{"version": "2025", "after": "2026-01-01"}]}


def labels(**relevant: int) -> dict[str, int]:
    return {name: relevant.get(name.replace("-", "_"), 0) for name in CHUNKS}


def contract(**changes: object) -> dict:
    queries = [
        {
            "id": "rise", "query": "How much does rent rise?", "slice": "current", "tenant": "nordbau",
            "as_of": "2026-03-01T00:00:00+02:00", "answerable": True, "judgments": labels(lease_2=2, faq_1=1),
            "alternatives": [["lease-2", "faq-1"]], "required_ids": ["lease-2"], "forbidden_versions": SUPERSEDED,
            "min_recall": 1.0, "min_precision": 0.25, "max_precision_drop": 0.25, "max_recall_drop": 0,
        },
        {
            "id": "old", "query": "How much did rent rise in 2025?", "slice": "historical", "tenant": "nordbau",
            "as_of": "2025-06-01", "judgments": labels(lease_1=1), "required_ids": ["lease-1"],
            "forbidden_versions": SUPERSEDED,
        },
        {
            "id": "cap", "query": "Wie hoch ist die Obergrenze?", "slice": "restricted", "tenant": "nordbau",
            "role": "legal", "language": "de", "judgments": labels(lease_3=1), "required_text": [["5 percent", "5 %"]],
        },
        {
            "id": "cap-resident", "query": "What is the cap?", "slice": "restricted", "tenant": "nordbau",
            "role": "resident", "answerable": False, "judgments": labels(),
        },
        {
            "id": "pets", "query": "May I keep a dog?", "slice": "house", "tenant": None, "judgments": labels(pets=1),
            "min_precision": 0.25,
        },
        {"id": "lottery", "query": "Who won?", "slice": "unsupported", "answerable": False, "expect_empty": True},
        {"id": "weather", "query": "Will it rain?", "slice": "unsupported", "tenant": "nordbau", "answerable": False},
    ]  # fmt: skip
    manifest = [
        {"chunk_id": name, "doc_id": document, "version": version, "text": text}
        | ({"tenant": tenant} if tenant else {})
        | ({"roles": roles} if roles else {})
        for name, (document, version, tenant, roles, text) in CHUNKS.items()
    ]
    return {
        "version": 3,
        "k": 4,
        "corpus": "leases",
        "unit": "chunk",
        "manifest": manifest,
        "queries": queries,
        **changes,
    }


def hit(name: str, **changes: object) -> dict:
    document, version, tenant, _, text = CHUNKS[name]
    return {"chunk_id": name, "doc_id": document, "version": version, "tenant": tenant, "text": text, **changes}


def capture(changed: dict[str, list] | None = None, **more: object) -> dict:
    shown = {**BASE, **(changed or {})}
    results = [
        {"query_id": name, "hits": [one if isinstance(one, dict) else hit(one) for one in hits]}
        for name, hits in shown.items()
    ]
    return {"contract_version": "3", "corpus": "leases", "stage": "final_context", "results": results, **more}


def put(folder: Path, name: str, content: object, suffix: str) -> Path:
    path = folder / f"{name}.{suffix}"
    if isinstance(content, bytes):
        path.write_bytes(content)
        return path
    text = json.dumps(content) if suffix == "json" else yaml.safe_dump(content, sort_keys=False, allow_unicode=True)
    path.write_text(content if isinstance(content, str) else text, encoding="utf-8")
    return path


def judge(
    folder: Path, candidate: object = None, *, given: object = None, base: object = None, suffix: str = "json"
) -> dict:
    """The report as it was written, with the exit code under `exit`."""
    parts = {"contract": contract() if given is None else given, "base": capture() if base is None else base}
    paths = [put(folder, name, content, suffix) for name, content in parts.items()]
    paths.append(put(folder, "candidate", capture() if candidate is None else candidate, suffix))
    report, junit = folder / "out" / "report.json", folder / "out" / "junit.xml"
    found = gate_files(*paths, report=report, junit=junit, resamples=200)
    assert junit.read_text(encoding="utf-8").startswith("<?xml")
    written = json.loads(report.read_text(encoding="utf-8"))
    assert written["status"] == found.status
    return {**written, "exit": found.exit_code}


def side(report: dict, query: str) -> dict:
    assert report["error"] is None, report["error"]
    return next(one for one in report["queries"] if one["query_id"] == query)["candidate"]


def with_digests(given: dict, *, upper: bool = False, text: bool = False) -> dict:
    for entry in given["manifest"]:
        digest = text_hash(entry["text"] if text else entry.pop("text"))
        entry["sha256"] = digest.upper() if upper else digest
    return given


@pytest.mark.parametrize("suffix", ["json", "yaml"])
@pytest.mark.parametrize(
    "given",
    [
        contract(),
        with_digests(contract()),
        with_digests(contract(), upper=True),
        with_digests(contract(), text=True),
        contract(version="3"),
    ],
    ids=["texts", "digests", "upper-case digests", "both", "version as text"],
)
def test_the_baseline_against_itself(given: dict, suffix: str, tmp_path: Path):
    report = judge(tmp_path, given=given, suffix=suffix)
    assert (report["exit"], report["status"], report["error"], report["baseline_qualified"]) == (0, "PASS", None, True)
    rise = side(report, "rise")
    assert rise["precision_at_k"] == 0.5  # two relevant positions of four
    assert rise["recall_at_k"] == 1.0  # one fact with two alternatives
    assert rise["rank_context_precision"] == pytest.approx((1 + 2 / 3) / 2)
    assert rise["ndcg_at_k"] == 1.0
    assert (rise["scored_hits"], rise["captured_hits"], rise["duplicate_rate"], rise["failures"]) == (3, 3, 0.0, [])
    pets = side(report, "pets")
    assert (pets["precision_at_k"], pets["mrr"], pets["rank_context_precision"]) == (0.25, 0.5, 0.5)
    assert pets["ndcg_at_k"] == pytest.approx(1 / math.log2(3))
    assert side(report, "cap")["claim_coverage"] == 1.0
    assert [side(report, name)["recall_at_k"] for name in ("cap-resident", "lottery", "weather")] == [None] * 3
    assert (report["averages"]["scored"], report["averages"]["not_applicable"]) == (4, 3)
    assert report["averages"]["candidate"]["precision_at_k"] == pytest.approx((0.5 + 0.25 * 3) / 4)
    assert report["averages"]["candidate"]["mrr"] == pytest.approx((1 + 1 + 1 + 0.5) / 4)
    assert list(report["slices"]) == ["current", "historical", "house", "restricted", "unsupported"]
    assert (report["slices"]["restricted"]["scored"], report["slices"]["restricted"]["not_applicable"]) == (1, 1)
    assert report["slices"]["unsupported"]["candidate"]["precision_at_k"] is None


PASSES: dict[str, dict[str, list]] = {
    "the alternative alone": {"rise": ["faq-1", "bins"]},
    "one relevant position fewer, as allowed": {"rise": ["lease-2", "bins"]},
    "more irrelevant ones": {"old": ["lease-1", "bins", "pets", "faq-1"]},
    "scores of any sign": {"pets": [hit("bins", score=3), hit("pets", score=-0.5)]},
    "a rank beside the order": {"pets": [hit("bins", rank=1), hit("pets", rank=2)]},
    "a chunk of everybody for a tenant": {"weather": ["pets", "bins"]},
    "the old revision at its time": {"old": ["lease-1"]},
    "mandatory at the last rank": {"rise": ["bins", "pets", "faq-1"]},
}


@pytest.mark.parametrize("name", PASSES)
def test_candidates_that_pass(name: str, tmp_path: Path):
    given = contract()
    given["queries"][0].update(max_precision_drop=0.25)
    report = judge(tmp_path, capture(PASSES[name]), given=given)
    assert (report["exit"], report["newly_failing"]) == (0, []), report


FAILS: dict[str, tuple[str, list, list[str]]] = {
    "superseded beyond the cutoff": (
        "rise", ["lease-2", "faq-1", "bins", "pets", "lease-1"], ["forbidden_version:lease-1"],
    ),
    "a role that may not": ("cap-resident", ["lease-3"], ["unauthorized_role:lease-3"]),
    "another tenant": ("cap", ["lease-3", "sud-1"], ["unauthorized_tenant:sud-1"]),
    "another tenant on an unanswerable query": ("weather", ["sud-1"], ["unauthorized_tenant:sud-1"]),
    "anything where nothing may be": ("lottery", ["bins", "pets"], ["expected_empty:bins", "expected_empty:pets"]),
    "text of another revision": (
        "old", [hit("lease-1", text=CHUNKS["lease-2"][4])], ["content_mismatch:lease-1"],
    ),
    "a trailing space": ("old", [hit("lease-1", text="Rent rises by 2 percent a year. ")], ["content_mismatch:lease-1"]),
    "no text at all": ("weather", [hit("bins", text="")], ["content_mismatch:bins"]),
    "a repetition beyond the cutoff": ("rise", ["lease-2", "faq-1", "bins", "pets", "bins"], ["duplicate:bins"]),
    "three times the same": ("weather", ["bins", "bins", "bins"], ["duplicate:bins"]),
    "another version's label": ("old", [hit("lease-1", version="2024")], ["version_mismatch:lease-1"]),
    "the forbidden version's label on sound text": (
        "rise", [hit("lease-2", version="2025"), "faq-1"], ["forbidden_version:lease-2", "version_mismatch:lease-2"],
    ),
    "another document's label": ("pets", [hit("pets", doc_id="faq"), "bins"], ["document_mismatch:pets"]),
    "another tenant's label": (
        "old", [hit("lease-1", tenant="suedbau")], ["unauthorized_tenant:lease-1", "tenant_mismatch:lease-1"],
    ),
    "evidence beyond the cutoff": ("old", ["bins", "pets", "faq-1", "lease-2", "lease-1"], ["missing_evidence:lease-1"]),
    "required text not stated": ("cap", ["bins"], ["missing_text:5 percent"]),
    "too little precision": ("pets", ["bins"], ["below_min_precision:0.000<0.250"]),
    "nothing": (
        "rise", [],
        [
            "missing_evidence:lease-2", "below_min_precision:0.000<0.250", "below_min_recall:0.000<1.000",
            "precision_drop:0.500>0.250", "recall_drop:1.000>0.000",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAILS)
def test_candidates_that_fail_and_the_codes(name: str, tmp_path: Path):
    query, hits, failures = FAILS[name]
    given = contract()
    if name == "the forbidden version's label on sound text":
        given["queries"][0]["min_precision"] = None
    report = judge(tmp_path, capture({query: hits}), given=with_digests(given) if len(name) % 2 else given)
    found = next(one for one in report["queries"] if one["query_id"] == query)
    assert (report["exit"], report["status"], report["newly_failing"]) == (1, "FAIL", [query])
    assert found["candidate"]["failures"] == failures
    hard = [
        one
        for one in failures
        if one.partition(":")[0] not in ("below_min_precision", "below_min_recall", "precision_drop", "recall_drop")
    ]
    assert found["hard"] is bool(hard)
    assert all(one["inspect"] for one in found["inspect_next"])
    assert found["baseline"]["failures"] == []


def test_a_repeated_id_counts_its_position_and_one_reference(tmp_path: Path):
    found = side(judge(tmp_path, capture({"pets": ["pets", "pets", "bins"]})), "pets")
    assert (found["precision_at_k"], found["recall_at_k"], found["duplicate_rate"]) == (0.5, 1.0, pytest.approx(1 / 3))
    assert (found["scored_hits"], found["captured_hits"]) == (3, 3)


def test_the_graded_gain_of_the_weaker_alternative(tmp_path: Path):
    assert side(judge(tmp_path, capture({"rise": ["faq-1"]})), "rise")["ndcg_at_k"] == 0.5


def test_repetitions_are_averaged_before_a_floor_is_applied(tmp_path: Path):
    def twice(*captures: dict) -> dict:
        results = [{**one, "repeat": at} for at, made in enumerate(captures) for one in made["results"]]
        return {**captures[0], "results": results}

    report = judge(tmp_path, twice(capture(), capture({"pets": ["bins"]})), base=twice(capture(), capture()))
    found = side(report, "pets")
    assert (found["recall_at_k"], found["repeats"]) == (0.5, 2)
    assert found["failures"] == ["below_min_precision:0.125<0.250"]


def test_incomplete_ingestion_fails_the_candidate_and_unqualifies_a_baseline(tmp_path: Path):
    report = judge(tmp_path, capture(ingestion={"failed": {"lease": "timeout"}}))
    assert (report["exit"], report["run_failures"]) == (1, ["incomplete_ingestion:lease"])
    report = judge(tmp_path, base=capture(ingestion={"complete": False}))
    assert (report["exit"], report["baseline_qualified"]) == (0, False)


def numbers(text: str) -> str:
    return json.dumps(capture()).replace('"hits": [{', f'"hits": [{{"score": {text}, ', 1)


def query(position: int, **changes: object) -> dict:
    given = contract()
    given["queries"][position].update(changes)
    return given


INVALID: dict[str, tuple[dict, str]] = {
    "a floor that one relevant chunk cannot reach": ({"given": query(4, min_precision=0.5)}, "queries[4].min_precision: 0.5 cannot be reached"),
    "a recall floor that k makes unreachable": (
        {"given": {**query(0, alternatives=[], min_precision=None, required_ids=[]), "k": 1}}, "queries[0].min_recall: 1 cannot be reached"),
    "an unjudged result": ({"given": query(0, judgments={"lease-2": 2, "faq-1": 1})}, "results[0].hits[1].chunk_id: chunk 'bins' is not judged"),
    "an unjudged result beyond k": ({"given": query(4, judgments={"pets": 1, "bins": 0}), "candidate": capture({"pets": ["pets", "bins", "bins", "bins", "faq-1"]})}, "results[4].hits[4].chunk_id: chunk 'faq-1'"),
    "an unjudged result on an unanswerable query with labels": ({"given": query(3, judgments={"bins": 0})}, "results[3].hits[0].chunk_id: chunk 'pets'"),
    "an unknown id": ({"candidate": capture({"weather": [hit("bins", chunk_id="b")]})}, "results[6].hits[0].chunk_id: 'b' is not in the contract's manifest"),
    "an unknown id in the baseline": ({"base": capture({"weather": [hit("bins", chunk_id="b")]})}, "base.json: results[6]"),
    "a missing query": ({"candidate": {**capture(), "results": capture()["results"][1:]}}, "incomplete: no result for 'rise'"),
    "a further query": ({"candidate": capture({"extra": []})}, "results[7].query_id: 'extra' not in the contract"),
    "a query twice": ({"candidate": {**capture(), "results": capture()["results"] * 2}}, "results[7].query_id: 'rise' is captured twice"),
    "a query's id twice": ({"given": query(1, id="rise")}, "queries[1].id: 'rise' is the id of two queries"),
    "two stages": ({"candidate": capture(stage="candidates")}, "stage: 'candidates' cannot be compared with the baseline's 'final_context'"),
    "no such stage": ({"candidate": capture(stage="final")}, "stage: 'final' is not one of"),
    "another corpus": ({"candidate": capture(corpus="lease")}, "corpus: 'lease' is not 'leases'"),
    "another contract": ({"candidate": capture(contract_version=4)}, "contract_version: '4' is not the contract's version '3'"),
    "another unit": ({"candidate": capture(unit="document")}, "unit: 'document' results"),
    "nan": ({"candidate": numbers("NaN")}, "holds NaN"),
    "infinity": ({"candidate": numbers("-Infinity")}, "holds -Infinity"),
    "a score that overflows": ({"candidate": numbers("1e999")}, "results[0].hits[0].score: inf is out of range; it must be a finite number"),
    "a score of 400 digits": ({"candidate": numbers("9" * 400)}, "results[0].hits[0].score: 9999"),
    "a score as text": ({"candidate": numbers('"0.5"')}, "results[0].hits[0].score: must be a number"),
    "a score that is true": ({"candidate": numbers("true")}, "results[0].hits[0].score: must be a number"),
    "utf-16": ({"candidate": json.dumps(capture()).encode("utf-16")}, "is not UTF-8"),
    "hits that are null": ({"candidate": {**capture(), "results": [{"query_id": "rise", "hits": None}]}}, "results[0].hits: is null"),
    "hits of a hit": ({"candidate": capture({"rise": [[hit("lease-2")]][0] * 1 + [{"hits": []}]})}, "results[0].hits[1]"),
    "text that is null": ({"candidate": capture({"pets": [hit("pets", text=None)]})}, "results[4].hits[0].text: is null"),
    "a tenant that was not recorded": ({"candidate": capture({"old": [hit("lease-1", tenant=None)]})}, "results[1].hits[0].tenant: is missing"),
    "results that are null": ({"candidate": {**capture(), "results": None}}, "results: is null"),
    "nulls inside": ({"given": query(0, forbidden_versions={"lease": [None]})}, "queries[0].forbidden_versions.lease[0]: must be a version"),
    "a cutoff beyond anything": ({"given": contract(k=10**30)}, "k: 1000000000000000000000000000000 is too large"),
    "a negative drop": ({"given": query(0, max_recall_drop=-0.1)}, "queries[0].max_recall_drop: -0.1 is out of range"),
    "an alternative that nobody judged": ({"given": query(0, alternatives=[["lease-2", "bins"]])}, "queries[0].alternatives: 'bins' is not judged relevant"),
    "a mandatory chunk of another tenant": ({"given": query(0, judgments=labels(lease_2=2, faq_1=1, sud_1=1), required_ids=["sud-1"])}, "may not read it"),
    "a mandatory chunk that is forbidden at its time": ({"given": query(0, judgments=labels(lease_2=2, faq_1=1, lease_1=1))}, "version '2025' of 'lease' is forbidden"),
}  # fmt: skip


@pytest.mark.parametrize("name", INVALID)
def test_inputs_that_cannot_be_judged_with_the_place(name: str, tmp_path: Path):
    parts, message = INVALID[name]
    report = judge(tmp_path, **copy.deepcopy(parts))
    assert (report["exit"], report["status"], report["baseline_qualified"], report["queries"]) == (
        2,
        "INVALID",
        None,
        [],
    )
    assert message in report["error"]
    assert any(f"{file}.json" in report["error"] for file in ("contract", "base", "candidate"))


def test_a_byte_order_mark_and_nulls_for_absent_keys_are_no_mistake(tmp_path: Path):
    given = query(
        6, judgments=None, required_ids=None, alternatives=None, forbidden_versions=None, min_recall=None, slice=None,
        as_of=None, required_text=None, expect_empty=None, role=None, language=None, group=None, split=None,
    )  # fmt: skip
    marked = b"\xef\xbb\xbf" + json.dumps(given).encode()
    assert judge(tmp_path, given=marked, base=b"\xef\xbb\xbf" + json.dumps(capture()).encode())["exit"] == 0


def test_dates_versions_and_words_of_yaml_stay_what_they_look_like(tmp_path: Path):
    text = yaml.safe_dump(contract(), sort_keys=False).replace("'2025-06-01'", "2025-06-01").replace("'2025'", "2025")
    text = text.replace("slice: house", "slice: no").replace("language: de", "language: no")
    assert "as_of: 2025-06-01" in text
    report = judge(tmp_path, given=text, suffix="yaml")
    assert (report["status"], "no" in report["slices"]) == ("PASS", True)


@pytest.mark.parametrize(
    ("code", "hits"), [(0, ["lease-2"]), (1, []), (2, [hit("bins", chunk_id="?")])], ids=["PASS", "FAIL", "INVALID"]
)
def test_the_command_prints_one_object_and_writes_both_reports(
    code: int, hits: list, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    parts = {"contract": contract(), "base": capture(), "candidate": capture({"rise": hits})}
    paths = [put(tmp_path, name, content, "json") for name, content in parts.items()]
    report, junit = tmp_path / "out" / "report.json", tmp_path / "out" / "junit.xml"
    arguments = ["gate", *map(str, paths), "--report", str(report), "--junit", str(junit), "--json"]
    monkeypatch.setattr(sys, "argv", ["ragtester", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    shown = capsys.readouterr()
    assert (ended.value.code, shown.err) == (code, "")
    printed = json.loads(shown.out)
    assert printed == json.loads(report.read_text(encoding="utf-8"))
    assert printed["status"] == ("PASS", "FAIL", "INVALID")[code]
    cases = junit.read_text(encoding="utf-8")
    assert ("<failure" in cases, "<error" in cases) == (code == 1, code == 2)
