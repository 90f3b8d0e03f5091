"""A document's text put together from the chunks of the manifest, so that chunks cut otherwise are found in it.

White space is left out of every comparison, because chunkers trim and fold it; everything else must be the same.
"""

from __future__ import annotations

import bisect
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ragtester.retrieval.contract.records import ManifestEntry, Quote

_OVERLAP: Final = 8
"""A shorter repetition at a cut is chance, not the overlap of two chunks."""
_MOST_PLACES: Final = 32
UNKNOWN: Final = -1
"""An offset that the manifest does not say."""

_WORD: Final = re.compile(r"\S+")
Interval = tuple[int, int]


def squash(text: str) -> str:
    """The text without white space."""
    return "".join(unicodedata.normalize("NFC", text).split())


@dataclass(frozen=True, slots=True)
class Layout:
    """One revision of a document as the manifest has it; positions are in `text`, which has no white space."""

    text: str
    places: Mapping[str, Interval]
    """Where each chunk stands."""
    whole: bool
    """Whether every chunk's text is known; a chunk that is known by its digest leaves a hole."""
    gaps: frozenset[int]
    """Positions before which there was white space, or a cut."""
    offsets: Sequence[int]
    """For each position the offset in the document; -1 where the manifest does not say."""
    folded: str
    """The text without case and width."""
    origin: Sequence[int]
    """For each position of `folded` the one in `text`."""

    @classmethod
    def of(cls, entries: Sequence[ManifestEntry]) -> Layout:
        """The layout of one document's chunks: by their `start` where all have one, else in the manifest's order."""
        known = [entry for entry in entries if entry.text is not None]
        by_start = bool(known) and all(entry.start is not None for entry in known)
        if by_start:
            known.sort(key=lambda entry: entry.start or 0)
        text, places, gaps, offsets = "", dict[str, Interval](), set[int](), list[int]()
        for entry in known:
            piece, piece_gaps, piece_offsets = _piece(entry.text or "")
            first = 0 if len(known) == 1 else entry.start
            moved = [UNKNOWN if first is None else first + offset for offset in piece_offsets]
            shared = _shared_by_offset(offsets, moved) if by_start else _shared_by_text(text, piece)
            begin = len(text) - shared
            places[entry.chunk_id] = (begin, begin + len(piece))
            gaps.update(begin + position for position in piece_gaps)
            if not shared:
                gaps.add(len(text))
            text += piece[shared:]
            offsets += moved[shared:]
        folded, origin = _folded(text)
        return cls(text, places, len(known) == len(entries), frozenset(gaps), offsets, folded, origin)

    def find(self, text: str) -> list[Interval]:
        """Where a text that was returned stands, white space apart."""
        wanted = squash(text)
        return [(at, at + len(wanted)) for at in _all(self.text, wanted)] if wanted else []

    def quoted(self, quote: Quote) -> list[Interval]:
        """Where a quote stands: as whole words, where the text around it and its offsets fit best."""
        if not quote.quote:
            return self._between(quote.start, quote.end)
        wanted = _folded(squash(quote.quote))[0]
        before, after = _folded(squash(quote.before))[0], _folded(squash(quote.after))[0]
        found = [
            (
                _common(self.folded[:at][::-1], before[::-1]) + _common(self.folded[at + len(wanted) :], after),
                (self.origin[at], self.origin[at + len(wanted) - 1] + 1),
            )
            for at in _all(self.folded, wanted)
        ]
        found = [(fit, place) for fit, place in found if self._bounded(place)]
        best = max((fit for fit, _ in found), default=0)
        places = [place for fit, place in found if fit == best]
        if len(places) > 1 and quote.start >= 0 and all(self.offsets[begin] >= 0 for begin, _ in places):
            places = [min(places, key=lambda place: abs(self.offsets[place[0]] - quote.start))]
        return places

    def overlapping(self, place: Interval) -> list[str]:
        """The chunks that stand at a place, wholly or in part."""
        begin, end = place
        return [name for name, (start, stop) in self.places.items() if start < end and begin < stop]

    def _between(self, start: int, end: int) -> list[Interval]:
        inside = [position for position, offset in enumerate(self.offsets) if start <= offset < end]
        return [(inside[0], inside[-1] + 1)] if inside else []

    def _bounded(self, place: Interval) -> bool:
        """Not a part of a longer word or number: `14 days` is neither in `114 days` nor in `3.14 days`."""
        text, gaps = self.text, self.gaps
        for at in place:
            if not 0 < at < len(text) or at in gaps:
                continue
            if _joins(text[at - 1]) and _joins(text[at]):
                return False
        begin, end = place
        if begin > 1 and not {begin, begin - 1} & gaps and _number(text[begin - 2 : begin + 1]):
            return False
        return not (end + 1 < len(text) and not {end, end + 1} & gaps and _number(text[end - 1 : end + 2]))


def covers(places: Sequence[Interval], wanted: Interval) -> bool:
    """Whether the places together hold a whole interval."""
    reached = wanted[0]
    for begin, end in sorted(places):
        if begin > reached:
            break
        reached = max(reached, end)
    return reached >= wanted[1]


def _piece(text: str) -> tuple[str, list[int], list[int]]:
    """A chunk without white space: the text, where there was some, and the offset of each character."""
    kept, gaps, offsets, length = list[str](), list[int](), list[int](), 0
    for word in _WORD.finditer(unicodedata.normalize("NFC", text)):
        if word.start():
            gaps.append(length)
        kept.append(word[0])
        offsets.extend(range(word.start(), word.end()))
        length += len(word[0])
    return "".join(kept), gaps, offsets


def _shared_by_offset(known: Sequence[int], piece: Sequence[int]) -> int:
    """How many characters of the piece the text before has already."""
    return bisect.bisect_right(piece, known[-1]) if known else 0


def _shared_by_text(text: str, piece: str) -> int:
    """How many characters the piece repeats of the end of the text before, as chunks with an overlap do."""
    tail = text[-len(piece) :] if piece else ""
    at = tail.find(piece[:_OVERLAP]) if len(piece) >= _OVERLAP else -1
    while at >= 0:
        if piece.startswith(tail[at:]):
            return len(tail) - at
        at = tail.find(piece[:_OVERLAP], at + 1)
    return 0


def _all(text: str, wanted: str) -> Iterator[int]:
    at, count = text.find(wanted), 0
    while at >= 0 and count < _MOST_PLACES:
        yield at
        at, count = text.find(wanted, at + 1), count + 1


def _folded(text: str) -> tuple[str, Sequence[int]]:
    if text.isascii():
        return text.lower(), range(len(text))
    parts = [_fold(character) for character in text]
    return "".join(parts), [position for position, part in enumerate(parts) for _ in part]


@lru_cache(maxsize=4096)
def _fold(character: str) -> str:
    return "".join(unicodedata.normalize("NFKC", character).split()).casefold()


def _common(a: str, b: str) -> int:
    """Length of the common beginning."""
    size = 0
    for one, other in zip(a, b, strict=False):
        if one != other:
            break
        size += 1
    return size


def _number(three: str) -> bool:
    """A digit, a mark and a digit: two parts of one number."""
    return three[0].isdigit() and three[1] in ".,-" and three[2].isdigit()


def _joins(character: str) -> bool:
    """Letters and digits of scripts that separate words."""
    return character.isalnum() and not "\u3040" <= character <= "\u9fff" and not "\uac00" <= character <= "\ud7af"
