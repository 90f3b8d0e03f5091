from __future__ import annotations

from html.parser import HTMLParser

from ragtester.hallucination import ground, grounding_html, grounding_page

CONTEXT = ["The fee is 30 euros <b>net</b>."]


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(text: str) -> Tags:
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    return tags


def test_marked_spans_carry_variants_votes_and_evidence() -> None:
    answer = "The fee is 40 euros. The bar is open."
    page = grounding_html(answer, ground(answer, CONTEXT))
    tags = parsed(page)
    for shown in ("contradicted", "not in the context", "The fee is not 40 euros.", "30 euros <b>net</b>", "S = "):
        assert shown in tags.text
    assert 'class="focus"' in page


def test_everything_is_escaped_and_no_script_is_needed() -> None:
    answer = "The <script>alert(1)</script> fee is 40 euros & more."
    page = grounding_page([(answer, ground(answer, CONTEXT))], title="<i>T</i>")
    tags = parsed(page)
    assert "script" not in tags.seen
    assert "i" not in tags.seen
    assert "b" not in tags.seen
    assert "http" not in page
    assert "light-dark(" in page


def test_answers_without_statements_and_empty_pages_say_so() -> None:
    assert "abstains" in grounding_html("I don't know.", ground("I don't know.", CONTEXT))
    assert "no statement" in grounding_html("Is it?", ground("Is it?", CONTEXT))
    assert "no answer to show" in grounding_page([])


def test_a_supported_answer_says_which_sentence_bears_it_out() -> None:
    answer = "The fee is 30 euros."
    page = grounding_html(answer, ground(answer, CONTEXT))
    assert "Borne out by context 1" in parsed(page).text
    assert "flagged" not in page.split("</p>")[1]
