"""Everyday equivalences and opposites that WordNet lacks or hides in rare meanings.

Each line is a group of expressions that may replace each other; a pair in `OPPOSITES` excludes one another.
"""

from __future__ import annotations

from collections.abc import Mapping

_SAME = """
happy glad pleased delighted joyful cheerful content
sad unhappy sorrowful miserable gloomy
huge enormous gigantic immense massive giant
tiny minuscule miniature little small
large big great sizeable
angry furious enraged mad
quick fast rapid swift speedy
start begin commence launch open
end finish conclude terminate stop close
buy purchase acquire
help assist aid support
child kid
children kids
mother mom mum
father dad
film movie picture
kill murder slay
job occupation profession
rich wealthy affluent
ill sick unwell
smart clever intelligent bright
beautiful pretty gorgeous lovely attractive
tired exhausted weary
scared afraid frightened terrified
choose select pick
obtain get receive acquire
need require
show display exhibit
wage pay salary remuneration
employee worker staff
firm company business enterprise
photo photograph picture
shop store
street road
garbage trash rubbish
car automobile
doctor physician
infant baby
sofa couch
leave depart exit
permit allow let authorize
forbid prohibit ban
mandatory compulsory obligatory required
optional voluntary
annual yearly
monthly month
weekly week
daily day
roughly approximately about around
near beside by
author writer
star feature
located situated based headquartered
birth born
death die dead
marry married wife husband spouse
annually yearly year
song single track
band group
appear star act
series show program programme
""".strip()

OPPOSITES: tuple[tuple[str, str], ...] = (
    ("near", "far"), ("inside", "outside"), ("indoors", "outdoors"), ("before", "after"), ("above", "below"),
    ("over", "under"), ("with", "without"), ("allow", "forbid"), ("permit", "prohibit"), ("mandatory", "optional"),
    ("compulsory", "voluntary"), ("required", "optional"), ("included", "excluded"), ("include", "exclude"),
    ("free", "paid"), ("maximum", "minimum"), ("increase", "decrease"), ("rise", "fall"), ("more", "less"),
    ("more", "fewer"), ("earliest", "latest"), ("best", "worst"), ("first", "last"), ("start", "end"),
    ("begin", "finish"), ("buy", "sell"), ("win", "lose"), ("win", "fail"), ("succeed", "fail"), ("accept", "reject"),
    ("accept", "refuse"), ("approve", "reject"), ("dead", "alive"), ("die", "survive"), ("open", "closed"),
    ("internal", "external"), ("public", "private"), ("full", "empty"), ("full-time", "part-time"), ("left", "right"),
    ("morning", "evening"), ("day", "night"), ("male", "female"), ("man", "woman"), ("boy", "girl"), ("mother", "father"),
    ("son", "daughter"), ("brother", "sister"), ("husband", "wife"), ("king", "queen"), ("actor", "actress"),
    ("up", "down"), ("upwards", "downwards"), ("upward", "downward"), ("north", "south"), ("east", "west"),
    ("northern", "southern"), ("eastern", "western"), ("young", "old"), ("young", "elderly"), ("sit", "stand"),
    ("asleep", "awake"), ("sleep", "wake"), ("big", "tiny"), ("small", "huge"), ("big", "little"), ("wet", "dry"),
    ("hot", "cold"), ("hot", "cool"), ("warm", "cool"), ("moon", "sun"), ("always", "never"), ("often", "rarely"),
    ("always", "sometimes"), ("fiction", "non-fiction"), ("true", "false"), ("same", "different"), ("debit", "credit"),
    ("gross", "net"), ("import", "export"), ("temporary", "permanent"), ("fixed", "variable"), ("single", "married"),
    ("written", "oral"), ("online", "offline"), ("active", "inactive"), ("valid", "invalid"), ("legal", "illegal"),
    ("positive", "negative"), ("success", "failure"), ("commercial", "critical"), ("hire", "dismiss"), ("enable", "disable"),
)  # fmt: skip

PHRASES: Mapping[str, str] = {
    "close to": "near", "next to": "near", "far away from": "far", "far from": "far", "away from": "far",
    "inside of": "inside", "outside of": "outside", "no one": "nobody", "a lot of": "many", "lots of": "many",
    "a number of": "several", "a great deal of": "much", "passed away": "died", "pass away": "die",
    "as well as": "and", "known as": "called", "referred to as": "called",
    "prior to": "before", "in excess of": "over", "in front of": "front", "on top of": "above", "set up": "establish",
    "carry out": "perform", "carried out": "performed", "hand in": "submit", "turn down": "reject",
    "turned down": "rejected", "give up": "quit", "full time": "full-time", "part time": "part-time",
}  # fmt: skip
"""Expressions of several words and the single word that they amount to."""


def _index() -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    same: dict[str, set[str]] = {}
    for line in _SAME.splitlines():
        group = line.split()
        for word in group:
            same.setdefault(word, set()).update(group)
    opposite: dict[str, set[str]] = {}
    for one, other in OPPOSITES:
        opposite.setdefault(one, set()).add(other)
        opposite.setdefault(other, set()).add(one)
    return (
        {word: frozenset(group - {word}) for word, group in same.items()},
        {word: frozenset(group) for word, group in opposite.items()},
    )


SAME, OPPOSITE = _index()
