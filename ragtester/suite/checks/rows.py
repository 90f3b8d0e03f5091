"""Whether a question that is answered from a table's row asks for the cell that the answer stands in.

Rows are read as `Net income | Three Months: $19,881 | Nine Months: $74,039`: a label, then cells with their heads.
"""

from __future__ import annotations

import re

from ragtester.records import Test
from ragtester.text import contains_form, tokens

_SMALL = frozenset("the a an of for in on at by to and or per with from".split())
_CELL = re.compile(r"\s*\|\s*")
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
    return ""


def _cells(row: str) -> list[tuple[str, str]]:
    found = [_HEAD.fullmatch(cell) for cell in _CELL.split(row)]
    return [(match["head"], match["value"]) for match in found if match]


def _named_more(other: str, own: str, asked: frozenset[str]) -> bool:
    """Whether the question names more of what tells one head from a head of the same kind than the other way round."""
    theirs, mine = frozenset(tokens(other)) - _SMALL, frozenset(tokens(own)) - _SMALL
    alike = 2 * len(theirs & mine) >= min(len(theirs), len(mine))
    return alike and len((theirs - mine) & asked) > len((mine - theirs) & asked)
