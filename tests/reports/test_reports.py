from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from ragtester.errors import InputError, UnknownNameError
from ragtester.reports import Tallies, final_table, read_lines, write_html, write_report
from ragtester.reports.html.marking import marked

from .conftest import line

Summary = dict[str, Any]


def test_the_page_escapes_what_systems_said_and_marks_the_evidence(
    results: Path, summary: Summary, tmp_path: Path
) -> None:
    page = tmp_path / "r.html"
    write_report(results, page, summary=summary)
    text = page.read_text()
    assert "<script>" not in text
    assert "&lt;script&gt;" in text
    assert "<mark>notice period is\n14 days</mark>" in text
    assert "default-src 'none'" in text
    assert "not measured" in text
    assert "retrieve: gone" in text


def test_junit_tells_failures_errors_and_skipped_apart(results: Path, summary: Summary, tmp_path: Path) -> None:
    file = tmp_path / "r.xml"
    write_report(results, file, summary=summary)
    root = ET.parse(file).getroot()
    assert (root.get("tests"), root.get("failures"), root.get("errors"), root.get("skipped")) == ("4", "1", "1", "1")
    assert root.find(".//failure").get("message") == "wrong_answer at stage retrieve"  # type: ignore[union-attr]
    assert root.find(".//error").get("type") == "timeout"  # type: ignore[union-attr]


def test_csv_cells_cannot_become_formulas(results: Path, summary: Summary, tmp_path: Path) -> None:
    file = tmp_path / "r.csv"
    write_report(results, file, summary=summary)
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["status"] for row in rows] == ["passed", "failed", "unmeasured", "not_applicable"]
    assert rows[0]["rationale"] == "'=HYPERLINK()"
    assert (rows[0]["factuality"], rows[0]["recall"]) == ("5.0", "1.0")


def test_json_jsonl_and_markdown_hold_every_case(results: Path, summary: Summary, tmp_path: Path) -> None:
    for suffix in (".json", ".jsonl", ".md"):
        write_report(results, tmp_path / f"r{suffix}", summary=summary)
    assert len(json.loads((tmp_path / "r.json").read_text())["results"]) == 4
    assert list(read_lines(tmp_path / "r.jsonl")) == list(read_lines(results))
    markdown = (tmp_path / "r.md").read_text()
    assert "| reader/bm25/words-256/k1 | 50.0 % | 10 to 90 % | 1/2 | 1 |" in markdown
    assert "<script>" not in markdown.partition("## Failures")[2]


def test_an_unknown_suffix_lists_the_formats(results: Path, summary: Summary, tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"\.html"):
        write_report(results, tmp_path / "r.htm", summary=summary)


def test_a_broken_results_file_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with pytest.raises(InputError, match="no such results file"):
        list(read_lines(file))
    file.write_text('{"system": "a", "status": "passed"}\n{"x": \n')
    with pytest.raises(InputError, match=r"results\.jsonl:2: not JSON"):
        list(read_lines(file))
    file.write_text("[]\n")
    with pytest.raises(InputError, match="not a result"):
        list(read_lines(file))


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_table_is_no_wider_than_the_terminal_where_it_can_be(summary: Summary, width: int) -> None:
    lines = final_table(summary, width=width).splitlines()
    assert len(lines) == 4
    if width >= 80:
        assert max(map(len, lines)) <= width
    assert lines[2].startswith("reader/bm25")
    assert "-" in lines[3]


def test_overlapping_quotes_are_marked_once() -> None:
    assert marked("one two three <b>", ["one two", "two three"]) == "<mark>one two three</mark> &lt;b&gt;"
    assert marked("nothing", ["", "absent"]) == "nothing"


def test_every_cell_of_the_heat_map_leads_to_all_failures_of_its_system(summary: Summary, tmp_path: Path) -> None:
    names = [f"reader/bm25/words-256/k{k}" for k in (1, 2, 3)]
    summary["systems"] = [{**summary["systems"][1], "id": name, "top_k": k} for k, name in enumerate(names, start=1)]
    summary["totals"]["failed"] = 603
    lines = [
        line(system=name, test=f"t{n}", query=f"question {n} of {k}", status="failed", stage="retrieve", failure="incomplete")
        for k, name in enumerate(names)
        for n in range((300, 300, 3)[k])
    ]  # fmt: skip
    results, page = tmp_path / "many.jsonl", tmp_path / "r.html"
    results.write_text("\n".join(json.dumps(one) for one in lines) + "\n", encoding="utf-8")
    write_html(results, page, summary=summary)
    text = page.read_text(encoding="utf-8")
    cells = re.findall(r'<td class="s\d"><a href="#([^"]+)"><b>', text)
    assert len(cells) == 3 == len(set(cells))
    for k, cell in enumerate(cells):
        # The place lies in a folded list, which a browser opens when it is led there.
        section = text.split(f'<div id="{cell}"')[1].split("Back to the matrix")[0]
        asked = {int(n) for n in re.findall(rf"question (\d+) of {k}\b", section)}
        assert asked == set(range((300, 300, 3)[k]))
        assert not re.search(rf"question \d+ of [^{k}]", section)
    assert "84 to 183" in text and text.count('<details class="case">') == 83 + 83 + 3


def test_a_report_of_very_many_failures_says_how_many_are_not_in_it() -> None:
    tallies = Tallies(whole=1, brief=2)
    for n in range(5):
        tallies.add(line(system="s", test=f"t{n}", status="failed"))
    found = tallies.of_system("s")
    assert (found.total, len(found.whole), found.left_out) == (5, 1, 2)
    assert [(first, last) for first, last, _ in found.blocks] == [(2, 3)]
    assert Tallies().of_system("none").total == 0
