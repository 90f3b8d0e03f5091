"""Evidence as quotes: a candidate with other chunks of the same documents is measured by the same contract."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtester.errors import ContractError
from ragtester.retrieval import gate_files, read_contract, write_contract
from ragtester.retrieval.contract import parse_capture, parse_contract
from ragtester.retrieval.gate import gate

WINDOW = "Returns are accepted within 14 days of delivery."
RECEIPT = "A receipt must be enclosed."
OPENED = "Opened boxes are refused."
HOURS = "The desk is open from nine to five."
OLD = "Returns are accepted within 30 days of delivery."
PARKING = "Parking is free on Sundays."
CHUNKS = {
    "r1": ("returns", "v2", f"{WINDOW} {RECEIPT}"),
    "r2": ("returns", "v2", f"{OPENED}\n{HOURS}"),
    "old": ("returns", "v1", f"{OLD} {RECEIPT}"),
    "p": ("parking", "v1", PARKING),
}


def manifest() -> list[dict]:
    return [
        {"chunk_id": name, "doc_id": document, "version": version, "tenant": "shop", "text": text}
        for name, (document, version, text) in CHUNKS.items()
    ]


def contract(**changes: object) -> dict:
    query = {
        "id": "window",
        "query": "How long may I return an unopened order, and what do I need?",
        "tenant": "shop",
        "judgments": {"p": 0, "old": 0},
        "evidence": [
            {"document": "returns", "quote": "within 14 days", "before": "are accepted "},
            {"id": "receipt", "any": [{"doc_id": "returns", "version": "v2", "quote": RECEIPT}]},
        ],
        "forbidden_versions": {"returns": ["v1"]},
        "min_recall": 1.0,
    }
    return {"version": 1, "k": 3, "manifest": manifest(), "queries": [{**query, **changes}]}


def hit(name: str, text: str, document: str = "returns", version: str = "v2", tenant: str | None = "shop") -> dict:
    return {"chunk_id": name, "doc_id": document, "version": version, "tenant": tenant, "text": text}


def own(*names: str) -> list[dict]:
    return [hit(name, CHUNKS[name][2], *CHUNKS[name][:2]) for name in names]


def judged(candidate: list[dict], contract_: dict | None = None, base: list[dict] | None = None) -> dict:
    captures = [
        parse_capture(
            {"contract_version": 1, "stage": "final_context", "results": [{"query_id": "window", "hits": hits}]}
        )
        for hits in (own("r1", "p") if base is None else base, candidate)
    ]
    return gate(parse_contract(copy.deepcopy(contract_ or contract())), *captures, resamples=200).to_json()


def scores(report: dict) -> dict:
    assert report["error"] is None
    return report["queries"][0]["candidate"]


def test_the_manifests_own_chunks_are_measured_as_ever():
    found = scores(judged(own("p", "r1")))
    assert found["failures"] == []
    assert found["precision_at_k"] == pytest.approx(1 / 3)
    assert found["recall_at_k"] == 1.0
    assert found["rank_context_precision"] == 0.5
    # both facts at rank 2, against the best order of one fact at each of ranks 1 and 2
    assert found["ndcg_at_k"] == pytest.approx((2 / 1.584963) / (1 + 1 / 1.584963))
    assert found["mrr"] == 0.5


@pytest.mark.parametrize(
    ("hits", "precision"),
    [
        ([hit("x1", WINDOW), hit("x2", RECEIPT)], 2 / 3),
        ([hit("x1", f"{WINDOW}\n\n{RECEIPT} {OPENED} {HOURS}")], 1 / 3),
        ([hit("x1", f"{RECEIPT} {OPENED}"), hit("x2", WINDOW)], 2 / 3),
        ([hit("x1", "Returns are accepted within 14"), hit("x2", f"days of delivery. {RECEIPT}")], 2 / 3),
        (
            [hit("x1", "accepted within 14 days of"), hit("x2", "14 days of delivery. A receipt must be enclosed.")],
            2 / 3,
        ),
    ],
    ids=["one sentence each", "the whole document", "shifted over a cut", "the quote is cut in two", "overlapping"],
)
def test_other_chunks_with_the_same_content_score(hits: list[dict], precision: float):
    report = judged(hits)
    found = scores(report)
    assert (report["status"], found["failures"], found["recall_at_k"]) == ("PASS", [], 1.0)
    assert found["precision_at_k"] == pytest.approx(precision)
    assert found["rank_context_precision"] == 1.0


def test_a_piece_alone_is_neither_relevant_nor_evidence():
    found = scores(judged([hit("x1", "Returns are accepted within 14"), hit("x2", RECEIPT)]))
    assert found["failures"] == ["missing_evidence:within 14 days", "below_min_recall:0.500<1.000"]
    assert found["precision_at_k"] == pytest.approx(1 / 3)
    assert found["rank_context_precision"] == 0.5


def test_pieces_beyond_the_cutoff_do_not_complete_a_quote():
    cut = [
        hit("x1", "Returns are accepted within 14"),
        hit("x2", RECEIPT),
        *own("p"),
        hit("x4", "days of delivery."),
    ]
    assert scores(judged(cut))["failures"][0] == "missing_evidence:within 14 days"


def test_evidence_that_is_not_mandatory_lowers_recall_only():
    loose = contract(min_recall=None)
    loose["queries"][0]["evidence"][1]["required"] = False
    found = scores(judged([hit("x1", WINDOW)], loose))
    assert (found["failures"], found["recall_at_k"]) == ([], 0.5)


def test_any_alternative_supports_the_fact():
    several = contract(evidence=[["within 14 days", {"document": "parking", "quote": "free on Sundays"}]])
    several["queries"][0]["judgments"] = {"old": 0}
    found = scores(judged(own("p"), several))
    assert (found["failures"], found["recall_at_k"]) == ([], 1.0)


def test_a_grade_weighs_in_the_gain_of_its_rank():
    graded = contract(
        evidence=[{"quote": "within 14 days", "grade": 3}, {"quote": OPENED, "required": False}], min_recall=None
    )
    found = scores(judged([hit("x1", OPENED), hit("x2", WINDOW)], graded))
    assert found["ndcg_at_k"] == pytest.approx((1 + 3 / 1.584963) / (3 + 1 / 1.584963))


def test_offsets_alone_name_a_place_and_a_version_limits_it():
    whole = f"{WINDOW} {RECEIPT} {OPENED}"
    at = whole.index(OPENED)
    by_offset = contract(
        evidence=[{"document": "returns", "version": "v2", "start": at, "end": at + len(OPENED)}],
        judgments={"p": 0, "old": 0, "r1": 0},
    )
    by_offset["manifest"][1] = {**by_offset["manifest"][1], "start": len(WINDOW) + len(RECEIPT) + 2}
    by_offset["manifest"][0] = {**by_offset["manifest"][0], "start": 0}
    report = judged([hit("x1", OPENED)], by_offset)
    assert (report["status"], scores(report)["recall_at_k"]) == ("PASS", 1.0)
    assert (
        scores(judged([hit("x1", WINDOW)], by_offset))["failures"][0]
        == f"missing_evidence:returns {at}-{at + len(OPENED)}"
    )


def test_the_text_around_a_repeated_quote_tells_which_one_is_meant():
    twice = "North desk: open until six. South desk: open until six."
    given = contract(
        evidence=[{"document": "desks", "quote": "open until six", "before": "South desk: "}],
        judgments={},
        min_recall=None,
    )
    given["manifest"].append({"chunk_id": "d", "doc_id": "desks", "version": "1", "text": twice})
    north = hit("x1", "North desk: open until six.", "desks", "1", None)
    south = hit("x2", "South desk: open until six.", "desks", "1", None)
    base = [hit("d", twice, "desks", "1", None)]
    assert scores(judged([south], given, base))["failures"] == []
    assert scores(judged([north], given, base))["failures"] == ["missing_evidence:open until six"]


def test_old_text_under_the_current_revision_is_another_content():
    found = scores(judged([hit("x1", OLD), hit("x2", RECEIPT)]))
    assert "content_mismatch:x1" in found["failures"]
    assert "missing_evidence:within 14 days" in found["failures"]


def test_a_changed_figure_in_a_known_chunk_is_told_as_before():
    changed = own("r1")
    changed[0]["text"] = changed[0]["text"].replace("14", "30")
    assert "content_mismatch:r1" in scores(judged(changed))["failures"]


def test_identity_and_revision_are_checked_in_chunks_cut_otherwise():
    leak = contract()
    leak["manifest"].append(
        {
            "chunk_id": "s",
            "doc_id": "margins",
            "version": "1",
            "tenant": "supplier",
            "text": "Margins are 8 percent. Ask Ann.",
        }
    )
    leak["manifest"].append(
        {
            "chunk_id": "b",
            "doc_id": "board",
            "version": "1",
            "tenant": "shop",
            "roles": ["board"],
            "text": "The shop closes in May. Tell nobody.",
        }
    )
    leak["default_judgment"] = 0
    found = scores(
        judged(
            [
                *own("r1"),
                hit("x1", OLD, version="v1"),
                hit("x2", "Margins are 8 percent.", "margins", "1", "supplier"),
                hit("x3", "The shop closes in May.", "board", "1"),
                hit("x4", RECEIPT, version="v7"),
                hit("x4", OPENED),
            ],
            leak,
        )
    )
    assert found["failures"] == [
        "forbidden_version:x1",
        "unauthorized_tenant:x2",
        "unauthorized_role:x3",
        "version_mismatch:x4",
        "duplicate:x4",
    ]


def test_a_result_that_no_label_covers_is_unjudged_and_the_label_goes_to_the_manifests_chunk():
    unlabelled = contract(judgments={"old": 0})
    report = judged(
        [hit("x1", f"{WINDOW} {RECEIPT}"), hit("x2", "free on Sundays.", "parking", "v1")], unlabelled, own("r1")
    )
    assert report["status"] == "INVALID"
    assert [(one["chunk_id"], one["text"], one["rank"]) for one in report["unjudged"]] == [("p", PARKING, 2)]
    assert "'p' is not judged" in report["error"]
    assert (
        judged([hit("x1", f"{WINDOW} {RECEIPT}"), hit("x2", "free on Sundays.", "parking", "v1")], contract())["status"]
        == "PASS"
    )


def test_a_neighbour_of_the_evidence_needs_no_label_where_its_chunk_has_evidence_and_one_where_it_has_none():
    only_window = contract(evidence=["within 14 days"])
    assert judged([hit("x1", WINDOW), hit("x2", RECEIPT)], only_window)["status"] == "PASS"
    assert judged([hit("x1", WINDOW), hit("x2", HOURS)], only_window)["status"] == "INVALID"


def test_chunks_judged_by_id_are_found_in_larger_chunks_too():
    mixed = contract(judgments={"p": 0, "old": 0, "r2": 1}, required_ids=["r2"])
    report = judged([hit("x1", f"{WINDOW} {RECEIPT} {OPENED} {HOURS}")], mixed, own("r1", "r2"))
    assert (report["status"], scores(report)["recall_at_k"]) == ("PASS", 1.0)
    lost = scores(judged([hit("x1", f"{WINDOW} {RECEIPT}")], mixed, own("r1", "r2")))
    assert lost["recall_at_k"] == pytest.approx(2 / 3)
    assert "missing_evidence:r2" in lost["failures"]


def test_a_mandatory_id_is_met_by_the_evidence_that_it_stands_for():
    both = contract(required_ids=["r1"], judgments={"p": 0, "old": 0, "r1": 1})
    assert judged([hit("x1", WINDOW), hit("x2", RECEIPT)], both)["status"] == "PASS"


def test_a_document_that_the_manifest_does_not_know_is_another_corpus():
    report = judged([hit("x1", "Cats are fine.", "pets")])
    assert report["status"] == "INVALID"
    assert "document 'pets'" in report["error"]


def test_digests_tell_known_chunks_and_cannot_tell_others(tmp_path: Path):
    from ragtester.records import text_hash

    closed = contract(evidence=[{"document": "returns", "quote": "within 14 days"}])
    for one in closed["manifest"]:
        one["sha256"] = text_hash(one.pop("text"))
    assert judged(own("r1", "p"), closed)["status"] == "PASS"
    assert judged([hit("renamed", CHUNKS["r1"][2])], closed)["status"] == "PASS"
    assert "only digests" in judged([hit("x1", WINDOW)], closed)["error"]


def test_a_result_without_its_documents_tenant_is_refused():
    assert "tenant" in judged([hit("x1", WINDOW, tenant=None)])["error"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"evidence": ["within 15 days"]}, "evidence[0]: 'within 15 days' is in no text of the manifest"),
        ({"evidence": ["within 1"]}, "is in no text of the manifest"),
        (
            {"evidence": [{"document": "retruns", "quote": "x"}]},
            "no chunk of the manifest belongs to document 'retruns'",
        ),
        ({"evidence": [{"document": "returns", "version": "v1", "quote": "within 30 days"}]}, "forbidden revision"),
        ({"tenant": "supplier", "judgments": {}}, "may not read it"),
        ({"judgments": {"r1": 0}}, "'r1' states 'within 14 days' and is judged 0"),
        ({"answerable": False, "judgments": {}, "min_recall": None}, "unanswerable but names evidence"),
        ({"evidence": []}, "no relevant judgment and no evidence"),
        ({"evidence": "within 14 days"}, "evidence: must be a list"),
        ({"evidence": [[]]}, "evidence[0]: names no span"),
        ({"evidence": [{"any": []}]}, "evidence[0].any: names no span"),
        ({"evidence": [7]}, "evidence[0]: must be an object"),
        ({"evidence": [{"document": "returns"}]}, "quote: is missing"),
        ({"evidence": [{"document": "returns", "start": 9, "end": 3}]}, "quote: is missing"),
        ({"evidence": [{"quote": RECEIPT, "start": 9, "end": 3}]}, "end: 3 is not after start 9"),
        ({"evidence": [{"quote": RECEIPT, "sha256": "ab"}]}, "sha256: is not the digest"),
        ({"evidence": [{"quote": RECEIPT, "documnet": "returns"}]}, "did you mean 'document'"),
        ({"evidence": [{"quote": RECEIPT, "document": "returns", "doc_id": "returns"}]}, "doc_id: says the same"),
        ({"evidence": [{"quote": RECEIPT, "grade": 0}]}, "grade: 0 is too small"),
        (
            {"evidence": [{"id": "a", "quote": RECEIPT}, {"id": "a", "quote": "within 14 days"}]},
            "'a' is the id of two facts",
        ),
    ],
)
def test_evidence_that_no_result_could_hold_is_refused_with_its_place(change: dict, message: str):
    with pytest.raises(ContractError) as caught:
        parse_contract(contract(**change), file="given.yaml")
    assert message in str(caught.value)
    assert "queries[0]" in str(caught.value)


def test_a_floor_of_recall_over_more_documents_than_the_cutoff_is_refused():
    spread = contract(
        evidence=["within 14 days", {"document": "parking", "quote": "free on Sundays"}], judgments={"old": 0}
    )
    spread["k"] = 1
    with pytest.raises(ContractError, match=r"min_recall: 1 cannot be reached: .* the most is 0\.500"):
        parse_contract(spread)


@pytest.mark.parametrize("suffix", ["json", "yaml"])
def test_evidence_is_written_and_read_again(suffix: str, tmp_path: Path):
    source = tmp_path / f"given.{suffix}"
    content = contract()
    source.write_text(json.dumps(content) if suffix == "json" else yaml.safe_dump(content), encoding="utf-8")
    read = read_contract(source)
    write_contract(read, tmp_path / "written.json")
    assert read_contract(tmp_path / "written.json") == read


def test_a_gate_over_files_of_two_chunkings_passes(tmp_path: Path):
    for name, content in (
        ("contract.json", contract()),
        ("base.json", own("r1", "p")),
        ("candidate.json", [hit("s0", WINDOW), hit("s1", RECEIPT)]),
    ):
        given = (
            content
            if name == "contract.json"
            else {
                "contract_version": 1,
                "stage": "final_context",
                "results": [{"query_id": "window", "hits": content}],
            }
        )
        (tmp_path / name).write_text(json.dumps(given), encoding="utf-8")
    found = gate_files(
        *(tmp_path / f"{n}.json" for n in ("contract", "base", "candidate")), report=tmp_path / "report.json"
    )
    assert (found.status, found.error) == ("PASS", None)


@st.composite
def chunkings(draw: st.DrawFn) -> tuple[list[str], list[tuple[int, int]], list[tuple[int, int]], tuple[int, int]]:
    words = draw(
        st.lists(st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=9), min_size=12, max_size=60, unique=True)
    )

    def cut() -> list[tuple[int, int]]:
        size, overlap = draw(st.integers(4, 14)), draw(st.integers(0, 3))
        return [(at, min(len(words), at + size)) for at in range(0, len(words), size - overlap)]

    start = draw(st.integers(0, len(words) - 2))
    return words, cut(), cut(), (start, draw(st.integers(start + 1, min(len(words), start + 10))))


@settings(max_examples=60, deadline=None)
@given(chunkings())
def test_whatever_the_two_chunkings_all_chunks_together_hold_the_evidence(given_: tuple):
    words, ours, theirs, (start, end) = given_

    def text(cut: tuple[int, int]) -> str:
        return " ".join(words[cut[0] : cut[1]])

    full = contract(evidence=[{"document": "d", "quote": " ".join(words[start:end])}], judgments={}, tenant=None)
    full["queries"][0].pop("forbidden_versions")
    full.update(
        k=100,
        default_judgment=0,
        manifest=[
            {
                "chunk_id": f"m{i}",
                "doc_id": "d",
                "version": "1",
                "text": text(cut),
                "start": len(" ".join(words[: cut[0]])) + bool(cut[0]),
            }
            for i, cut in enumerate(ours)
        ],
    )
    base = [hit(f"m{i}", text(cut), "d", "1", None) for i, cut in enumerate(ours)]
    recut = [hit(f"t{i}", text(cut), "d", "1", None) for i, cut in enumerate(theirs)]
    report = judged(recut, full, base)
    assert (report["status"], scores(report)["recall_at_k"]) == ("PASS", 1.0)
    without = [one for one, cut in zip(recut, theirs, strict=True) if not (cut[0] < end and start < cut[1])]
    assert scores(judged(without, full, base))["recall_at_k"] == 0.0
