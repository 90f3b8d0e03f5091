"""A fixed number of sentences."""

from __future__ import annotations

from ragtester.documents.chunkers.cutter import Cutter, Ranges
from ragtester.documents.chunkers.windows import windows
from ragtester.records import Document


def sentences(*, size: int = 5, overlap: int = 1) -> Cutter:
    """Chunks of `size` sentences that share `overlap` sentences with the one before."""

    def ranges(document: Document) -> Ranges:
        from ragtester.text import split_sentences

        units = [(piece.start, piece.end) for piece in split_sentences(document.text)]
        return windows(units, size=size, overlap=overlap)

    return Cutter(f"sentences-{size}-{overlap}", "1", ranges)
