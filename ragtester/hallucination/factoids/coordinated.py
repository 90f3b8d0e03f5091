"""Values that share a verb: `40 euros for adults and 20 for children` are two statements."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

_ABOUT = r"(?:(?:up to|at least|at most|about|around|only|over|under|more than|less than|no more than|no less than) )?"
_VALUE = rf"{_ABOUT}(?:(?:EUR|USD|GBP|CHF|US\$)\s?|[$€£¥])?\d[\d.,]*(?<![.,])"
_UNIT = r"(?:\s?%|(?: (?!(?:for|in|on|at|per|from|to|with|under|during|after|before|and|or)\b)[^\W\d_]+){1,2})"
_ITEM = re.compile(
    rf"(?<![\w.,-])(?P<value>{_VALUE})(?P<unit>{_UNIT})? (?P<link>for|in|on|at|from|with|under|during|after|before) (?=\w)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"(?:,\s*(?:and|or|but)?|\s+(?:and|or|but))\s+$", re.IGNORECASE)
_MOST = 30


class Part(NamedTuple):
    """One value with what it is for: its place in the clause, and the statement that it makes."""

    start: int
    end: int
    claim: str


def value_parts(clause: str) -> list[Part]:
    """The statements of a clause that lists values, the first with all before it; empty where it lists none.

    A later value takes the words before the first one, and its unit where it has none of its own.
    """
    if clause.count(" ") < 6:
        return []
    found = list(_ITEM.finditer(clause))[:_MOST]
    if len(found) < 2:
        return []
    run = [found[0]]
    for before, item in pairwise(found):
        joined = _BETWEEN.search(clause, before.end(), item.start())
        if joined is None or joined.end() != item.start() or item["link"].lower() != before["link"].lower():
            break
        run.append(item)
    if len(run) < 2:
        return []
    lead, unit = clause[: run[0].start()], run[0]["unit"] or ""
    ends = [*(_BETWEEN.search(clause, a.end(), b.start()) for a, b in pairwise(run)), None]
    parts: list[Part] = []
    for index, (item, gap) in enumerate(zip(run, ends, strict=True)):
        end = gap.start() if gap else len(clause)
        if index == 0:
            parts.append(Part(0, end, clause[:end]))
        else:
            rest = clause[item.start("link") : end]
            parts.append(Part(item.start(), end, f"{lead}{item['value']}{item['unit'] or unit} {rest}"))
    return parts
