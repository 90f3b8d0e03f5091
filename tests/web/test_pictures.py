from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from ragtester.corpus import markdown_to_pdf
from ragtester.errors import DocumentError
from ragtester.records import RelationOutcome
from ragtester.web.charts import bars, reliability, trend
from ragtester.web.views.mutants import changes
from ragtester.web.views.pictures import page_picture, quote_picture

TEXT = "# A\n\n" + "Some words that fill the page and say little of it.\n\n" * 60
QUOTE = "The notice period is fourteen days and it begins with the day after the letter has arrived at the office."


def yellow(data: bytes) -> int:
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    return sum(1 for red, _, blue in picture.get_flattened_data() if red > 200 and blue < 170)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("pdf") / "a.pdf"
    markdown_to_pdf(TEXT + QUOTE + "\n\nThe end.", made, title="A")
    return made


def test_the_page_that_holds_the_quote_is_shown_with_the_quote_marked(file: Path) -> None:
    data, page, pages = quote_picture(file, QUOTE.replace(" ", "\n  "))
    assert page == pages > 1
    assert yellow(data) > 2000
    assert yellow(page_picture(file, page)[0]) < 50


def test_a_quote_that_is_not_whole_on_a_page_is_marked_as_far_as_it_is(file: Path) -> None:
    data, page, pages = quote_picture(file, QUOTE + " and then it goes on in words that this document never had")
    assert page == pages and yellow(data) > 1000
    assert quote_picture(file, "words of another document altogether")[1] == 1


def test_a_row_of_a_table_is_marked_where_its_cells_stand(tmp_path: Path) -> None:
    made = tmp_path / "t.pdf"
    rows = "".join(f"| group {n} | {n + 10} days | {n} % |\n" for n in range(1, 9))
    markdown_to_pdf(TEXT + "| Staff | Leave | Pay |\n|---|---|---|\n" + rows, made, title="T")
    data, page, pages = quote_picture(made, "Staff: group 5 | Leave: 15 days | Pay: 5 %")
    assert page == pages > 1 and yellow(data) > 300


def test_what_is_no_pdf_or_page_is_named(tmp_path: Path, file: Path) -> None:
    (tmp_path / "a.md").write_text("x")
    (tmp_path / "b.pdf").write_text("not a PDF")
    with pytest.raises(DocumentError, match="only pages of a PDF"):
        page_picture(tmp_path / "a.md", 1)
    with pytest.raises(DocumentError, match="cannot be opened"):
        page_picture(tmp_path / "b.pdf", 1)
    with pytest.raises(DocumentError, match="there is no page 99"):
        page_picture(file, 99)


def test_charts_are_svg_without_script_in_the_colours_of_light_and_dark_and_escape_what_they_show() -> None:
    evil = "<script>alert(1)</script>"
    drawn = bars(f"How {evil}?", [(evil, 1, 4), ("b", 0, 3)])
    points = [{"system": evil, "order": n, "when": evil, "value": 0.5, "low": 0.4, "high": 0.6} for n in (1, 2)]
    for svg in (drawn, trend("T", points), reliability("R", [(0.9, 0.8, 0.6, 0.9, 12)])):
        assert svg.startswith("<svg role=") and "var(--" in svg
        assert "<script" not in svg and " style=" not in svg and svg.count("<style>") == 1
        assert "prefers-color-scheme:dark" in svg
    assert "1 of 4" in drawn
    assert not bars("empty", []) and not trend("empty", []) and not reliability("empty", [])


def test_a_mutants_change_is_shown_word_by_word() -> None:
    outcome = RelationOutcome(
        mutant="m", test="t", system="s", operator="CN", scope="pre", relation="altering", outcome="violated",
        base_context=("Leave is 25 days a year.",), mutant_context=("Leave is 30 days a year. Really.",),
    )  # fmt: skip
    assert changes(outcome) == [
        ("same", "Leave is"),
        ("removed", "25"),
        ("added", "30"),
        ("same", "days a year."),
        ("added", "Really."),
    ]


def test_another_passage_is_shown_whole_rather_than_word_by_word() -> None:
    outcome = RelationOutcome(
        mutant="m", test="t", system="s", operator="EM", scope="pre", relation="preserving", outcome="violated",
        base_context=("The leave of staff is long and paid.",), mutant_context=("Visitors of the office park in the yard behind it.",),
    )  # fmt: skip
    assert [kind for kind, _ in changes(outcome)] == ["removed", "added"]


def test_of_many_systems_the_best_of_the_newest_run_are_drawn() -> None:
    points = [
        {"system": f"s{number}", "order": order, "when": str(order), "value": number / 20, "low": 0.0, "high": 1.0}
        for order in (1, 2)
        for number in range(10)
    ]
    drawn = trend("T", points)
    assert all(f">s{number}<" in drawn for number in range(4, 10)) and not any(
        f">s{number}<" in drawn for number in range(4)
    )
