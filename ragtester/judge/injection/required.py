"""Patterns that are tried only on texts that can match: each knows literals of which every match holds one.

Nearly every sentence is innocent, and asking whether a word stands in it costs a tenth of trying a pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_LONG_ENOUGH = 3
"""A literal of fewer characters stands in most texts, and rules nothing out."""


class Scanner:
    """A compiled pattern with the literals that a text needs for a match.

    Args:
        pattern: what is looked for; with `IGNORECASE` it is always tried.
    """

    __slots__ = ("_literals", "pattern")

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self._literals: tuple[str, ...] | None = None

    def search(self, text: str) -> re.Match[str] | None:
        """The first match, as the pattern itself finds it."""
        return self.pattern.search(text) if self._possible(text) else None

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """All matches, as the pattern itself finds them."""
        return self.pattern.finditer(text) if self._possible(text) else iter(())

    def _possible(self, text: str) -> bool:
        if self._literals is None:
            self._literals = required_literals(self.pattern)
        if not self._literals:
            return True
        for literal in self._literals:  # noqa: SIM110  a generator would take longer than the loop
            if literal in text:
                return True
        return False


def required_literals(pattern: re.Pattern[str]) -> tuple[str, ...]:
    """Literals of which every match holds one; empty where there are none.

    Examples:
        >>> required_literals(re.compile("(?:ignore|disregard) (?:the )?rubric"))
        ('rubric',)
    """
    if pattern.flags & re.IGNORECASE:
        return ()
    found = _of_sequence(parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)) or set()
    # "answer" covers "answer key"
    shortest = sorted(found, key=lambda text: (len(text), text))
    kept: list[str] = []
    for text in shortest:
        if not any(short in text for short in kept):
            kept.append(text)
    return tuple(kept)


def _of_sequence(items: Any) -> set[str] | None:  # noqa: ANN401  what the standard library's parser gives
    """Of everything that must follow one another, the part that rules out the most."""
    best: set[str] | None = None
    run = ""
    for code, argument in items:
        if code is op.LITERAL:
            run += chr(argument)
            continue
        best, run = _better(best, {run} if run else None), ""
        best = _better(best, _of_item(code, argument))
    return _better(best, {run} if run else None)


def _of_item(code: object, argument: Any) -> set[str] | None:  # noqa: ANN401  as above
    if code is op.SUBPATTERN:
        _, added, _, inner = argument
        return None if added & re.IGNORECASE else _of_sequence(inner)
    if code is op.BRANCH:
        branches = [_of_sequence(branch) for branch in argument[1]]
        return None if any(branch is None for branch in branches) else set().union(*(b for b in branches if b))
    if code in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
        return _of_sequence(argument[2]) if argument[0] >= 1 else None
    return _of_sequence(argument) if code is op.ATOMIC_GROUP else None


def _better(one: set[str] | None, other: set[str] | None) -> set[str] | None:
    if one is None or other is None:
        return one or other
    return max(one, other, key=lambda some: (min(map(len, some)) >= _LONG_ENOUGH, -len(some)))
