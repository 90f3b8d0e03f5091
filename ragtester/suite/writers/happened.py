"""Negatives beside what prose says happened: in a year in which it did not, and to somebody of whom nobody speaks."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator

from ragtester.corpus.pools import FIRST_NAMES, LAST_NAMES
from ragtester.suite.drafts import Absence, Draft
from ragtester.suite.phrasing import phrasebook
from ragtester.suite.statements import Statements
from ragtester.suite.writers.clauses import clauses_of
from ragtester.suite.writers.entity import Entity
from ragtester.suite.writers.found import turned_from
from ragtester.suite.writers.negatives import negative
from ragtester.suite.writers.qualifying import qualified
from ragtester.suite.writers.turning import Turned, inside, names_in

_YEAR = re.compile(r"(?<!\d)(?:1[0-9]|20)\d\d(?!\d)")
_WHEN = re.compile(r"When (?P<ask>(?:was|were|did) .+)\?")
_DAY = re.compile(r"[A-Z][a-z]+ \d{1,2},? \d{4}|\d{1,2} [A-Z][a-z]+ \d{4}")
_PERSON = r"(?P<name>[A-Z][a-z]+(?: [A-Z]\.)? [A-Z][a-z]+)"
_DONE = (
    "elected|appointed|born|crowned|married|knighted|promoted|ordained|buried|awarded|hired|named|"
    "marry|die|graduate|join|become|resign|retire|write|compose|paint|publish"
)
"""What is done by or to people."""
_ABOUT_SOMEBODY = re.compile(rf"When (?:was|did) {_PERSON} (?P<did>{_DONE})\b.*\?")


def other_times(
    text: Statements, entity: Entity | None, rng: random.Random, *, known: Collection[str], several: bool
) -> Iterator[Draft]:
    """`When was the bridge opened?` as `Why was the bridge opened in 1904?`, with a year that no document has."""
    book = phrasebook("en")
    for clause, made in _dated(text, entity, rng):
        asked = _WHEN.fullmatch(made.question)
        years = _YEAR.findall(made.answer)
        if asked is None or len(years) != 1 or made.answer.endswith("s") or _YEAR.search(asked["ask"]):
            continue
        free = [str(int(years[0]) - step) for step in range(3, 25) if str(int(years[0]) - step) not in known]
        if not free:
            continue
        wrong = rng.choice(free)
        day = _YEAR.sub(wrong, made.answer)
        place = "on" if _DAY.fullmatch(made.answer) else "in"
        yield negative(
            qualified(f"Why {asked['ask']} {place} {day}?", text.document, several=several),
            "false_premise",
            book.abstention("otherwise", claim=inside(clause.strip().rstrip("."), names_in(text.document.text))),
            Absence(terms=(wrong,)),
            book=book,
            document=text.document.id,
            counterfactuals=(day,),
            difficulty="hard",
        )


def other_people(text: Statements, entity: Entity | None, rng: random.Random, everything: str) -> Iterator[Draft]:
    """`When was Ann Ware elected to the chair?` asked of somebody whom no document (`everything`, folded) names."""
    book = phrasebook("en")
    for _, made in _dated(text, entity, rng):
        found = _ABOUT_SOMEBODY.fullmatch(made.question)
        name = f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}"
        if found is None or name.casefold() in everything:
            continue
        yield negative(
            made.question.replace(found["name"], name),
            "near_miss_entity",
            book.abstention("entity", subject=name),
            Absence(terms=(name,)),
            book=book,
            document=text.document.id,
            counterfactuals=(made.answer,),
        )


def _dated(text: Statements, entity: Entity | None, rng: random.Random) -> list[tuple[str, Turned]]:
    """The questions for a day or year that sentences answer, with the clause that does."""
    names = names_in(text.document.text)
    found = [
        (clause, made)
        for item in text.items
        if not item.in_table
        for clause in clauses_of(item.text)
        for made in turned_from(clause, entity, names)
        if made.kind == "date" and len(clause.split()) <= 30
    ]
    rng.shuffle(found)
    return found
