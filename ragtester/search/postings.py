"""Which words stand in which chunk, and how often."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ragtester.search.changes import Change, Positions

_Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Posting:
    """The chunks that hold one word, in order, and how often they do."""

    chunks: Positions
    counts: _Counts


class Postings:
    """An inverted file over the words of chunks; a changed one refers to the one that it came from.

    Args:
        words: the words of each chunk.
    """

    def __init__(self, words: Sequence[Sequence[str]]) -> None:
        self.lengths: _Counts = np.asarray([len(listed) for listed in words], dtype=np.int64)
        self._own = _posted(words, range(len(words)))
        self._base: Postings | None = None
        self._change: Change | None = None
        self._total = int(self.lengths.sum())

    @property
    def size(self) -> int:
        """Number of chunks."""
        return len(self.lengths)

    @property
    def mean_length(self) -> float:
        """Words per chunk; 1 where there is none, so that it can be divided by."""
        return (self._total / self.size if self.size else 1.0) or 1.0

    def of(self, word: str) -> Posting | None:
        """The chunks that hold `word`, or None."""
        own = self._own.get(word)
        if self._base is None or self._change is None:
            return own
        before = self._base.of(word)
        if before is None:
            return own
        places = self._change.kept[before.chunks]
        staying = places >= 0
        places, counts = places[staying], before.counts[staying]
        if own is not None:
            places, counts = np.concatenate([places, own.chunks]), np.concatenate([counts, own.counts])
            order = np.argsort(places, kind="stable")
            places, counts = places[order], counts[order]
        return Posting(places, counts) if len(places) else None

    def changed(self, change: Change, added: Sequence[Sequence[str]]) -> Postings:
        """The postings after a change; `added` are the words of the chunks that it puts in."""
        after = Postings.__new__(Postings)
        after.lengths = np.zeros(change.size, dtype=np.int64)
        staying = change.kept >= 0
        after.lengths[change.kept[staying]] = self.lengths[staying]
        places = change.added_at.tolist()
        for place, words in zip(places, added, strict=True):
            after.lengths[place] = len(words)
        after._own = _posted(added, places)
        after._base = self
        after._change = change
        after._total = int(after.lengths.sum())
        return after


def _posted(words: Sequence[Sequence[str]], places: Sequence[int]) -> dict[str, Posting]:
    found: defaultdict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for place, listed in sorted(zip(places, words, strict=True), key=lambda pair: pair[0]):
        for word, times in Counter(listed).items():
            chunks, counts = found[word]
            chunks.append(place)
            counts.append(times)
    return {
        word: Posting(np.asarray(chunks, dtype=np.intp), np.asarray(counts, dtype=np.int64))
        for word, (chunks, counts) in found.items()
    }
