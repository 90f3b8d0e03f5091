"""Finds a quote again in a document."""

from __future__ import annotations

from collections.abc import Iterator

from ragtester.documents.spans.folding import fold
from ragtester.documents.spans.guards import numbers, whole
from ragtester.documents.spans.near import nearest
from ragtester.records import Document, Span


def locate(span: Span, document: Document) -> tuple[int, int] | None:
    """The range of `document.text` that holds the span's quote, or None.

    Looked for in this order: at the offsets of the span; letter for letter anywhere, where the text
    around it fits best; with white space, hyphenation, ligatures, dashes and quotes folded; nearly
    (typos, OCR noise). What is found always holds the same numbers: a quote with "30 days" is not found
    at "60 days".
    """
    return locate_text(span, document.text)


def locate_text(span: Span, text: str) -> tuple[int, int] | None:
    """`locate` in a bare text."""
    quote = span.quote
    if not quote.strip():
        return None
    if 0 <= span.start < span.end and text[span.start : span.end] == quote:
        return span.start, span.end
    exact = [(at, at + len(quote)) for at in _occurrences(text, quote) if whole(text, at, at + len(quote))]
    if exact:
        return _best(exact, span, text)
    folded, wanted = fold(text), fold(quote)
    if not wanted.text:
        return None
    loose = [folded.original(at, at + len(wanted.text)) for at in _occurrences(folded.text, wanted.text)]
    loose = [place for place in loose if whole(text, *place) and numbers(text[slice(*place)]) == numbers(quote)]
    if loose:
        return _best(loose, span, text)
    return nearest(span, text)


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
