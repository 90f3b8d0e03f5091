"""The gate's report as a page and as Markdown, in all three outcomes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragtester.api_retrieval import gate_files
from ragtester.reports.gate import gate_markdown, gate_page

EXAMPLES = Path(__file__).parents[2] / "configs" / "contracts"


def judged(folder: Path, candidate: str, **changes: object) -> dict[str, str]:
    """The three reports of one gate by suffix."""
    contract = EXAMPLES / "contract.yaml"
    reports = [folder / "out" / f"report.{suffix}" for suffix in ("json", "html", "md")]
    found = gate_files(
        contract, EXAMPLES / "base.json", EXAMPLES / f"{candidate}.json", report=reports, resamples=200, **changes
    )
    texts = {path.suffix: path.read_text(encoding="utf-8") for path in reports}
    assert json.loads(texts[".json"])["status"] == found.status
    return texts


@pytest.mark.parametrize(
    ("candidate", "status"), [("recovered", "PASS"), ("candidate", "FAIL"), ("incomplete", "INVALID")]
)
def test_every_outcome_has_a_page_and_markdown(candidate: str, status: str, tmp_path: Path):
    texts = judged(tmp_path, candidate)
    report = json.loads(texts[".json"])
    assert f'<span class="status {status}">{status}</span>' in texts[".html"]
    assert texts[".md"].startswith(f"# Retrieval gate: {status}\n")
    for one in report["queries"]:
        shown = bool(one["candidate"]["failures"])
        assert (f'<th scope="row">{one["query_id"]}<br>' in texts[".html"]) is shown
    for one in report["queries"]:
        for failure in one["candidate"]["failures"]:
            assert failure.partition(":")[0] in texts[".html"].replace("&gt;", ">")
            assert failure.partition(":")[0].replace("_", "\\_") in texts[".md"]
    if status == "INVALID":
        assert "incomplete" in texts[".html"]
        assert "incomplete" in texts[".md"]
        assert "<table" not in texts[".html"]
    else:
        assert "Averages" in texts[".html"]
        assert "| slice | precision@k | recall@k |" in texts[".md"]
        overall = report["averages"]
        recall = f"{overall['baseline']['recall_at_k']:.3f} → {overall['candidate']['recall_at_k']:.3f} (5)"
        assert recall in texts[".md"]
        assert recall in texts[".html"]
        assert overall["counts"]["claim_coverage"] < overall["counts"]["recall_at_k"] == overall["scored"]


def test_failures_are_shown_with_their_figures_and_what_to_inspect(tmp_path: Path):
    texts = judged(tmp_path, "candidate")
    assert "→" in texts[".html"]
    assert "Hard failures first" in texts[".html"]
    report = json.loads(texts[".json"])
    first = next(one for one in report["queries"] if one["candidate"]["failures"])
    assert first["inspect_next"][0]["inspect"][0] in texts[".html"]
    assert first["inspect_next"][0]["inspect"][0] in texts[".md"]
    wrong = next(
        hit
        for one in report["queries"]
        if one["candidate"]["failures"]
        for hit in one["artefacts"]["candidate"]
        if "trusted_text" in hit
    )
    assert f"<blockquote>{wrong['text']}</blockquote>" in texts[".html"].replace("&#39;", "'")
    assert f"<blockquote>{wrong['trusted_text']}</blockquote>" in texts[".html"].replace("&#39;", "'")
    assert "withheld: the identity may not read it" in texts[".html"]


def test_names_and_texts_of_others_cannot_become_markup(tmp_path: Path):
    report = json.loads(judged(tmp_path, "candidate")[".json"])
    report["queries"][0]["query_id"] = "<script>alert(1)</script>| x\n# y"
    report["queries"][0]["candidate"]["failures"] = ["missing_text:<img src=x>|*b*"]
    report["unjudged"] = [
        {
            "query_id": "q",
            "query": "<b>?",
            "chunk_id": "<i>",
            "doc_id": "d",
            "text": "<u>" * 300,
            "rank": 1,
            "seen_in": ["baseline"],
        }
    ]
    page, text = gate_page(report), gate_markdown(report)
    assert "<script>" not in page
    assert "<img" not in page
    assert "<u>" not in page
    assert "Results without a label" in page
    row = next(line for line in text.splitlines() if "script" in line)
    assert row.startswith("| \\<script\\>alert(1)\\</script\\>\\| x \\# y | ")
    assert "results without a label" in text


def test_a_page_that_would_replace_another_report_is_refused(tmp_path: Path):
    found = gate_files(
        EXAMPLES / "contract.yaml",
        EXAMPLES / "base.json",
        EXAMPLES / "recovered.json",
        report=[tmp_path / "r.html", tmp_path / "r.html"],
    )
    assert found.status == "INVALID"
    assert "other report" in (found.error or "")


def test_long_lists_end_with_a_count(tmp_path: Path):
    report = json.loads(judged(tmp_path, "candidate")[".json"])
    failing = next(one for one in report["queries"] if one["candidate"]["failures"])
    report["queries"] = [{**failing, "query_id": f"q{number}"} for number in range(600)]
    assert "and 100 more" in gate_page(report)
    assert "and 550 more" in gate_markdown(report)
