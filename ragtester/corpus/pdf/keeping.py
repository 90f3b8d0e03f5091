"""What stays together on a page: a heading and a caption with what follows, long tables with their first rows only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

_HIGH = 170.0
"""Points of height from which a table may begin on one page and go on on the next."""
_FIRST_ROWS = 4
"""Rows, with the header, that stand under the caption at least."""


def kept(story: Sequence[Flowable], width: float) -> Iterator[Flowable]:
    """The story with long tables let go of their captions.

    reportlab moves a heading, its caption and the table after them to the next page together, however much room a
    table over several pages leaves behind. Here such a table asks for room for its first rows alone.

    Args:
        story: flowables in order.
        width: of the text in points.
    """
    from reportlab.platypus import CondPageBreak, LongTable

    leads: list[Flowable] = []
    for flowable in story:
        if flowable.getKeepWithNext():
            leads.append(flowable)
            continue
        if leads and isinstance(flowable, LongTable):
            above = sum(_height(lead, width) for lead in leads)
            flowable.wrap(width, 1_000_000)
            rows = [float(height) for height in flowable._rowHeights]
            if sum(rows) > _HIGH:
                yield CondPageBreak(above + sum(rows[:_FIRST_ROWS]))
                for lead in leads:
                    lead.keepWithNext = 0
        yield from leads
        leads = []
        yield flowable
    yield from leads


def _height(flowable: Flowable, width: float) -> float:
    _, height = flowable.wrap(width, 1_000_000)
    return float(height) + float(flowable.getSpaceBefore()) + float(flowable.getSpaceAfter())
