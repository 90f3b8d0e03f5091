"""The letter or number that tells one of a kind from another: car park B, hepatitis A, form TE-4, annex III."""

from __future__ import annotations

import re

from ragtester.records import ValueKind
from ragtester.text.equivalence.words import STOP
from ragtester.text.folding import fold
from ragtester.text.values import extract_values

_DESIGNATED = re.compile(
    r"\b(?P<word>[A-Za-zÀ-ž]{3,})\s(?P<mark>[A-Z]\d?|\d{1,3}[A-Za-z]?|[IVX]{1,5})(?![\w'’.-]|\s?[%€$£°])"
)
_MARK = r"(?P<mark>[A-Z]\d?|\d{1,3}[A-Za-z]?|[IVX]{1,5})(?![\w'’-]|\.\d|\s?[%€$£°])"
_CODE: tuple[ValueKind, ...] = ("code",)
_NOT_A_KIND = STOP | frozenset(
    "about around only just over under than least most until since before after page approximately nearly almost exactly january february march april may june july "
    "august september october november december every all these those between plus minus aged age".split()
)


def other_designator(answer: str, reference: str, question: str) -> str | None:
    """The other one that an answer names, where the reference is one of a kind: `car park D` for `car park B`."""
    code = _other_code(answer, reference, question)
    if code:
        return code
    for match in _DESIGNATED.finditer(reference):
        word, mark = match["word"], match["mark"]
        if fold(word) in _NOT_A_KIND or extract_values(match[0], kinds=("date", "duration", "money", "percent")):
            continue
        given = re.findall(rf"\b(?i:{re.escape(word)}s?)\s(?:and\s)?{_MARK}", answer)
        if (
            given
            and mark.lower() not in {g.lower() for g in given}
            and not re.search(rf"(?<![\w.]){re.escape(mark)}(?![\w.])", answer)
        ):
            other = f"{word} {given[0]}"
            if other.lower() not in question.lower():
                return other
    return None


def lacks_designator(answer: str, item: str) -> bool:
    """Whether an item has a letter or number that the answer does not have: `hepatitis B`."""
    match = _DESIGNATED.search(item)
    return match is not None and not re.search(rf"(?<!\w){re.escape(match['mark'].lower())}(?!\w)", fold(answer))


def _other_code(answer: str, reference: str, question: str) -> str | None:
    """Another code of the shape of the reference's: `TE-2` for `TE-4`."""
    wanted = [value.text for value in extract_values(reference, kinds=_CODE)]
    if len(wanted) != 1 or re.sub(r"\W", "", wanted[0].lower()) in re.sub(r"\W", "", answer.lower()):
        return None
    shape = _shape(wanted[0])
    for value in extract_values(answer, kinds=_CODE):
        if _shape(value.text) == shape and value.text.lower() not in question.lower():
            return value.text
    return None


def _shape(code: str) -> str:
    return re.sub(r"\d+", "9", re.sub(r"\W", "", code.lower()))
