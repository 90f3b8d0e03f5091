"""What a mutant changes in a list of chunks, so that an index of it costs only what is new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ragtester.records import Chunk

Positions = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The same chunks in the same order, some of them taken out and new ones put in."""

    kept: Positions
    """For each old position the new one, -1 where the chunk is taken out; rising over what is kept."""
    added: tuple[Chunk, ...]
    added_at: Positions
    """New positions of the added chunks."""
    size: int
    """Number of chunks afterwards."""

    @property
    def removed(self) -> Positions:
        """Old positions of what is taken out."""
        return np.flatnonzero(self.kept < 0)


class Layout:
    """Where each document's chunks stand in a list of chunks; made once for a base index.

    Args:
        chunks: the chunks in the order of the index; those of one document stand together.

    Raises:
        ValueError: a document's chunks are scattered.
    """

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self.chunks = tuple(chunks)
        self._ranges: dict[str, tuple[int, int]] = {}
        start = 0
        for position in range(1, len(self.chunks) + 1):
            document = self.chunks[start].document
            if position < len(self.chunks) and self.chunks[position].document == document:
                continue
            if document in self._ranges:
                raise ValueError(f"the chunks of {document} do not stand together")
            self._ranges[document] = (start, position)
            start = position

    def replace(self, changed: Mapping[str, Sequence[Chunk]]) -> Change:
        """The change that gives these documents other chunks, in place; a document that is new comes last.

        At a document's beginning and end, chunks with the same text as before count as kept.
        """
        kept = np.arange(len(self.chunks), dtype=np.intp)
        added: list[Chunk] = []
        places: list[int] = []
        shift = 0
        known = sorted((self._ranges[name], name) for name in changed if name in self._ranges)
        for (start, stop), name in known:
            new = changed[name]
            head = _equal_at_start(self.chunks[start:stop], new)
            tail = _equal_at_end(self.chunks[start + head : stop], new[head:])
            middle = new[head : len(new) - tail]
            kept[start + head : stop - tail] = -1
            places += range(start + shift + head, start + shift + head + len(middle))
            added += middle
            moved = len(new) - (stop - start)
            shift += moved
            kept[stop - tail :] += moved
        size = len(self.chunks) + shift
        for name, new in changed.items():
            if name not in self._ranges:
                places += range(size, size + len(new))
                added += new
                size += len(new)
        return Change(kept=kept, added=tuple(added), added_at=np.asarray(places, dtype=np.intp), size=size)

    def replaced(self, change: Change) -> list[Chunk]:
        """The chunks after a change, in order."""
        chunks: list[Chunk | None] = [None] * change.size
        for old, new in enumerate(change.kept.tolist()):
            if new >= 0:
                chunks[new] = self.chunks[old]
        for chunk, new in zip(change.added, change.added_at.tolist(), strict=True):
            chunks[new] = chunk
        return [chunk for chunk in chunks if chunk is not None]


def _equal_at_start(old: Sequence[Chunk], new: Sequence[Chunk]) -> int:
    count = 0
    for before, after in zip(old, new, strict=False):
        if before.text != after.text:
            break
        count += 1
    return count


def _equal_at_end(old: Sequence[Chunk], new: Sequence[Chunk]) -> int:
    return _equal_at_start(old[::-1], new[::-1])
