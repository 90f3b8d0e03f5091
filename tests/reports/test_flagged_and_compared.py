from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ragtester.errors import UnknownNameError
from ragtester.reports import write_comparison, write_html
from ragtester.reports.html.marking import flagged
from tests.reports.conftest import HOSTILE, line

SPAN = {
    "start": 4, "end": 9, "score": 1.0, "kind": "number", "verdict": "no", "reason": "40 instead of 30", "topic": "",
    "context": 0, "support": 'The "fee" is <b>30</b> euros.',
}  # fmt: skip


def test_a_flagged_statement_is_marked_with_its_grounds_on_hover() -> None:
    marked = flagged("The <fee> is 40.", [SPAN])
    assert marked.startswith(
        'The <mark class="flagged" title="S = 1.00, contradicted by the context; 40 instead of 30;'
    )
    assert "passage 1: The &#34;fee&#34; is &lt;b&gt;30&lt;/b&gt; euros." in marked
    assert marked.endswith(">&lt;fee&gt;</mark> is 40.")


@pytest.mark.parametrize("place", [(-1, 3), (5, 5), (8, 4), (0, 999), (999, 1000)])
def test_a_span_outside_the_answer_is_left_out(place: tuple[int, int]) -> None:
    assert flagged("The fee.", [SPAN | {"start": place[0], "end": place[1]}]) == "The fee."


def test_overlapping_spans_are_marked_once_and_unsupported_ones_say_so() -> None:
    silent = SPAN | {"verdict": "not_sure", "support": "", "context": None}
    marked = flagged("abcdefghijkl", [SPAN, silent | {"start": 6, "end": 11}, silent | {"start": 0, "end": 2}])
    assert marked.count("<mark") == 2
    assert "not borne out" in marked.split("</mark>")[0]


def test_the_report_marks_flagged_statements_of_failed_and_passed_answers(summary: Any, tmp_path: Path) -> None:
    lines = tmp_path / "results.jsonl"
    given = {"answer": "The fees are 40.", "grounding": 1.0, "grounding_spans": [SPAN | {"support": HOSTILE}]}
    cases = [line(**given), line(test="t2", status="failed", **given), line(test="t3")]
    lines.write_text("\n".join(json.dumps(one) for one in cases), encoding="utf-8")
    write_html(lines, tmp_path / "r.html", summary=summary)
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert page.count('<mark class="flagged"') == 2
    assert "Passed, with flagged statements" in page
    assert "<script>alert" not in page
    assert "H = 1.00" in page


COMPARED: dict[str, Any] = {
    "measures": [
        {
            "measure": "pass_rate", "system": "<s>", "base": 0.5, "candidate": 0.75, "difference": 0.25, "interval": [0.1, 0.4],
            "p": 0.01, "adjusted_p": 0.02, "n": 40, "unpaired": 0, "verdict": "better", "needed": None, "message": "better",
        },
        {
            "measure": "latency_s", "system": "<s>", "base": None, "candidate": None, "difference": None, "interval": None,
            "p": None, "adjusted_p": None, "n": 0, "unpaired": 3, "verdict": "cannot_tell", "needed": None,
            "message": "cannot tell: no case in common",
        },
    ],
    "newly_failing": ["<t1>"] * 501, "newly_passing": [], "only_base": 2, "only_candidate": 0,
}  # fmt: skip


def test_a_comparison_page_shows_differences_with_their_uncertainty(tmp_path: Path) -> None:
    write_comparison(COMPARED, tmp_path / "deep" / "c.html", base="old & 1", candidate="new <2>")
    page = (tmp_path / "deep" / "c.html").read_text(encoding="utf-8")
    for shown in ("+0.250", "+0.100 to +0.400", "new &lt;2&gt;", "old &amp; 1", "&lt;t1&gt;", "and 1 more", "2 cases"):
        assert shown in page
    assert "<t1>" not in page
    assert 'class="verdict better"' in page
    write_comparison(COMPARED, tmp_path / "c.json", base="a", candidate="b")
    assert json.loads((tmp_path / "c.json").read_text(encoding="utf-8")) == COMPARED
    write_comparison(COMPARED | {"measures": []}, tmp_path / "none.html", base="a", candidate="b")
    assert "no measure in common" in (tmp_path / "none.html").read_text(encoding="utf-8")
    with pytest.raises(UnknownNameError, match=r"\.html"):
        write_comparison(COMPARED, tmp_path / "c.pdf", base="a", candidate="b")
