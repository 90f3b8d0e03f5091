"""Where the pieces that a text splitter returns lie in the text that it cut."""

from __future__ import annotations

from collections.abc import Sequence


def align(text: str, pieces: Sequence[str], *, overlap: int) -> list[tuple[int, int]]:
    """The exact range of every piece.

    The pieces are in order, cover the text without a gap, and two neighbours share at most `overlap`
    characters. In repetitive text a piece fits in several places; the places are chosen so that the
    last piece ends where the text ends, which a search from left to right cannot promise.

    Raises:
        ValueError: the pieces do not cover the text that way.
    """
    reachable: list[dict[int, int]] = []
    ends: dict[int, int] = {0: -1}
    for piece in pieces:
        places: dict[int, int] = {}
        for end in sorted(ends):
            for start in range(max(0, end - overlap), end + 1):
                if start not in places and text.startswith(piece, start):
                    places[start] = end
        reachable.append(places)
        ends = {start + len(piece): start for start in places}
    if not pieces or len(text) not in ends:
        raise ValueError("the pieces do not cover the text")
    ranges: list[tuple[int, int]] = []
    end = len(text)
    for piece, places in zip(reversed(pieces), reversed(reachable), strict=True):
        start = end - len(piece)
        ranges.append((start, end))
        end = places[start]
    return ranges[::-1]
