"""Amounts by something: `20 cents per item per day` is `20 cents for each item and day`, and not `per week`."""

from __future__ import annotations

import re
from functools import lru_cache

from ragtester.text.equivalence.words import STOP, alike
from ragtester.text.folding import fold
from ragtester.text.lexicon import relation
from ragtester.text.values import Value, stated_values

_LINK = r"(?:per|an?|each|every|for (?:each|every|an?)|pro|je|par|por|za)"
_NOUN = r"[a-z]+(?:-[a-z]+)?"
_END = rf"(?:{_LINK}|and|und|et|y|for|of|in|on|at|to|from|with|by|or|if|when|while|until|till|after|before|up|which|that|is|are|was|were|must|will|can|may|has|have|but|as|plus|including|unless|where|not|only|von|im|bei)\b"
_BY = re.compile(
    rf"\s?(?:(?:and|und|et)\s)?(?:/\s?|{_LINK}\s)(?P<noun>{_NOUN}(?:\s(?!{_END}){_NOUN}){{0,2}}?)(?=\s?(?:/|$|[^\w\s])|\s{_END})"
)
_AND = re.compile(rf"\s(?:and|und|et)\s(?:{_LINK}\s)?(?P<noun>{_NOUN})(?=\s?(?:$|[^\w\s]))")
_SAME = {
    "person": {"head", "capita", "individual", "adult", "people", "visitor", "guest", "participant"},
    "employee": {"worker", "staff", "person", "head"},
    "year": {"annum", "annually"},
    "unit": {"piece", "item"},
    "item": {"piece", "unit", "article"},
    "night": {"overnight"},
}


@lru_cache(maxsize=8192)
def _by_what(after: str) -> tuple[tuple[str, ...], int]:
    """The nouns that an amount is by, in the folded text after it, and how much of that text says so."""
    nouns: list[str] = []
    at = 0
    while match := _BY.match(after, at):
        nouns.append(match["noun"].split()[-1])
        at = match.end()
    more = _AND.match(after, at) if nouns else None
    if more:
        nouns.append(more["noun"])
        at = more.end()
    return tuple(noun for noun in nouns if noun not in STOP), at


@lru_cache(maxsize=8192)
def without_rate(reference: str) -> str:
    """The amount alone of a reference that is an amount by something and nothing else; any other text as it is."""
    bare = reference.strip().rstrip(".")
    for value in stated_values(bare):
        if value.number is None or value.unit == "per year":
            continue
        after = fold(bare[value.end :])
        nouns, at = _by_what(after)
        if nouns and at == len(after):
            return bare[: value.end]
    return reference


def by_other(answer: str, stated: Value, reference: str) -> str | None:
    """What an answer says the amount is by, where the reference has it by something else; None where they agree."""
    wanted, given = by_nouns(reference), _nouns_after(answer, stated)
    if not wanted or not given:
        return None
    strange = [noun for noun in given if not any(_one(noun, other) for other in wanted)]
    missed = [noun for noun in wanted if not any(_one(noun, other) for other in given)]
    return strange[0] if strange and missed else None


def by_less(answer: str, stated: Value, reference: str, question: str) -> str | None:
    """What the reference has the amount by, beside something else, and neither answer nor question mentions."""
    wanted, given = by_nouns(reference), _nouns_after(answer, stated)
    if len(wanted) < 2 or not given:
        return None
    said = fold(f"{question} {answer}")
    return next((noun for noun in wanted if noun[:4] not in said and not any(_one(noun, g) for g in given)), None)


def by_nouns(reference: str) -> tuple[str, ...]:
    """What a reference has its amount by; nothing for other references."""
    if without_rate(reference) == reference:
        return ()
    core = without_rate(reference)
    return _by_what(fold(reference.strip().rstrip(".")[len(core) :]))[0]


def _nouns_after(answer: str, stated: Value) -> tuple[str, ...]:
    return _by_what(fold(re.split(r"[.,;:()\n]", answer[stated.end : stated.end + 80])[0]))[0]


def _one(given: str, wanted: str) -> bool:
    if alike(given, wanted) >= 0.85 or given in _SAME.get(wanted, ()) or wanted in _SAME.get(given, ()):
        return True
    return relation(given, wanted) in ("same", "synonym")
