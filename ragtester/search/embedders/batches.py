"""Batches of texts of like length: little padding, little memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def by_length(texts: Sequence[str], *, batch: int) -> Iterator[list[int]]:
    """Positions of the texts in batches, longest first, so that a lack of memory shows at once."""
    order = sorted(range(len(texts)), key=lambda place: (-len(texts[place]), place))
    for start in range(0, len(order), batch):
        yield order[start : start + batch]
