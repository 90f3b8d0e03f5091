"""What all chunkers share: ranges of a text become chunks with stable ids and the document's metadata."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ragtester.records import Chunk, Document, content_key

Ranges = Sequence[tuple[int, int]]
"""Half-open ranges of a text, ascending by start."""


@dataclass(frozen=True, slots=True)
class Cutter:
    """A chunker made of a function from a document to ranges of its text."""

    name: str
    """Name with its parameters, such as `recursive-800-80`."""
    version: str
    """Changes whenever the same document may be cut otherwise."""
    ranges: Callable[[Document], Ranges]

    def chunk(self, document: Document) -> list[Chunk]:
        """The document's chunks in order; together they hold all of its text but white space at their ends."""
        chunks: list[Chunk] = []
        counts: dict[str, int] = {}
        for raw_start, raw_end in self.ranges(document):
            start, end = _trim(document.text, raw_start, raw_end)
            if start == end:
                continue
            text = document.text[start:end]
            key = content_key("chunk", text=text, revision=document.revision)[:12]
            counts[key] = counts.get(key, 0) + 1
            chunks.append(
                Chunk(
                    id=f"{document.id}:{key}" + (f":{counts[key]}" if counts[key] > 1 else ""),
                    document=document.id,
                    text=text,
                    start=start,
                    end=end,
                    index=len(chunks),
                    revision=document.revision,
                    tenant=document.tenant,
                    roles=document.roles,
                    effective_from=document.effective_from,
                    effective_to=document.effective_to,
                )
            )
        return chunks


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
