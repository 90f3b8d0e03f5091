"""Things that a table of the documents could list and does not: the `gas kiln` beside a `gas furnace` and a `raku kiln`."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from ragtester.suite.drafts import Absence, Draft
from ragtester.suite.phrasing import phrasebook
from ragtester.suite.statements import Statements
from ragtester.suite.writers.cells import cells_of
from ragtester.suite.writers.entity import Entity
from ragtester.suite.writers.negatives import near_name, negative

_FEWEST = 4
"""Things of a table at least, so that a further one is not odd."""
_PLAIN = re.compile(r"(?:[^\W\d_][\w'’.-]*)(?: [^\W\d_][\w'’.-]*){1,3}")
_JOINING = frozenset("of the and or for in on at by to with from de & per a an no other total all".split())


def unlisted_things(text: Statements, entity: Entity | None, rng: random.Random, everything: str) -> Iterator[Draft]:
    """Questions of a document's tables, put to a thing that stands in no document (`everything`, folded)."""
    book = phrasebook("en")
    cells = [cell for cell in cells_of(text.document, entity) if not cell.timed and "“" not in cell.question]
    things = [thing for thing in dict.fromkeys(cell.subject for cell in cells) if _names(thing)]
    if len(things) < _FEWEST:
        return
    rng.shuffle(cells)
    for cell in cells:
        if cell.subject not in things or cell.question.count(cell.subject) != 1:
            continue
        alike = [thing for thing in things if len(thing.split()) == len(cell.subject.split())]
        other = near_name(cell.subject, rng.sample(alike, min(8, len(alike))), everything, rng.random)
        if other is None or cell.answer.casefold() in other.casefold():
            continue
        yield negative(
            cell.question.replace(cell.subject, other),
            "near_miss_entity",
            book.abstention("entity", subject=other),
            Absence(terms=(other,)),
            book=book,
            document=text.document.id,
            counterfactuals=(cell.answer,),
        )


def _names(thing: str) -> bool:
    """Whether a row's label is a name of two to four words of which pieces can be taken."""
    return bool(_PLAIN.fullmatch(thing)) and not _JOINING & set(thing.casefold().split())
