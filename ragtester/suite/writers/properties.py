"""Properties of things in tables: which cells name them, and asking for one in words."""

from __future__ import annotations

import re

from ragtester.records import Table
from ragtester.suite.phrasing import is_plural

_OF = re.compile(
    r"^(?:(?:highest|lowest|total|average|maximum|minimum|net|gross) )?(?:volume|weight|height|length|width|depth|size|area|capacity|"
    r"temperature|power|speed|pressure|population|age|name|colou?r|value|price|cost|head|term|duration|number|share|capital|currency|official language|address|city|state|occupation|employer)\b"
    r"|\b(?:volume|weight|height|length|width|depth|size|area|capacity|temperature|power|speed|pressure|material|diameter)$"
)
"""Properties that a thing has: `the weight of the kiln`; others are set for it: `the deposit for the drill`."""
_PROPERTY = re.compile(
    r"(?:\w+ )?(?:capital|currency|population|area|continent|languages?|type|colou?r|material|model|manufacturer|author|owner|founded|"
    r"weight|height|length|width|power|speed|price|capacity|size|warranty|voltage|age|name|address|country|region)\W*",
    re.IGNORECASE,
)
"""Row labels that are properties: the things stand in the columns then."""
_PLACES = frozenset("city town village country continent county state province region district".split())
"""Columns that say where a thing is: `In which city is the school?`, and not `What is the city of the school?`."""
_PARTS_OF_NAMES = frozenset({"first name", "last name", "given name", "family name", "surname", "full name", "name"})
"""Columns that are no news to whoever can name the row."""
_VAGUE = frozenset(
    "amount date number total value name status type figure count year time change percent percentage weighted sample".split()
)
"""Columns that say nothing without what their table is about."""
_NUMBER = re.compile(
    r"^(?P<sign>[$€£¥]|US\$|USD|EUR|GBP)? ?(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?) ?(?P<percent>%)?$"
)


def property_question(column: str, thing: str) -> str:
    """`what is the volume of the raku kiln`, `what are the opening hours for the Annexe`."""
    if column in _PLACES:
        be = "are" if common_plural(thing) else "is"
        return f"{'on' if column == 'continent' else 'in'} which {column} {be} {thing}"
    verb = "are" if plural_head(column) else "is"
    link = "of" if _OF.search(column) else "for"
    model = re.fullmatch(r"[A-Z]{1,6}-?\d+[A-Za-z]?", thing)
    common = thing[:1].islower() and not re.match(r"(?:the|an?|each|every|all|any|no|per) ", thing)
    return f"what {verb} the {column} {link} {'the ' if model or (common and not _mass(thing)) else ''}{thing}"


def common_plural(thing: str) -> bool:
    """Whether a row's name is a plural that is no name: `the pumps`, and not `Lakes Primary School`."""
    return thing[:1].islower() and is_plural(thing.split()[-1])


def _mass(thing: str) -> bool:
    """Whether a row's name takes no article: a plural, or something that is not counted."""
    return is_plural(thing.split()[-1])


def plural_head(what: str) -> bool:
    """Whether what a phrase is about is several: `the opening hours`, `sales of parts`."""
    head = re.split(
        r" (?:for|of|in|from|to|on|related|generated|used|before|by|attributable) ", re.sub(r"^.*?['’]s? ", "", what)
    )[0]
    head = re.split(r", | \(| and ", head)[0] if not re.search(r" and \w+s$", head) else head
    words = head.split()
    return bool(words) and (is_plural(words[-1]) or " and " in head)


def is_turned(table: Table) -> bool:
    """Whether the rows are properties and the columns things: kinds agree along rows, and differ down columns."""
    body = [[bool(_NUMBER.match(cell)) or cell[:1].isdigit() for cell in row[1:] if cell] for row in table.rows]
    rows = [row for row in body if len(row) >= 2]
    if len(rows) < 3 or len({len(row) for row in rows}) > 1:
        return False
    units = [[unit_of(cell) for cell in row[1:] if cell] for row in table.rows]
    if all(all(row) and len(set(row)) == 1 for row in units) and len({row[0] for row in units}) >= 2:
        return True
    named = sum(bool(_PROPERTY.fullmatch(row[0])) for row in table.rows)
    if not table.header[0] and named >= 0.6 * len(table.rows):
        return True
    return all(len(set(row)) == 1 for row in rows) and len({row[0] for row in rows}) == 2


def is_property(label: str, name: str) -> bool:
    """Whether a row is a property and the column a thing, in a table that has more than one kind of row."""
    return bool(_PROPERTY.fullmatch(label)) and name[:1].isupper() and not _PROPERTY.search(name)


def asks_clearly(column: str, thing: str, *, alone: bool) -> bool:
    """Whether `the column of the thing` says what is meant.

    Args:
        column: as the question names it.
        thing: what the row is about.
        alone: whether nothing says what the table is about.
    """
    if (alone and set(column.split()) <= _VAGUE) or column in _PARTS_OF_NAMES:
        return False
    if re.match(r"\d+ ?[-–] ?\d+|under \d|over \d|balances?\b", thing, re.IGNORECASE):
        return False
    return not _long_words(column) & _long_words(thing)


def _long_words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{4,}", text.lower()))


def unit_of(cell: str) -> str:
    """The unit that stands behind the number of a cell; empty without one."""
    found = re.fullmatch(r"\d[\d.,]* ?([^\d\s].*)", cell)
    return found[1] if found else ""
