"""Tables that rules draw: the regions, their grid, and columns and rows that no rule parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.documents.pdf.cells import cluster
from ragtester.documents.pdf.ink import Box, Rule, Sheet
from ragtester.documents.pdf.rules import merged

_TOUCH = 4.0
"""Points within which two rules meet."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Connected rules: the skeleton of a ruled table."""

    across: tuple[Rule, ...]
    down: tuple[Rule, ...]
    box: Box


def frames(sheet: Sheet) -> list[Frame]:
    """Groups of rules that touch, with at least two horizontal rules and one vertical one."""
    across, down = list(sheet.across), list(sheet.down)
    parent = list(range(len(across) + len(down)))

    def root(node: int) -> int:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for i, level in enumerate(across):
        for j, upright in enumerate(down):
            if (
                level.low - _TOUCH <= upright.at <= level.high + _TOUCH
                and upright.low - _TOUCH <= level.at <= upright.high + _TOUCH
            ):
                parent[root(i)] = root(len(across) + j)
    groups: dict[int, tuple[list[Rule], list[Rule]]] = {}
    for i, level in enumerate(across):
        groups.setdefault(root(i), ([], []))[0].append(level)
    for j, upright in enumerate(down):
        groups.setdefault(root(len(across) + j), ([], []))[1].append(upright)
    made = [
        Frame(tuple(levels), tuple(uprights), _box(levels, uprights))
        for levels, uprights in groups.values()
        if len(levels) >= 2 and uprights
    ]
    made = _side_by_side(made)
    return [frame for frame in made if not any(_inside(frame.box, other.box) for other in made if other is not frame)]


def _side_by_side(found: list[Frame]) -> list[Frame]:
    """Frames that stand beside each other and share their row borders are one table with a gap in its rules."""
    joined: list[Frame] = []
    for frame in sorted(found, key=lambda frame: frame.box.x0):
        other = next((one for one in joined if _one_table(one, frame)), None)
        if other is None:
            joined.append(frame)
            continue
        joined.remove(other)
        rows = [level for level in frame.across if any(abs(level.at - own.at) <= 3 for own in other.across)]
        bridges = [Rule(level.at, other.box.x1, frame.box.x0) for level in rows]
        levels, uprights = [*other.across, *frame.across, *bridges], [*other.down, *frame.down]
        joined.append(Frame(merged(levels), tuple(uprights), _box(levels, uprights)))
    return joined


def _one_table(left: Frame, right: Frame) -> bool:
    gap = right.box.x0 - left.box.x1
    if gap < -_TOUCH or gap > 0.4 * max(right.box.x1 - left.box.x0, 1.0):
        return False
    if abs(left.box.top - right.box.top) > _TOUCH or abs(left.box.bottom - right.box.bottom) > _TOUCH:
        return False
    mine, theirs = [rule.at for rule in left.across], [rule.at for rule in right.across]
    shared = sum(any(abs(one - other) <= 3 for other in theirs) for one in mine)
    return min(len(left.down), len(right.down)) >= 3 <= len(mine) and shared >= 0.8 * max(len(mine), len(theirs))


def _box(levels: Sequence[Rule], uprights: Sequence[Rule]) -> Box:
    return Box(
        min([*(rule.low for rule in levels), *(rule.at for rule in uprights)]),
        min([*(rule.at for rule in levels), *(rule.low for rule in uprights)]),
        max([*(rule.high for rule in levels), *(rule.at for rule in uprights)]),
        max([*(rule.at for rule in levels), *(rule.high for rule in uprights)]),
    )


def _inside(inner: Box, outer: Box) -> bool:
    return (
        outer.x0 - 1 <= inner.x0
        and inner.x1 <= outer.x1 + 1
        and outer.top - 1 <= inner.top
        and inner.bottom <= outer.bottom + 1
        and (inner.x1 - inner.x0) * (inner.bottom - inner.top) < (outer.x1 - outer.x0) * (outer.bottom - outer.top)
    )


def borders(frame: Frame) -> tuple[list[float], list[float]]:
    """The x of all column borders and the y of all row borders, outer ones included."""
    xs = cluster([*(rule.at for rule in frame.down), frame.box.x0, frame.box.x1], apart=3.0)
    ys = cluster([*(rule.at for rule in frame.across), frame.box.top, frame.box.bottom], apart=3.0)
    return xs, ys


def drawn(rules: Sequence[Rule], at: float, low: float, high: float) -> bool:
    """Whether rules at `at` cover most of the way from `low` to `high`."""
    covered = sum(max(0.0, min(rule.high, high) - max(rule.low, low)) for rule in rules if abs(rule.at - at) <= 3.0)
    return covered >= 0.6 * (high - low)
