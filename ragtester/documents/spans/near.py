"""The nearest text to a quote that was altered by typos, OCR or another parser."""

from __future__ import annotations

from rapidfuzz import fuzz

from ragtester.documents.spans.guards import same_statement
from ragtester.records import Span

_LEAST = 88.0
"""Similarity in percent below which a text is not the quote."""
_SHORTEST = 12
"""Characters; a shorter quote is only found letter for letter."""


def nearest(span: Span, text: str) -> tuple[int, int] | None:
    """The most similar range of whole words, where its numbers and negations are the quote's; else None."""
    quote = span.quote.strip()
    if len(quote) < _SHORTEST:
        return None
    found = fuzz.partial_ratio_alignment(quote.casefold(), text.casefold(), score_cutoff=_LEAST - 6)
    if found is None or len(text.casefold()) != len(text):
        return None
    start, end = _to_words(text, found.dest_start, found.dest_end)
    candidate = text[start:end]
    if fuzz.ratio(quote.casefold(), candidate.casefold()) < _LEAST or not same_statement(quote, candidate):
        return None
    return start, end


def _to_words(text: str, start: int, end: int) -> tuple[int, int]:
    while start > 0 and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return start, end
