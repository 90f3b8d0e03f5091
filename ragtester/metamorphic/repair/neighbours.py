"""Neighbour chunks: each passage is given with the chunks before and after it."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.records import Chunk, Retrieved


def with_neighbours(context: Sequence[Retrieved], chunks: Sequence[Chunk], *, reach: int = 1) -> list[Retrieved]:
    """The passages, each widened to its neighbours in its document; one that a wider one holds is left out.

    Args:
        context: what was retrieved, best first.
        chunks: the index's chunks.
        reach: how many chunks on each side.
    """
    by_place = {(chunk.document, chunk.index): chunk for chunk in chunks}
    by_id = {chunk.id: chunk for chunk in chunks}
    used: set[tuple[str, int]] = set()
    widened: list[Retrieved] = []
    for passage in context:
        chunk = by_id.get(passage.chunk)
        if chunk is None:
            widened.append(passage.model_copy(update={"rank": len(widened) + 1}))
            continue
        if (chunk.document, chunk.index) in used:
            continue
        places = [(chunk.document, at) for at in range(chunk.index - reach, chunk.index + reach + 1)]
        group = [by_place[place] for place in places if place in by_place and place not in used]
        used.update((part.document, part.index) for part in group)
        text = "\n".join(part.text for part in group)
        widened.append(passage.model_copy(update={"text": text, "rank": len(widened) + 1}))
    return widened
