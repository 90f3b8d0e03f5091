"""At paragraph ends, then line ends, sentence ends and spaces: the default chunker."""

from __future__ import annotations

from ragtester.documents.chunkers.alignment import align
from ragtester.documents.chunkers.cutter import Cutter, Ranges
from ragtester.records import Document

SEPARATORS = ("\n\n", "\n", ". ", "? ", "! ", "。", "; ", ", ", " ", "")
"""Tried in this order, each kept at the end of the piece before it."""


def recursive(*, size: int = 800, overlap: int = 80) -> Cutter:
    """Chunks of at most `size` characters that share about `overlap` with the one before."""

    def ranges(document: Document) -> Ranges:
        return split_range(document.text, 0, len(document.text), size=size, overlap=overlap)

    return Cutter(f"recursive-{size}-{overlap}", "1", ranges)


def split_range(text: str, start: int, end: int, *, size: int, overlap: int) -> list[tuple[int, int]]:
    """Ranges of `text[start:end]` of at most `size` characters."""
    if end - start <= size:
        return [(start, end)] if end > start else []
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    splitter = RecursiveCharacterTextSplitter(
        chunk_size=size,
        chunk_overlap=overlap,
        separators=list(SEPARATORS),
        keep_separator="end",
        strip_whitespace=False,
    )
    part = text[start:end]
    pieces = splitter.split_text(part)
    return [(start + low, start + high) for low, high in align(part, pieces, overlap=overlap)]
