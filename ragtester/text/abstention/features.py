"""What a row of concepts shows: which there are, in which order, who denies, and what each clause is made of.

Six languages share the features of concepts; usual words of a language weigh a little beside them. What weighs how much is
in `weights`, fitted by `benchmarks/abstention_train.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from ragtester.text.abstention.lexicon import lexicon
from ragtester.text.abstention.reading import DENIALS, Row, meaning, row_of

_FRAME = frozenset(("SRC", "ME", "ASK", "INFO"))
_WORD = re.compile("[a-z]+")
_YES_OR_NO = re.compile(r"(?:yes|no|ja|nein|si|oui|non|ano|ne),|no\. |不[,，]|可以[,，]|没有[,，]")
_BARE_REPLY = re.compile(r"(?:yes|no|ja|nein|si|oui|non|ano|ne|不|没有|可以|不包含|不能|不是|是的?)\W*$")
_KNOWING = frozenset("SRC ME INFO SAY SAID KNOW ANS FIND GIVE ASK MUM LACK OUT UNK GUESS VAIN".split())
"""Without one of these a sentence that denies (`No.`, `Never on Sundays.`) denies a fact."""
_SPEAKS = frozenset(("SAY", "SAID", "KNOW", "ANS", "FIND", "INFO", "MUM", "UNK", "GUESS", "OUT"))
"""What a clause about what can be known has, and one about the matter has not."""
_OPENERS = frozenset(("BUT", "SO", "WHY", "THAT", "IF", "EXC", "TOLD"))
"""Words that open a clause whether or not a comma stands before them."""
_OPENING, _FRAMED = 2, 4
"""Concepts of a sentence that are read: the first ones, and those so near to a denial."""
_NEAR = 5
"""Concepts at most so far apart make a pair in order."""
_UNPAIRED = frozenset("X MUST TIME TRUTH NE HELP NUM WHO PAST SORRY".split())
"""Concepts that say nothing by what stands beside them."""
_SUBJECTS = frozenset(("SRC", "ME", "THIS", "INFO", "X", "WHO", "ASK"))


def _about_the_denial(row: Row) -> Row:
    """The part of a row that frames its denials: what stands far from all of them is the matter of the question."""
    read = [index for index, (concepts, _) in enumerate(row) if concepts != ("X",)]
    places = [at for at, index in enumerate(read) if not DENIALS.isdisjoint(row[index][0])]
    if not places:
        return row
    framed = {at + by for at in places for by in range(-_FRAMED, _FRAMED + 1)}
    near = {index for at, index in enumerate(read) if at < _OPENING or at in framed}
    return [one for index, one in enumerate(row) if one[0] == ("X",) or index in near]


def features(folded: str, language: str, *, before: str = "") -> set[str]:
    """What a folded sentence shows, after the folded text that stands before it; empty where nothing in it denies."""
    whole, other = row_of(folded, language)
    present = {concept for concepts, _ in whole for concept in concepts}
    if present.isdisjoint(DENIALS) or present.isdisjoint(_KNOWING):
        return set()
    found = set(_clauses(whole))
    found.update(f"word {language} {word}" for word in words_of(folded, language))
    row = _about_the_denial(whole)
    present = {concept for concepts, _ in row for concept in concepts}
    found.update("has " + concept for concept in present)
    found.add("frame " + "+".join(sorted(present & _FRAME)))
    found.add("first " + row[0][0][0])
    if _YES_OR_NO.match(folded):
        found.add("yes or no")
    found.update(_subject(row))
    row = [(kept, its) for concepts, its in row if (kept := tuple(c for c in concepts if c not in _UNPAIRED))]
    found.update(_pairs(row))
    found.add(f"matter {0 if other == 0 else 1 if other <= 2 else 2 if other <= 5 else 3 if other <= 9 else 4}")
    found.add(f"said {min(len(row), 12) // 2}")
    if before and _BARE_REPLY.match(before):
        found.add("after yes or no")
    if before and any("SRC" in concepts for concepts, _ in row_of(before, language)[0]):
        found.add("after a source")
        found.update("after a source, " + one for one in present & DENIALS)
    return found


def words_of(folded: str, language: str) -> Iterable[str]:
    """Words that neither are small nor deny, of which the usual ones weigh; two letters each in Chinese."""
    if language == "zh":
        return map("".join, pairwise(folded))
    return [word for word in _WORD.findall(folded) if _may_weigh(word, language)]


@lru_cache(maxsize=65536)
def _may_weigh(word: str, language: str) -> bool:
    return word not in lexicon(language).small and DENIALS.isdisjoint(meaning(word, language))


def _subject(row: Row) -> Iterator[str]:
    """Who stands before the first denial: a source, the speaker, something of the matter."""
    subject = "none"
    for concepts, _ in row:
        if subject == "none":
            subject = next((one for one in concepts if one in _SUBJECTS), subject)
        denials = DENIALS.intersection(concepts)
        if denials:
            yield from (f"subject {subject} of {one}" for one in denials)
            return


def _pairs(row: Row) -> Iterator[str]:
    """Concepts beside each other: two in a row, two of a clause, three in a row of a clause."""
    for index, (concepts, clause) in enumerate(row):
        for later, (others, its) in enumerate(row[index + 1 : index + 1 + _NEAR]):
            for one in concepts:
                for two in others:
                    if its == clause:
                        yield one + " with " + two if one < two else two + " with " + one
                    if later == 0:
                        yield one + " then " + two
    for (first, here), (second, there), (third, its) in zip(row, row[1:], row[2:], strict=False):
        if here == there == its:
            yield first[0] + ", " + second[0] + ", " + third[0]


_SAYING = frozenset(("SAY", "SAID", "TOLD", "KNOW", "FIND", "GIVE", "ANS"))


def _embedded(row: Row) -> Iterator[str]:
    """Whether the first denial stands in what somebody says: `says that no fee is charged`, `explains why it cannot swim`."""
    said = opened = ""
    for place, (concepts, _) in enumerate(row):
        if not DENIALS.isdisjoint(concepts):
            if opened and said:
                later = {one for concepts, _ in row[place:] for one in concepts}
                yield "said that it denies"
                yield f"{opened} it denies{', speaks' if later & _SPEAKS else ''}"
                yield f"{said} {opened} it denies"
            elif place and not _SAYING.isdisjoint(row[place - 1][0]):
                yield "denies directly after saying"
            return
        if said and (one := next((one for one in concepts if one in ("THAT", "WH")), "")):
            opened = opened or one
        said = said or next((one for one in concepts if one in _SAYING), "")


def _clauses(row: Row) -> Iterator[str]:
    """What the clauses are made of: a denial, a word of saying, a source, the speaker, the matter; and what opens them."""
    shapes: list[tuple[str, str]] = []
    sets: list[tuple[str, set[str]]] = []
    opener, within, clause = "", set[str](), -1
    for concepts, its in row:
        opens = next((one for one in concepts if one in _OPENERS), "")
        if (its != clause or opens) and within:
            shapes.append((opener, _shape(within)))
            sets.append((opener, within))
            opener, within = "", set()
        clause, opener = its, opener or opens
        within.update(concepts)
    shapes.append((opener, _shape(within)))
    sets.append((opener, within))
    for one, its_set in sets:
        yield from _core(one, its_set)
    yield from _embedded(row)
    denying = next((index for index, (_, shape) in enumerate(shapes) if "d" in shape), None)
    if denying is None:
        return
    its_opener, its_shape = shapes[denying]
    yield f"denying clause {its_opener} {its_shape}"
    yield f"denying clause opened by {its_opener}"
    yield f"clauses {min(len(shapes), 5)}"
    if denying:
        yield f"clause before {shapes[denying - 1][1]}, denying {its_opener} {its_shape}"
        yield f"clause before {shapes[denying - 1][1]}"
        yield f"clause before opened by {shapes[denying - 1][0]}"
    else:
        yield f"denying clause first, of {len(shapes) > 1}"
    if denying + 1 < len(shapes):
        opener, shape = shapes[denying + 1]
        yield f"denying {its_shape}, clause after {opener} {shape}"
        yield f"clause after {opener} {shape}"
        yield f"clause after opened by {opener}"
    for opener, shape in shapes[denying + 1 :]:
        if "e" not in shape:
            yield "later plain clause"
            yield f"later plain clause {opener}"
            yield f"denying {its_opener}, later plain clause {opener}"
    if "e" not in its_shape and "g" not in its_shape:
        yield f"denies the matter {its_opener}"


_NEG = frozenset(("NOT", "NONE", "NIL"))
_CORE = (
    "SRC",
    "ME",
    "SAY",
    "SAID",
    "GIVE",
    "HAVE",
    "INFO",
    "FIND",
    "KNOW",
    "ANS",
    "CAN",
    "WH",
    "ASK",
    "THIS",
    "X",
    "NUM",
)


def _core(opener: str, within: set[str]) -> Iterator[str]:
    """Two concepts of a clause that denies, and how it denies."""
    denials = within & DENIALS - {"SORRY", "NE"}
    kinds = (["NEG"] if denials & _NEG else []) + sorted(denials - _NEG)
    core = [one for one in _CORE if one in within]
    for kind in kinds:
        for index, one in enumerate(core):
            for two in core[index + 1 :]:
                yield kind + ": " + one + " & " + two
                if opener:
                    yield opener + " " + kind + ": " + one + " & " + two
        yield kind + ": " + "+".join(one for one in core if one not in ("X", "NUM", "THIS", "WH"))


def _shape(within: set[str]) -> str:
    return (
        ("d" if within & DENIALS - {"SORRY", "NE", "ONLY"} else "")
        + ("o" if "ONLY" in within else "")
        + ("e" if within & _SPEAKS else "")
        + ("g" if "GIVE" in within or "HAVE" in within else "")
        + ("s" if "SRC" in within else "")
        + ("m" if "ME" in within else "")
        + ("n" if "NUM" in within else "")
        + ("x" if "X" in within else "")
    )
