from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import gate_examples as ex
import pytest

from ragtester.retrieval import gate_files
from ragtester.retrieval.contract import parse_capture, parse_contract
from ragtester.retrieval.gate import gate, junit_xml

CONFIGS = Path(__file__).parents[2] / "configs" / "contracts"


def run(folder: Path, contract=None, base=None, candidate=None, **options) -> tuple[int, dict]:
    report = folder / "out" / "report.json"
    outcome = gate_files(*ex.files(folder, contract, base, candidate), report=report, resamples=200, **options)
    written = json.loads(report.read_text(encoding="utf-8"))
    assert written["status"] == outcome.status
    return outcome.exit_code, written


def query_of(report: dict, name: str) -> dict:
    return next(one for one in report["queries"] if one["query_id"] == name)


def test_the_defective_candidate_fails_in_five_ways_and_each_is_named(tmp_path):
    code, report = run(tmp_path, candidate=ex.defective())
    assert code == 1
    assert report["newly_failing"] == ["three", "content", "revision", "single", "tenant"]
    assert query_of(report, "content")["candidate"] == {
        "precision_at_k": 0.2,
        "recall_at_k": 1.0,
        "rank_context_precision": 1.0,
        "ndcg_at_k": 1.0,
        "mrr": 1.0,
        "hit_rate": 1.0,
        "claim_coverage": None,
        "scored_hits": 1,
        "captured_hits": 1,
        "duplicate_rate": 0.0,
        "failures": ["content_mismatch:A"],
    }
    failures = {one["query_id"]: one["candidate"]["failures"] for one in report["queries"]}
    assert failures["three"][0] == "missing_evidence:C"
    assert failures["revision"] == ["forbidden_version:OLD"]
    assert failures["single"] == ["duplicate:B"]
    assert failures["tenant"] == ["unauthorized_tenant:S"]
    assert failures["none"] == []
    assert query_of(report, "three")["inspect_next"][0]["inspect"][0] == "query rewriting"


def test_a_failing_query_keeps_what_it_takes_to_reproduce_it(tmp_path):
    candidate = ex.defective()
    ex.hits_of(candidate, "content")[0]["text"] += " api_key=sk-0123456789abcdef0123 " + "x" * 900
    _, report = run(tmp_path, candidate=candidate)
    kept = query_of(report, "content")["artefacts"]
    assert (kept["query"], kept["tenant"], kept["as_of"]) == (
        "What about content?",
        "retail",
        "2026-10-02T09:00:00+00:00",
    )
    assert kept["expected"] == {"required_ids": ["A"], "relevant": ["A"]}
    assert [hit["chunk_id"] for hit in kept["baseline"]] == ["A", "X"]
    returned = kept["candidate"][0]
    assert (returned["rank"], returned["version"], returned["failures"]) == (1, "v2", ["content_mismatch"])
    assert returned["text"].startswith("Goods go back within 30 days.")
    assert "0123456789abcdef" not in returned["text"]
    assert len(returned["text"]) == 600
    assert returned["trusted_text"] == "Goods go back within 14 days."
    leaked = query_of(report, "tenant")["artefacts"]["candidate"][1]
    assert (leaked["chunk_id"], leaked["tenant"], leaked["text"]) == (
        "S", "supplier", "(withheld: the identity may not read it)",
    )  # fmt: skip
    assert "margin of 8 percent" not in json.dumps(report)
    assert "artefacts" not in query_of(report, "none")


def test_the_same_capture_twice_passes_and_reports_na_with_its_count(tmp_path):
    code, report = run(tmp_path)
    assert (code, report["error"], report["baseline_qualified"]) == (0, None, True)
    assert report["averages"]["scored"] == 5
    assert report["averages"]["not_applicable"] == 1
    assert query_of(report, "none")["candidate"]["precision_at_k"] is None
    assert report["averages"]["candidate"]["recall_at_k"] == 1.0
    assert report["slices"]["unsupported"]["candidate"]["recall_at_k"] is None
    assert report["slices"]["unsupported"]["difference"]["recall_at_k"] is None


def test_nothing_but_irrelevant_results_scores_three_zeros(tmp_path):
    code, report = run(tmp_path, candidate=ex.capture({"content": "XYZ"}))
    scores = query_of(report, "content")["candidate"]
    assert code == 1
    assert [scores[name] for name in ("precision_at_k", "recall_at_k", "rank_context_precision")] == [0.0, 0.0, 0.0]
    assert scores["scored_hits"] == 3


def test_an_empty_result_scores_zero_on_an_answerable_query(tmp_path):
    _, report = run(tmp_path, candidate=ex.capture({"content": ""}))
    scores = query_of(report, "content")["candidate"]
    assert (scores["recall_at_k"], scores["scored_hits"], scores["duplicate_rate"]) == (0.0, 0, 0.0)


def test_a_passing_candidate_does_not_qualify_a_failing_baseline(tmp_path):
    code, report = run(tmp_path, base=ex.defective())
    assert (code, report["baseline_qualified"]) == (0, False)
    assert report["newly_passing"] == ["three", "content", "revision", "single", "tenant"]
    assert "does not qualify" in report["notes"][0]


def test_hard_failures_count_beyond_the_cutoff_and_measures_do_not(tmp_path):
    contract = ex.contract()
    contract["k"] = 3
    contract["queries"][0].update(min_precision=0.3, min_recall=0.5, required_ids=["A"])
    _, report = run(tmp_path, contract=contract, candidate=ex.capture({"revision": "AXYZO"}))
    found = query_of(report, "revision")["candidate"]
    assert found["failures"] == ["forbidden_version:OLD"]
    assert (found["scored_hits"], found["captured_hits"]) == (3, 5)


def test_mandatory_evidence_beyond_the_cutoff_is_missing(tmp_path):
    contract = ex.contract()
    contract["k"] = 3
    contract["queries"][0].update(min_precision=None, min_recall=None, max_recall_drop=None, max_precision_drop=None)
    _, report = run(tmp_path, contract=contract, candidate=ex.capture({"single": "XYZB"}))
    assert "missing_evidence:B" in query_of(report, "single")["candidate"]["failures"]


def test_an_average_never_hides_a_hard_failure(tmp_path):
    contract = ex.contract()
    for query in contract["queries"]:
        for key in ("min_precision", "min_recall", "max_precision_drop", "max_recall_drop"):
            query.pop(key, None)
    base = ex.capture({"three": "XYZ", "single": "XYZ"})
    code, report = run(tmp_path, contract=contract, base=base, candidate=ex.capture({"tenant": "BS"}))
    assert report["averages"]["difference"]["recall_at_k"] > 0
    assert code == 1


@pytest.mark.parametrize(
    ("field", "value", "failure"),
    [
        ("version", "v9", "version_mismatch:B"),
        ("doc_id", "other", "document_mismatch:B"),
        ("text", "A receipt goes with the goods", "content_mismatch:B"),
        ("tenant", "supplier", "unauthorized_tenant:B"),
    ],
)
def test_a_hit_that_differs_from_its_manifest_entry_fails(tmp_path, field, value, failure):
    candidate = ex.capture()
    ex.hits_of(candidate, "single")[0][field] = value
    code, report = run(tmp_path, candidate=candidate)
    assert code == 1
    assert failure in query_of(report, "single")["candidate"]["failures"]


def test_a_hit_relabelled_with_the_right_tenant_is_still_unauthorised(tmp_path):
    candidate = ex.capture({"tenant": "BS"})
    ex.hits_of(candidate, "tenant")[1]["tenant"] = "retail"
    _, report = run(tmp_path, candidate=candidate)
    assert query_of(report, "tenant")["candidate"]["failures"] == ["unauthorized_tenant:S", "tenant_mismatch:S"]


def test_a_digest_in_the_manifest_checks_the_text_as_well_as_the_text_itself(tmp_path):
    import hashlib

    contract = ex.contract()
    for one in contract["manifest"]:
        one["sha256"] = hashlib.sha256(one.pop("text").encode()).hexdigest().upper()
    code, report = run(tmp_path, contract=contract, candidate=ex.defective())
    assert code == 1
    assert query_of(report, "content")["candidate"]["failures"] == ["content_mismatch:A"]
    assert run(tmp_path, contract=contract)[0] == 0


def test_roles_of_the_manifest_are_enforced(tmp_path):
    contract = ex.contract()
    contract["manifest"][4]["roles"] = ["staff"]
    contract["queries"][0]["role"] = "staff"
    for name in ("content", "revision", "single"):
        next(q for q in contract["queries"] if q["id"] == name)["role"] = "customer"
    _, report = run(tmp_path, contract=contract)
    assert query_of(report, "three")["candidate"]["failures"] == []
    assert query_of(report, "single")["candidate"]["failures"] == ["unauthorized_role:X"]


def test_a_query_that_must_be_empty_fails_on_any_hit_even_an_unjudged_one(tmp_path):
    contract = ex.contract()
    contract["queries"][5].update(expect_empty=True, judgments={})
    code, report = run(tmp_path, contract=contract)
    assert code == 1
    assert query_of(report, "none")["candidate"]["failures"] == ["expected_empty:Z"]
    empty = ex.capture({"none": ""})
    assert run(tmp_path, contract=contract, base=empty, candidate=empty)[0] == 0


def test_an_unanswerable_query_without_judgments_needs_none(tmp_path):
    contract = ex.contract()
    contract["queries"][5]["judgments"] = {}
    assert run(tmp_path, contract=contract)[0] == 0


def test_a_revision_is_forbidden_from_its_moment_on(tmp_path):
    contract = ex.contract()
    contract["queries"][2]["forbidden_versions"] = {"returns": [{"version": "v1", "after": "2026-10-01T00:00:00Z"}]}
    candidate = ex.capture({"revision": "AO"})
    for moment, failures in (
        ("2026-09-30T23:59:59Z", []),
        ("2026-10-01T00:00:00Z", ["forbidden_version:OLD"]),
        ("2026-10-01T02:00:00+02:00", ["forbidden_version:OLD"]),
    ):
        contract["queries"][2]["as_of"] = moment
        _, report = run(tmp_path, contract=contract, candidate=candidate)
        assert query_of(report, "revision")["candidate"]["failures"] == failures, moment


def test_any_alternative_satisfies_mandatory_evidence_and_recall(tmp_path):
    contract = ex.contract()
    contract["queries"][3].update(
        judgments={**contract["queries"][3]["judgments"], "C": 1}, alternatives={"B": ["C"]}, min_recall=1.0
    )
    code, _ = run(tmp_path, contract=contract, candidate=ex.capture({"single": "CX"}))
    assert code == 0


@pytest.mark.parametrize("written", [[["B", "C"]], {"B": "C"}, {"B": ["C"]}, {"proof of purchase": ["B", "C"]}])
def test_alternatives_may_be_groups_or_named(tmp_path, written):
    contract = ex.contract()
    contract["queries"][3]["judgments"]["C"] = 1
    contract["queries"][3]["alternatives"] = written
    code, report = run(tmp_path, contract=contract, candidate=ex.capture({"single": "CX"}), declared_change="embedder")
    assert (code, report["configuration"]["declared"]) == (0, ["embedder"])


def test_required_text_is_looked_for_in_the_first_k_results_together(tmp_path):
    contract = ex.contract()
    contract["queries"][0]["required_text"] = ["14 days", ["a receipt", "a bill"], "opened boxes"]
    _, report = run(tmp_path, contract=contract, candidate=ex.capture({"three": "ABXYZ"}))
    found = query_of(report, "three")
    assert found["baseline"]["claim_coverage"] == 1.0
    assert found["candidate"]["claim_coverage"] == pytest.approx(2 / 3)
    assert "missing_text:opened boxes" in found["candidate"]["failures"]


def test_floors_and_drops_say_by_how_much(tmp_path):
    _, report = run(tmp_path, candidate=ex.capture({"three": "ABXYZ"}))
    assert query_of(report, "three")["candidate"]["failures"] == [
        "missing_evidence:C",
        "below_min_precision:0.400<0.600",
        "below_min_recall:0.667<1.000",
        "precision_drop:0.200>0.000",
        "recall_drop:0.333>0.000",
    ]


def test_repeats_are_averaged_and_their_hard_failures_united(tmp_path):
    def repeated(second: dict[str, str]) -> dict:
        found, again = ex.capture(), ex.capture(second)
        found["results"] += [{**result, "repeat": 1} for result in again["results"]]
        return found

    code, report = run(tmp_path, base=repeated({}), candidate=repeated({"single": "XY", "tenant": "BS"}))
    found = query_of(report, "single")["candidate"]
    assert code == 1
    assert (found["recall_at_k"], found["repeats"]) == (0.5, 2)
    assert "missing_evidence:B" in found["failures"]
    assert "below_min_recall:0.500<1.000" in found["failures"]
    assert "unauthorized_tenant:S" in query_of(report, "tenant")["candidate"]["failures"]


def test_an_undeclared_difference_of_the_configurations_is_reported(tmp_path):
    candidate = ex.capture(configuration={"embedder": {"model": "two"}, "k": 8})
    _, report = run(tmp_path, candidate=candidate, declared_change=["embedder", "reranker"])
    assert [one["key"] for one in report["configuration"]["undeclared"]] == ["k"]
    assert report["configuration"]["declared_but_unchanged"] == ["reranker"]
    assert "k" in report["notes"][-1]


def test_incomplete_ingestion_is_a_failure_of_the_run(tmp_path):
    candidate = ex.capture(ingestion={"failed": {"returns": "item 3: timeout"}})
    code, report = run(tmp_path, candidate=candidate)
    assert code == 1
    assert report["run_failures"] == ["incomplete_ingestion:returns"]
    incomplete = ex.capture(ingestion={"complete": False})
    assert run(tmp_path, candidate=incomplete)[1]["run_failures"] == ["incomplete_ingestion:corpus"]


def test_a_mean_loss_beyond_the_tolerance_fails_though_every_query_allows_it(tmp_path):
    contract = ex.contract()
    for query in contract["queries"]:
        for key in ("min_precision", "min_recall", "max_precision_drop", "max_recall_drop", "required_ids"):
            query.pop(key, None)
    candidate = ex.capture({"three": "AXY", "single": "XY"})
    assert run(tmp_path, contract=contract, candidate=candidate)[0] == 0
    contract["tolerances"] = {"recall_at_k": 0.01}
    code, report = run(tmp_path, contract=contract, candidate=candidate)
    assert code == 1
    assert report["run_failures"][0].startswith("beyond_tolerance:recall_at_k")


def test_unjudged_results_are_invalid_and_come_as_a_pooled_list(tmp_path):
    contract = ex.contract()
    del contract["queries"][3]["judgments"]["Z"]
    code, report = run(tmp_path, contract=contract, candidate=ex.capture({"single": "BXZ"}))
    assert code == 2
    assert report["unjudged"][0]["chunk_id"] == "Z"
    assert report["unjudged"][0]["seen_in"] == ["candidate"]
    assert "results[3].hits[2].chunk_id" in report["error"]
    contract["default_judgment"] = 0
    assert run(tmp_path, contract=contract, candidate=ex.capture({"single": "BXZ"}))[0] == 0


def test_a_split_judges_its_own_queries_only(tmp_path):
    contract = ex.contract()
    for position, query in enumerate(contract["queries"]):
        query["split"] = "held_out" if position > 3 else "development"
    code, report = run(tmp_path, contract=contract, candidate=ex.capture({"single": "XY"}), split="held_out")
    assert code == 0
    assert [one["query_id"] for one in report["queries"]] == ["tenant", "none"]


def test_the_shipped_example_shows_each_outcome(tmp_path):
    expected = {"base": 0, "candidate": 1, "recovered": 0, "incomplete": 2, "all_irrelevant": 1}
    for name, code in expected.items():
        outcome = gate_files(
            CONFIGS / "contract.yaml", CONFIGS / "base.json", CONFIGS / f"{name}.json", report=tmp_path / name
        )
        assert outcome.exit_code == code, (name, outcome.error)


def test_equal_inputs_and_seed_give_equal_reports(tmp_path):
    outputs = [
        gate_files(*ex.files(tmp_path, None, None, ex.defective()), report=tmp_path / name).to_json()
        for name in ("a", "b")
    ]
    assert outputs[0] == outputs[1]


def test_junit_has_a_case_per_query_and_an_error_for_invalid_inputs(tmp_path):
    junit = tmp_path / "junit.xml"
    candidate = ex.defective()
    candidate["ingestion"] = {"failed": {"returns": "x"}}
    gate_files(*ex.files(tmp_path, None, None, candidate), report=tmp_path / "r", junit=junit)
    suite = ET.parse(junit).getroot()[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("7", "6", "0")
    gate_files(*ex.files(tmp_path, b"{"), report=tmp_path / "r", junit=junit)
    assert ET.parse(junit).getroot().get("errors") == "1"


def test_junit_leaves_out_what_xml_cannot_hold():
    contract = ex.contract()
    contract["queries"][0]["query"] = "bell \x07 and \ud800"
    parsed = parse_contract(contract)
    outcome = gate(parsed, parse_capture(ex.capture()), parse_capture(ex.capture({"three": "XYZ"})), resamples=10)
    ET.fromstring(junit_xml(outcome).encode())


def test_a_report_that_cannot_be_written_is_invalid(tmp_path):
    (tmp_path / "file").write_text("")
    outcome = gate_files(*ex.files(tmp_path), report=tmp_path / "file" / "report.json", resamples=10)
    assert outcome.exit_code == 2
    assert "cannot be written" in (outcome.error or "")


def test_the_report_never_replaces_an_input(tmp_path):
    paths = ex.files(tmp_path)
    before = paths[1].read_bytes()
    outcome = gate_files(*paths, report=paths[1], resamples=10)
    assert outcome.exit_code == 2
    assert paths[1].read_bytes() == before
    twice = gate_files(*paths, report=tmp_path / "r", junit=tmp_path / "r", resamples=10)
    assert "the other report" in (twice.error or "")


def test_an_old_report_is_replaced_whole_and_no_part_is_left(tmp_path):
    report = tmp_path / "report.json"
    report.write_text("old")
    gate_files(*ex.files(tmp_path), report=report, resamples=10)
    assert json.loads(report.read_text())["status"] == "PASS"
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []


def test_texts_with_lone_surrogates_are_compared_and_reported(tmp_path):
    contract, shown = ex.contract(), ex.capture()
    contract["manifest"][0]["text"] = "broken \ud800 text"
    for name in ("three", "content", "revision"):
        next(hit for hit in ex.hits_of(shown, name) if hit["chunk_id"] == "A")["text"] = "broken \ud800 text"
    assert run(tmp_path, contract=contract, base=shown, candidate=shown)[0] == 0
