"""Whether a question that is answered from a table's row asks for the cell that the answer stands in, and for no other's.

Rows are read as `Net income | Three Months: $19,881 | Nine Months: $74,039`: a label, then cells with their heads.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragtester.records import Document, Test
from ragtester.text import contains_form, tokens

_SMALL = frozenset("the a an of for in on at by to and or per with from".split())
_CELL_MARK = " | "
_CELL = re.compile(r"\s*\|\s*")
_COUNTS = {"three": 3, "3": 3, "six": 6, "6": 6, "nine": 9, "9": 9, "twelve": 12, "12": 12}
_STRETCH = re.compile(
    r"\b(?:(?P<count>three|six|nine|twelve|3|6|9|12)[ -]months?|(?:first|second|third|fourth|last|1st|2nd|3rd|4th|Q[1-4]) (?:fiscal )?"
    r"(?P<unit>quarter|half)|(?:fiscal|full|financial) (?P<year>year))\b",
    re.IGNORECASE,
)
"""Stretches of time of which accounts are given."""
_HEAD = re.compile(r"(?P<head>.*\S)\s*:\s+(?P<value>\S.*)", re.DOTALL)


def right_cell(test: Test) -> str:
    """Empty where no other cell of the row has a head that the question names more of."""
    if test.kind == "negative" or test.answer_parts:
        return ""
    forms = [test.expected_answer, *test.accepted_answers]
    asked = frozenset(tokens(test.query))
    for span in test.evidence:
        for row in span.quote.splitlines():
            cells = _cells(row)
            holding = [head for head, value in cells if contains_form(value, forms)]
            others = [head for head, value in cells if not contains_form(value, forms)]
            rivals = [other for other in others if holding and all(_named_more(other, own, asked) for own in holding)]
            if rivals:
                return f"the question names {rivals[0]!r}, and the answer stands under {holding[0]!r}"
            spans = {length for head in holding if (length := _months(head))}
            named = {length for found in _STRETCH.finditer(test.query) if (length := _months(found[0]))}
            if spans and named and not spans & named:
                return f"the question is about {min(named)} months, and the answer stands under {holding[0]!r}"
    return ""


class Rows:
    """The table rows of a document, by their labels.

    Args:
        document: with tables as lines of text.
    """

    def __init__(self, document: Document) -> None:
        self._by_label: dict[str, list[tuple[str, str]]] = {}
        above = ""
        for line in document.text.splitlines():
            if _CELL_MARK in line:
                self._by_label.setdefault(_label(line), []).append((line, above))
            elif line.strip():
                above = line

    def rival(self, test: Test) -> str:
        """What another row of the same label says under the same head, where the question names nothing that tells them apart."""
        forms = [test.expected_answer, *test.accepted_answers]
        asked = frozenset(tokens(test.query)) - _SMALL
        for span in test.evidence:
            for own in (row for row in span.quote.splitlines() if _CELL_MARK in row):
                rows = self._by_label.get(_label(own), [])
                around = _told(own, next((above for row, above in rows if row == own), ""))
                heads = frozenset(head for head, value in _cells(own) if contains_form(value, forms))
                closer = self._closer(own, heads, asked, forms)
                if closer:
                    return f"the question names the row {closer!r}, and the answer stands in {_label(own)!r}"
                for row, above in rows:
                    others = [value for head, value in _cells(row) if head in heads and not contains_form(value, forms)]
                    if row != own and others and not (around - _told(row, above)) & asked:
                        return f"another row {_label(own)!r} says {others[0]!r}, and the question does not tell which is meant"
        return ""

    def _closer(self, own: str, heads: frozenset[str], asked: frozenset[str], forms: Sequence[str]) -> str:
        """The label of a row that the question names in full, where it names only a part of the answer's own row."""
        mine = frozenset(tokens(_label(own))) - _SMALL
        if mine <= asked:
            return ""
        for label, rows in self._by_label.items():
            words = frozenset(tokens(label)) - _SMALL
            if words and words < mine and words <= asked and len(words) == len(mine & asked):
                for row, _ in rows:
                    if any(head in heads and not contains_form(value, forms) for head, value in _cells(row)):
                        return label
        return ""


def _label(row: str) -> str:
    return _CELL.split(row, maxsplit=1)[0]


def _told(row: str, above: str) -> frozenset[str]:
    """The words of a row's heads and of the line above its table: what a question can name it by."""
    return frozenset(word for text in (above, *(head for head, _ in _cells(row))) for word in tokens(text))


def _months(text: str) -> int:
    """The length of the stretch of time that a text names, in months; 0 where it names none."""
    found = _STRETCH.search(text)
    if found is None:
        return 0
    if found["count"]:
        return _COUNTS.get(found["count"].casefold(), 0)
    return {"quarter": 3, "half": 6}.get((found["unit"] or "").casefold(), 12)


def _cells(row: str) -> list[tuple[str, str]]:
    found = [_HEAD.fullmatch(cell) for cell in _CELL.split(row)]
    return [(match["head"], match["value"]) for match in found if match]


def _named_more(other: str, own: str, asked: frozenset[str]) -> bool:
    """Whether the question names more of what tells one head from a head of the same kind than the other way round."""
    theirs, mine = frozenset(tokens(other)) - _SMALL, frozenset(tokens(own)) - _SMALL
    alike = 2 * len(theirs & mine) >= min(len(theirs), len(mine))
    return alike and len((theirs - mine) & asked) > len((mine - theirs) & asked)
