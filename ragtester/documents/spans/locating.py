"""Finds a quote again in a document."""

from __future__ import annotations

from collections.abc import Iterator

from ragtester.documents.spans.folding import fold
from ragtester.documents.spans.guards import numbers, whole
from ragtester.documents.spans.near import nearest
from ragtester.documents.spans.pieces import cells_of, is_row, sentences_of
from ragtester.records import Document, Span

_BETWEEN = 600
"""Characters that may have come between two sentences of a quote."""


def locate(span: Span, document: Document) -> tuple[int, int] | None:
    """The range of `document.text` that holds the span's quote, or None.

    Looked for in this order: at the offsets of the span; letter for letter anywhere, where the text
    around it fits best; with white space, hyphenation, ligatures, dashes and quotes folded; nearly
    (typos, OCR noise); sentence by sentence, where something was put between them; as the cells of a
    table's row, where one of the two texts names the columns and the other does not. What is found
    always holds the same numbers: a quote with "30 days" is not found at "60 days".
    """
    found = locate_text(span, document.text)
    return found if found is not None else _row(span.quote, document)


def locate_text(span: Span, text: str) -> tuple[int, int] | None:
    """`locate` in a bare text."""
    quote = span.quote
    if not quote.strip():
        return None
    if 0 <= span.start < span.end and text[span.start : span.end] == quote:
        return span.start, span.end
    found = _plain(span, text) or nearest(quote, text) or _by_sentences(span, text)
    if found is None and is_row(quote):
        bare = span.model_copy(update={"quote": cells_of(quote), "start": -1, "end": -1})
        found = _plain(bare, text) or nearest(bare.quote, text)
    return found


def _plain(span: Span, text: str) -> tuple[int, int] | None:
    """Letter for letter, then folded."""
    quote = span.quote
    exact = [(at, at + len(quote)) for at in _occurrences(text, quote) if whole(text, at, at + len(quote))]
    if exact:
        return _best(exact, span, text)
    folded, wanted = fold(text), fold(quote)
    if not wanted.text:
        return None
    loose = [folded.original(at, at + len(wanted.text)) for at in _occurrences(folded.text, wanted.text)]
    loose = [place for place in loose if whole(text, *place) and numbers(text[slice(*place)]) == numbers(quote)]
    return _best(loose, span, text) if loose else None


def _by_sentences(span: Span, text: str) -> tuple[int, int] | None:
    """The range from the first to the last sentence, where all stand in order and not far from each other."""
    parts = sentences_of(span.quote)
    if len(parts) < 2:
        return None
    start = end = -1
    for part in parts:
        low = max(end, 0)
        high = len(text) if end < 0 else min(len(text), end + _BETWEEN + len(part))
        piece = Span(document=span.document, quote=part, before=span.before if end < 0 else "")
        place = _plain(piece, text[low:high]) or nearest(part, text[low:high])
        if place is None:
            return None
        start = low + place[0] if start < 0 else start
        end = low + place[1]
    return start, end


def _row(quote: str, document: Document) -> tuple[int, int] | None:
    """The line of a table that holds the quote as its cells."""
    wanted = fold(quote).text
    if not wanted or is_row(quote):
        return None
    for table in document.tables:
        at = table.start
        for line in document.text[table.start : table.end].split("\n"):
            cells = cells_of(line)
            if wanted in fold(cells).text and set(numbers(quote)) <= set(numbers(cells)):
                return at, at + len(line)
            at += len(line) + 1
    return None


def _occurrences(text: str, wanted: str) -> Iterator[int]:
    at = text.find(wanted)
    while at >= 0:
        yield at
        at = text.find(wanted, at + 1)


def _best(places: list[tuple[int, int]], span: Span, text: str) -> tuple[int, int]:
    """The place whose surroundings agree best with the span's; then the one nearest to its offsets."""
    if len(places) == 1:
        return places[0]
    before, after = fold(span.before).text, fold(span.after).text
    reach = len(span.before) + len(span.after) + 80

    def rank(place: tuple[int, int]) -> tuple[int, int]:
        start, end = place
        ahead = fold(text[max(0, start - reach) : start]).text
        behind = fold(text[end : end + reach]).text
        agreement = _shared(before[::-1], ahead[::-1]) + _shared(after, behind)
        return -agreement, abs(start - span.start) if span.start >= 0 else start

    return min(places, key=rank)


def _shared(one: str, other: str) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
