"""How much of a piece of evidence a chunk holds."""

from __future__ import annotations

from ragtester.documents.spans.folding import fold
from ragtester.documents.spans.locating import locate, locate_text
from ragtester.records import Chunk, Document, Span

_CONTEXT = 8
"""Letters around a cut-off quote that are compared."""


def overlaps(span: Span, chunk: Chunk, document: Document | None = None) -> float:
    """The share (0 to 1) of the quote's characters, white space not counted, that the chunk holds.

    With the document, the span is located in it and compared by offset. Without it, or where the chunk's
    text is no longer what stands at its offsets (a mutated chunk), the chunk's own text is searched, for
    the whole quote and for a part that a boundary has cut off. Chunks of other documents hold none of it.
    """
    if chunk.document != span.document:
        return 0.0
    if document is not None and chunk.start >= 0 and document.text[chunk.start : chunk.end] == chunk.text:
        place = locate(span, document)
        if place is None:
            return 0.0
        start, end = max(place[0], chunk.start), min(place[1], chunk.end)
        return _ink(document.text[start:end]) / _ink(document.text[slice(*place)]) if start < end else 0.0
    if locate_text(span.model_copy(update={"start": -1, "end": -1}), chunk.text) is not None:
        return 1.0
    return _cut_off(span, fold(chunk.text).text)


def _ink(text: str) -> int:
    return sum(map(len, text.split()))


def _cut_off(span: Span, text: str) -> float:
    """The share of the quote that stands at the chunk's beginning or end, or that is the whole chunk.

    What stands before a cut-off beginning, or behind a cut-off end, must be the text around the span.
    """
    quote, before, after = fold(span.quote).text, fold(span.before).text, fold(span.after).text
    if not quote or not text:
        return 0.0
    if text in quote:
        return len(text) / len(quote)
    most = min(len(quote), len(text))
    ending = beginning = 0
    for length in range(most, 0, -1):
        if not ending and text.endswith(quote[:length]) and _agrees(text[:-length][::-1], before[::-1]):
            ending = length
        if not beginning and text.startswith(quote[-length:]) and _agrees(text[length:], after):
            beginning = length
    return max(ending, beginning) / len(quote)


def _agrees(found: str, expected: str) -> bool:
    """Whether two texts begin alike, as far as both reach."""
    reach = min(len(found), len(expected), _CONTEXT)
    return found[:reach] == expected[:reach]
