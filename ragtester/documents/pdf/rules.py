"""The straight lines of a page, without their doubles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ragtester.documents.pdf.ink import Rule

_THIN = 3.0
"""Points; a filled rectangle at most this thick is a rule."""
_SHORTEST = 3.0
_MOST_SHAPES = 20_000
"""A page with more shapes is a drawing; its rules are not looked at."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A painted line or rectangle."""

    x0: float
    x1: float
    top: float
    bottom: float
    outlined: bool
    """Whether it is a rectangle whose sides are drawn."""


def rules_of(shapes: Sequence[Shape]) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
    """Horizontal and vertical rules: lines, thin rectangles, and the sides of outlined rectangles."""
    across: list[Rule] = []
    down: list[Rule] = []
    if len(shapes) > _MOST_SHAPES:
        return (), ()
    for shape in shapes:
        x0, x1, top, bottom = shape.x0, shape.x1, shape.top, shape.bottom
        wide, high = x1 - x0, bottom - top
        if high <= _THIN and wide >= _SHORTEST:
            across.append(Rule((top + bottom) / 2, x0, x1))
        elif wide <= _THIN and high >= _SHORTEST:
            down.append(Rule((x0 + x1) / 2, top, bottom))
        elif shape.outlined and wide > _THIN and high > _THIN:
            across += [Rule(top, x0, x1), Rule(bottom, x0, x1)]
            down += [Rule(x0, top, bottom), Rule(x1, top, bottom)]
    return merged(across), merged(down)


def merged(rules: Iterable[Rule], *, apart: float = 2.0, gap: float = 3.0) -> tuple[Rule, ...]:
    """Rules at one place joined where they touch: cells are often drawn side by side."""
    groups: list[list[Rule]] = []
    for rule in sorted(rules, key=lambda rule: rule.at):
        if groups and rule.at - groups[-1][0].at <= apart:
            groups[-1].append(rule)
        else:
            groups.append([rule])
    joined: list[Rule] = []
    for group in groups:
        at = sum(rule.at for rule in group) / len(group)
        current: Rule | None = None
        for rule in sorted(group, key=lambda rule: rule.low):
            if current is not None and rule.low <= current.high + gap:
                current = Rule(at, current.low, max(current.high, rule.high))
            else:
                if current is not None:
                    joined.append(current)
                current = Rule(at, rule.low, rule.high)
        if current is not None:
            joined.append(current)
    return tuple(joined)
