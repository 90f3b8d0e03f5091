"""The index settings that CM, CSp, CSh, EM and TK change, and the chunk lists that they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from ragtester.protocols import Chunker
from ragtester.records import Chunk, Document

SegmentationKind = Literal["merge", "split", "shift"]


@dataclass(frozen=True, slots=True)
class Segmentation:
    """One change of a chunk list: `amount` is the factor of a merge or split, or the offset of a shift."""

    kind: SegmentationKind
    amount: float

    def __str__(self) -> str:
        """Such as `merge 2`."""
        return f"{self.kind} {self.amount:g}"


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """How the whole index is made and searched in the base setting, and in a mutant of it."""

    retriever: str
    """The embedder's or retriever's name in the configuration, such as `bm25`."""
    top_k: int = 1
    hybrid: bool = False
    """Whether lexical and dense search are combined, with `retriever` (or the default embedder) as the dense one."""
    segmentation: tuple[Segmentation, ...] = ()
    """Changes of the chunk lists after chunking, in order; none in the base setting."""

    def with_segmentation(self, kind: SegmentationKind, amount: float) -> IndexSettings:
        """The same settings with one more change of the chunk lists."""
        return replace(self, segmentation=(*self.segmentation, Segmentation(kind, amount)))


def segment(
    document: Document,
    chunks: Sequence[Chunk],
    segmentation: Sequence[Segmentation],
    *,
    chunker: Chunker | None = None,
) -> list[Chunk]:
    """The chunk list of one document after the changes; every character of its text stays in some chunk.

    Args:
        document: the document that `chunks` were cut from.
        chunks: its chunks in the base setting, in order.
        segmentation: the changes, in order.
        chunker: the base setting's chunker; with it a shift cuts the text anew from the offset, as the
            paper does; without it each boundary moves to the middle of its chunk, which is the same for
            chunks of equal length.
    """
    result = list(chunks)
    for position, change in enumerate(segmentation):
        if change.kind == "shift" and chunker is not None and position == 0:
            result = _rechunk(document, result, change.amount, chunker)
        else:
            result = _CHANGES[change.kind](document, result, change.amount)
    return result


def _merge(document: Document, chunks: Sequence[Chunk], amount: float) -> list[Chunk]:
    factor = int(amount)
    groups = [chunks[at : at + factor] for at in range(0, len(chunks), factor)]
    return _numbered([_joined(document, group) for group in groups], "merge")


def _split(document: Document, chunks: Sequence[Chunk], amount: float) -> list[Chunk]:
    factor = int(amount)
    return _numbered([part for chunk in chunks for part in _parts(chunk, factor)], "split")


def _shift(document: Document, chunks: Sequence[Chunk], amount: float) -> list[Chunk]:
    halves: list[list[Chunk]] = [[]]
    for chunk in chunks:
        cut = word_cut(chunk.text, amount)
        head, tail = _slice(chunk, 0, cut), _slice(chunk, cut, len(chunk.text))
        halves[-1].append(head)
        halves.append([tail])
    kept = [[part for part in group if part.text] for group in halves]
    return _numbered([_joined(document, group) for group in kept if group], "shift")


def _rechunk(document: Document, chunks: Sequence[Chunk], amount: float, chunker: Chunker) -> list[Chunk]:
    if not chunks or chunks[0].start < 0:
        return _shift(document, chunks, amount)
    first = chunks[0]
    offset = first.start + word_cut(first.text, amount)
    head = document.text[:offset].rstrip()
    tail = document.text[offset:]
    if not head or not tail.strip():
        return list(chunks)
    rest = document.model_copy(update={"text": tail, "pages": (), "headings": (), "tables": ()})
    moved = [
        chunk.model_copy(update={"start": chunk.start + offset, "end": chunk.end + offset})
        if chunk.start >= 0
        else chunk
        for chunk in chunker.chunk(rest)
    ]
    return _numbered([first.model_copy(update={"text": head, "start": 0, "end": len(head)}), *moved], "shift")


_CHANGES: Mapping[SegmentationKind, Callable[[Document, Sequence[Chunk], float], list[Chunk]]] = {
    "merge": _merge,
    "split": _split,
    "shift": _shift,
}


def word_cut(text: str, share: float) -> int:
    """Offset of the word at `share` of the text's words: where the second part begins."""
    starts = word_starts(text)
    wanted = int(len(starts) * share)
    return starts[wanted] if 0 < wanted < len(starts) else len(text)


def word_starts(text: str) -> list[int]:
    """Offsets at which the words (divided by white space) of a text begin."""
    return [at for at, letter in enumerate(text) if not letter.isspace() and (at == 0 or text[at - 1].isspace())]


def _parts(chunk: Chunk, factor: int) -> list[Chunk]:
    starts = word_starts(chunk.text)
    if len(starts) < factor:
        return [chunk]
    cuts = [starts[len(starts) * part // factor] for part in range(1, factor)]
    edges = [0, *cuts, len(chunk.text)]
    return [_slice(chunk, begin, end) for begin, end in pairwise(edges)]


def _slice(chunk: Chunk, begin: int, end: int) -> Chunk:
    raw = chunk.text[begin:end]
    text = raw.rstrip()
    known = chunk.start >= 0 and chunk.end - chunk.start == len(chunk.text)
    start = chunk.start + begin if known else -1
    return chunk.model_copy(update={"text": text, "start": start, "end": start + len(text) if known else -1})


def _joined(document: Document, chunks: Sequence[Chunk]) -> Chunk:
    first, last = chunks[0], chunks[-1]
    if all(chunk.start >= 0 for chunk in chunks) and first.start < last.end <= len(document.text):
        text = document.text[first.start : last.end]
        return first.model_copy(update={"text": text, "end": last.end})
    text = first.text
    for chunk in chunks[1:]:
        text = f"{text}\n{chunk.text[_overlap(text, chunk.text) :]}"
    return first.model_copy(update={"text": text, "start": -1, "end": -1})


def _overlap(left: str, right: str) -> int:
    """Length of the longest start of `right` that ends `left`, from 20 characters on."""
    for length in range(min(len(left), len(right)), 19, -1):
        if left.endswith(right[:length]):
            return length
    return 0


def _numbered(chunks: Sequence[Chunk], what: str) -> list[Chunk]:
    """Chunks with their own ids and positions: a changed list never shares an id with the base list."""
    kept = [chunk for chunk in chunks if chunk.text.strip()]
    return [
        chunk.model_copy(update={"id": f"{chunk.document}#{what}-{position}", "index": position})
        for position, chunk in enumerate(kept)
    ]
