"""What a row of concepts shows: which there are, in which order, and who denies.

No word of a sentence is a feature. What weighs how much is in `weights`, fitted by `benchmarks/abstention_train.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from ragtester.text.abstention.reading import Row, row_of

_DENIALS = frozenset(
    ("NOT", "NONE", "NIL", "CANT", "MUM", "LACK", "OUT", "UNK", "GUESS", "ONLY", "REFUSE", "VAIN", "SORRY", "NE")
)
_FRAME = frozenset(("SRC", "ME", "ASK", "INFO"))
_YES_OR_NO = re.compile(r"(?:yes|no|ja|nein|si|oui|non|ano|ne),|no\. |不[,，]|可以[,，]")
_OF_KNOWING = frozenset(
    (
        "SRC",
        "ME",
        "INFO",
        "SAY",
        "SAID",
        "KNOW",
        "ANS",
        "FIND",
        "GIVE",
        "ASK",
        "MUM",
        "LACK",
        "OUT",
        "UNK",
        "GUESS",
        "VAIN",
    )
)
"""Without one of these a sentence that denies (`No.`, `Never on Sundays.`) denies a fact."""
_OPENING, _FRAMED = 2, 4
"""Concepts of a sentence that are read: the first ones, and those so near to a denial."""
_NEAR = 5
"""Concepts at most so far apart make a pair in order."""


_SUBJECTS = frozenset(("SRC", "ME", "THIS", "INFO", "X", "WHO", "ASK"))


def _about_the_denial(row: Row) -> Row:
    """The part of a row that frames its denials: what stands far from all of them is the matter of the question."""
    read = [index for index, (concepts, _, _) in enumerate(row) if concepts != ("X",)]
    places = [at for at, index in enumerate(read) if _DENIALS & set(row[index][0]) - {"SORRY", "NE"}]
    if not places:
        return row
    framed = {at + by for at in places for by in range(-_FRAMED, _FRAMED + 1)}
    near = {index for at, index in enumerate(read) if at < _OPENING or at in framed}
    return [one for index, one in enumerate(row) if one[0] == ("X",) or index in near]


def features(folded: str, language: str, *, before: str = "") -> set[str]:
    """What a folded sentence shows, after the folded text that stands before it; empty where nothing in it denies."""
    row, other = row_of(folded, language)
    row = _about_the_denial(row)
    present = {concept for concepts, _, _ in row for concept in concepts}
    if not present & _DENIALS or not present & _OF_KNOWING:
        return set()
    found = {f"has {concept}" for concept in present}
    found.add("frame " + "+".join(sorted(present & _FRAME)))
    found.add(f"first {row[0][0][0]}")
    if _YES_OR_NO.match(folded):
        found.add("yes or no")
    found.update(_subject(row))
    row = [one for one in row if one[0] != ("X",)]
    found.update(_pairs(row))
    size = 0 if other == 0 else 1 if other <= 2 else 2 if other <= 5 else 3 if other <= 9 else 4
    found.add(f"matter {size}")
    found.add(f"said {min(len(row), 12) // 2}")
    if before and any("SRC" in concepts for concepts, _, _ in row_of(before, language)[0]):
        found.add("after a source")
        found.update(f"after a source, {one}" for one in present & _DENIALS)
    return found


def _subject(row: Row) -> Iterator[str]:
    """Who stands before the first denial: a source, the speaker, something of the matter."""
    subject = "none"
    for concepts, _, _ in row:
        if subject == "none":
            subject = next((one for one in concepts if one in _SUBJECTS), subject)
        denials = _DENIALS & set(concepts)
        if denials:
            yield from (f"subject {subject} of {one}" for one in denials)
            return


def _pairs(row: Row) -> Iterator[str]:
    """Concepts beside each other: two in a row, two of a clause, three in a row of a clause."""
    for index, (concepts, clause, _) in enumerate(row):
        for later, (others, its, _) in enumerate(row[index + 1 : index + 1 + _NEAR]):
            for one, two in product(concepts, others):
                if its == clause:
                    yield f"{min(one, two)} with {max(one, two)}"
                if later == 0:
                    yield f"{one} then {two}"
    for (first, here, _), (second, there, _), (third, its, _) in zip(row, row[1:], row[2:], strict=False):
        if here == there == its:
            yield f"{first[0]}, {second[0]}, {third[0]}"
