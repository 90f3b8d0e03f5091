"""Evidence is found again after any change that keeps the statement, and never at another statement."""

from __future__ import annotations

import pytest

from ragtester.documents import locate, make_chunker, overlaps
from ragtester.documents.spans.guards import numbers
from ragtester.records import Chunk, Document, Span, Table

TEXT = (
    "Employees give notice in writing. The notice period is 30 days for all staff, unless a contract says more. "
    "Managers confirm the date within five working days. The notice period is 60 days for directors."
)
QUOTE = "The notice period is 30 days for all staff, unless a contract says more."


def span_of(text: str, quote: str) -> Span:
    start = text.index(quote)
    return Span.cut(Document(id="d", text=text), start, start + len(quote))


def found(span: Span, text: str) -> str | None:
    place = locate(span, Document(id="d", text=text))
    return None if place is None else text[slice(*place)]


def test_offsets_that_still_hold_are_taken() -> None:
    span = span_of(TEXT, QUOTE)
    assert locate(span, Document(id="d", text=TEXT)) == (span.start, span.end)


def test_moved_text_is_found() -> None:
    assert found(span_of(TEXT, QUOTE), "A new first paragraph.\n\n" + TEXT) == QUOTE


@pytest.mark.parametrize(
    "changed",
    [
        QUOTE.replace(" ", "\n"),
        QUOTE.replace("contract", "con-\ntract"),
        QUOTE.replace("period", "per\u00adiod"),
        QUOTE.replace("staff", "sta\ufb00"),
        QUOTE.replace("notice", "notiee"),
        QUOTE.replace("contract", "contarct").replace("unless", "unles"),
        QUOTE.replace("period is", "periodis"),
        QUOTE.replace("staff, unless", "staff , unless"),
        QUOTE.upper(),
        QUOTE.replace("all", "a1l"),
    ],
)
def test_the_same_statement_is_found_in_another_print(changed: str) -> None:
    text = "Something else stands here first. " + TEXT.replace(QUOTE, changed)
    place = found(span_of(TEXT, QUOTE), text)
    assert place is not None
    assert place.rstrip(".") == changed.rstrip(".")


@pytest.mark.parametrize(
    "changed",
    [
        QUOTE.replace("30", "60"),
        QUOTE.replace("30", "130"),
        QUOTE.replace("30", "3.0"),
        QUOTE.replace("30", "-30"),
        QUOTE.replace("30", "3O"),
        QUOTE.replace("is 30", "is not 30"),
        QUOTE.replace("more", "less"),
        QUOTE.replace("all staff", "directors"),
        "The notice period is short.",
    ],
)
def test_another_statement_is_not_found(changed: str) -> None:
    assert found(span_of(TEXT, QUOTE), TEXT.replace(QUOTE, changed)) is None


def test_a_short_quote_is_not_found_inside_a_number_or_word() -> None:
    span = Span(document="d", quote="30 days")
    assert found(span, "It takes 130 days, or 1,30 days, or 2.30 days.") is None
    assert found(span, "It takes 60 days.") is None
    assert found(span, "It takes 30  days.") == "30  days"
    assert found(Span(document="d", quote="2.5"), "From 12.5 to 2.51 or 2.5.") == "2.5"


def test_the_surroundings_choose_among_equal_quotes() -> None:
    text = "Grade A: ten days of leave. Grade B: ten days of leave. Grade C: ten days of leave."
    start = text.index("ten days", 20)
    span = Span.cut(Document(id="d", text=text), start, start + 8)
    assert locate(span, Document(id="d", text="New. " + text)) == (start + 5, start + 13)
    bare = Span(document="d", quote="ten days", start=text.rindex("ten days") + 3, end=5)
    assert locate(bare, Document(id="d", text=text)) == (text.rindex("ten days"), text.rindex("ten days") + 8)


def test_a_sentence_put_in_between_does_not_hide_the_quote() -> None:
    quote = "Employees give notice in writing. The notice period is 30 days for all staff, unless a contract says more."
    text = TEXT.replace("writing. ", "writing. The moon is far away. ")
    assert found(span_of(TEXT, quote), text) == quote.replace("writing. ", "writing. The moon is far away. ")
    assert found(span_of(TEXT, quote), TEXT.replace("writing. ", "writing. " + "Noise. " * 200)) is None


def test_a_row_is_found_by_its_cells_and_the_other_way() -> None:
    row = "Region: North | Units: 1,200 | Share: 12%"
    ours = Document(
        id="d",
        text=f"Sales\n{row}\nRegion: South | Units: 340",
        tables=(Table(header=("Region", "Units", "Share"), rows=(("North", "1,200", "12%"),), start=6, end=74),),
    )
    span = span_of(ours.text, row)
    assert found(span, "Region Units Share\nNorth 1,200 12%\nSouth 340 3%") == "North 1,200 12%"
    assert found(span, "North 1,300 12%") is None
    place = locate(Span(document="d", quote="North 1,200 12%"), ours)
    assert place is not None
    assert ours.text[slice(*place)] == row
    assert locate(Span(document="d", quote="North 1,200 13%"), ours) is None


def test_nothing_is_found_for_an_empty_quote_or_a_stray_sign() -> None:
    assert found(Span(document="d", quote="  "), TEXT) is None
    assert found(Span(document="d", quote="|"), TEXT) is None
    assert found(Span(document="d", quote="entirely absent words here"), "short") is None
    assert found(Span(document="d", quote="entirely absent words here"), "") is None


def test_numbers_are_read_without_thousands_separators() -> None:
    assert numbers("1,200 and 1’200 and 3.5 of W2 at 10:30") == ["1200", "1200", "3.5", "10:30"]


def test_overlap_is_the_share_of_the_quote_that_a_chunk_holds() -> None:
    document = Document(id="d", text=TEXT)
    span = span_of(TEXT, QUOTE)
    chunks = make_chunker("words", {"size": 10}).chunk(document)
    shares = [overlaps(span, chunk, document) for chunk in chunks]
    assert sum(shares) == pytest.approx(1.0)
    assert 0 < shares[0] < 1
    assert [overlaps(span, chunk) for chunk in chunks] == pytest.approx(shares, abs=0.02)
    whole = make_chunker("recursive").chunk(document)[0]
    assert overlaps(span, whole, document) == 1.0
    assert overlaps(span, whole.model_copy(update={"document": "other"}), document) == 0.0
    assert overlaps(span.model_copy(update={"quote": "No such sentence in it at all."}), whole, document) == 0.0


def test_a_mutated_chunk_is_searched_by_its_text() -> None:
    document = Document(id="d", text=TEXT)
    span = span_of(TEXT, QUOTE)
    chunk = Chunk(id="c", document="d", text=TEXT + " Noise at the end.", start=0, end=len(TEXT), index=0)
    assert overlaps(span, chunk, document) == 1.0
    changed = chunk.model_copy(update={"text": TEXT.replace("30 days", "90 days")})
    assert overlaps(span, changed, document) < 1.0
    assert overlaps(span, chunk.model_copy(update={"text": "---"}), document) == 0.0
