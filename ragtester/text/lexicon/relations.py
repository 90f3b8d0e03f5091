"""How two words stand to each other: synonyms, antonyms, broader and narrower, sisters, derivations.

A word has several meanings; only those that are common enough count (see `_common`), because a rare
meaning makes almost any two words synonyms.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from ragtester.text.lexicon.forms import base_forms, lemmas
from ragtester.text.lexicon.groups import OPPOSITE, SAME
from ragtester.text.lexicon.store import PartOfSpeech, opened

Relation: TypeAlias = Literal["same", "antonym", "synonym", "derived", "broader", "part", "narrower", "sister", "none"]
"""What `b` is to `a` in `relation(a, b)`: `broader` means that whoever is an `a` is a `b`."""

_MEANINGS = 4
_RARE = 0.06
_TOO_GENERAL_DEPTH = 4
_SISTER_REACH = 3
_PERSON = 18
_PLACE_FIELDS = frozenset({6, 15})  # artifacts (a kitchen is part of a dwelling) and places


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything that comparing a word needs, gathered once."""

    lemmas: frozenset[str]
    synonyms: frozenset[str]
    antonyms: frozenset[str]
    derived: frozenset[str]
    meanings: frozenset[int]
    """Its common meanings."""
    any_meanings: frozenset[int]
    """Rare ones too: whatever is below one of them may be called by this word."""
    places: frozenset[str]
    """For an adjective of nationality, the places that it belongs to."""
    up: dict[int, int]
    """Hypernyms of the noun and verb meanings, with the steps to each."""
    near: dict[int, int]
    """Those of `up` that are few steps away and say something: two words under one of them are sisters."""
    whole: frozenset[int]
    """Places and buildings that it is part of, and what those are."""
    kin: frozenset[str]
    """Its lemmas, synonyms, antonyms and derived words: a quick look whether another word is named here."""


@lru_cache(maxsize=32768)
def profile(word: str) -> Profile:
    """The profile of a word in any inflection, or of an expression such as `new york`."""
    own = lemmas(word)
    synonyms: set[str] = set()
    antonyms: set[str] = set()
    derived: set[str] = set()
    meanings: set[int] = set()
    every: set[int] = set()
    up: dict[int, int] = {}
    whole: set[int] = set()
    store = opened()
    for lemma in own:
        synonyms |= SAME.get(lemma, frozenset())
        antonyms |= OPPOSITE.get(lemma, frozenset())
        entry = store.entry(lemma)
        if entry is None:
            continue
        antonyms.update(other.lower() for _, other in entry.antonyms)
        derived.update(other.lower() for other in entry.derived)
        for pos, senses in entry.senses.items():
            every.update(number for number, _ in senses)
            for number in _common(senses):
                meanings.add(number)
                meaning = store.meaning(number)
                synonyms.update(other.lower() for other in meaning.words)
                if pos == "a":
                    near, far = _adjective(number)
                    synonyms |= near
                    antonyms |= far
                else:
                    _climb(number, up)
                if meaning.field in _PLACE_FIELDS:
                    _enclose(number, whole)
    antonyms -= own
    synonyms -= own | antonyms
    derived -= own
    return Profile(
        own,
        frozenset(synonyms),
        frozenset(antonyms),
        frozenset(derived),
        frozenset(meanings),
        frozenset(every),
        frozenset(other for other in derived if other[:1].isalpha() and is_place(other)),
        up,
        {n: steps for n, steps in up.items() if steps <= _SISTER_REACH and _depth(n) >= _TOO_GENERAL_DEPTH},
        frozenset(whole),
        frozenset().union(own, synonyms, antonyms, derived),
    )


def _common(senses: tuple[tuple[int, int], ...]) -> list[int]:
    total = sum(count for _, count in senses)
    if not total:
        return [number for number, _ in senses[:_MEANINGS]]
    return [number for i, (number, count) in enumerate(senses[:_MEANINGS]) if i == 0 or count / total >= _RARE]


@lru_cache(maxsize=16384)
def _adjective(number: int) -> tuple[frozenset[str], frozenset[str]]:
    """Words near to an adjective's meaning, and words opposite to it by way of its head."""
    store = opened()
    near: set[str] = set()
    far: set[str] = set()
    meaning = store.meaning(number)
    head_words = set(meaning.words) if _has_antonym(number) else set()
    for other in meaning.similar:
        words = store.meaning(other).words
        near.update(word.lower() for word in words)
        if _has_antonym(other):
            head_words.update(words)
    for word in head_words:
        entry = store.entry(word.lower())
        far.update(other.lower() for pos, other in (entry.antonyms if entry else ()) if pos == "a")
    return frozenset(near), frozenset(far)


def _has_antonym(number: int) -> bool:
    store = opened()
    for word in store.meaning(number).words:
        entry = store.entry(word.lower())
        if entry and any(pos == "a" for pos, _ in entry.antonyms):
            return True
    return False


def _climb(number: int, up: dict[int, int]) -> None:
    """Adds the hypernyms of a meaning, each with the fewest steps to it."""
    for parent, steps in _above(number).items():
        if up.get(parent, steps) >= steps:
            up[parent] = steps


@lru_cache(maxsize=65536)
def _above(number: int) -> dict[int, int]:
    """The hypernyms of a meaning with the steps to each."""
    store = opened()
    found: dict[int, int] = {}
    level, step = list(store.meaning(number).up), 1
    while level:
        following: list[int] = []
        for parent in level:
            if parent not in found:
                found[parent] = step
                following += store.meaning(parent).up
        level, step = following, step + 1
    return found


def _enclose(number: int, whole: set[int]) -> None:
    store = opened()
    level = list(store.meaning(number).whole)
    while level:
        holder = level.pop()
        if holder not in whole:
            whole.add(holder)
            level += store.meaning(holder).whole
            level += [up for up in store.meaning(holder).up if store.meaning(holder).field == 6]


@lru_cache(maxsize=8192)
def _depth(number: int) -> int:
    """Steps from a meaning to the top of its tree."""
    return max(_above(number).values(), default=0)


@lru_cache(maxsize=131072)
def relation(a: str, b: str) -> Relation:
    """What `b` is to `a`; both may be inflected.

    Examples:
        >>> relation("violin", "instrument"), relation("big", "small"), relation("cheerful", "happy")
        ('broader', 'antonym', 'synonym')
    """
    first, second = profile(a), profile(b)
    if not (first.lemmas.isdisjoint(second.kin) and second.lemmas.isdisjoint(first.kin)):
        return _kinship(first, second)
    if not second.any_meanings.isdisjoint(first.up):
        return "broader"
    if not first.any_meanings.isdisjoint(second.up):
        return "narrower"
    if not second.meanings.isdisjoint(first.whole):
        return "part"
    if _sisters(first, second):
        return "sister"
    return "none"


def _kinship(first: Profile, second: Profile) -> Relation:
    """The relation of two words one of which is named in the other's profile."""
    if first.lemmas & second.lemmas:
        return "same"
    if first.lemmas & second.antonyms or second.lemmas & first.antonyms:
        return "antonym"
    if first.lemmas & second.synonyms or second.lemmas & first.synonyms:
        return "synonym"
    return "derived"


def _sisters(first: Profile, second: Profile) -> bool:
    if first.places and second.places and first.places.isdisjoint(second.places):
        return True
    one, other = (first.near, second.near) if len(first.near) <= len(second.near) else (second.near, first.near)
    return any(number in other and steps + other[number] < 2 * _SISTER_REACH for number, steps in one.items())


@lru_cache(maxsize=16384)
def synonyms(word: str, *, pos: PartOfSpeech | None = None) -> tuple[str, ...]:
    """Words that may stand for the commonest meaning of `word`, best first, each a lemma.

    Only words that people were seen to use in just this meaning, and before any other: a substitute must
    not change what is said.
    """
    found: list[tuple[int, str]] = []
    store = opened()
    for lemma in lemmas(word):
        entry = store.entry(lemma)
        for kind, senses in entry.senses.items() if entry else ():
            if pos not in (None, kind):
                continue
            number = senses[0][0]
            for other in store.meaning(number).words:
                if other.lower() not in (lemma, word.lower()):
                    times = _times_first(other.lower(), kind, number)
                    if times:
                        found.append((-times, other))
    return tuple(dict.fromkeys(other for _, other in sorted(found)))


def _times_first(word: str, pos: PartOfSpeech, number: int) -> int:
    """How often `word` was tagged with this meaning, where it is its first one; else 0."""
    entry = opened().entry(word)
    senses = entry.senses.get(pos, ()) if entry else ()
    return senses[0][1] if senses and senses[0][0] == number else 0


@lru_cache(maxsize=16384)
def antonyms(word: str, *, pos: PartOfSpeech | None = None) -> tuple[str, ...]:
    """Direct antonyms of `word`, the commonest first, each a lemma."""
    found: list[tuple[int, str]] = []
    store = opened()
    for lemma in lemmas(word):
        found += [(-1000, other) for other in sorted(OPPOSITE.get(lemma, ()))]
        entry = store.entry(lemma)
        for kind, other in entry.antonyms if entry else ():
            if pos in (None, kind):
                found.append((-_times(other, kind), other))
    return tuple(dict.fromkeys(other for _, other in sorted(found)))


def _times(word: str, pos: PartOfSpeech) -> int:
    entry = opened().entry(word.lower())
    return sum(count for _, count in entry.senses.get(pos, ())) if entry else 0


def derivations(word: str) -> tuple[str, ...]:
    """Words of the same family in other parts of speech: `decide` gives `decision`, `Italy` gives `Italian`."""
    return tuple(sorted(profile(word).derived))


@lru_cache(maxsize=16384)
def sisters(word: str, *, limit: int = 12) -> tuple[str, ...]:
    """A contrast set: words with the same direct hypernym in the first noun meaning, such as other instruments."""
    store = opened()
    found: list[str] = []
    for lemma in sorted(lemmas(word), key=lambda text: text != word.lower()):
        entry = store.entry(lemma)
        senses = entry.senses.get("n", ()) if entry else ()
        for number, _ in senses[:1]:
            for up in store.meaning(number).up:
                found += [store.meaning(other).words[0] for other in store.below(up) if other != number]
    own = lemmas(word)
    return tuple(dict.fromkeys(w for w in found if w.lower() not in own))[:limit]


@lru_cache(maxsize=32768)
def is_person(word: str) -> bool:
    """Whether the first noun meaning of `word` is a kind of person, such as an employee or a physician."""
    if part_of_speech(word) != "n":
        return False
    store = opened()
    for lemma in lemmas(word):
        entry = store.entry(lemma)
        senses = entry.senses.get("n", ()) if entry else ()
        if any(store.meaning(number).field == _PERSON for number, _ in senses[:1]):
            return True
    return False


def is_place(word: str) -> bool:
    """Whether the first noun meaning of `word` is a place that has a name, such as a town or a country."""
    store = opened()
    entry = store.entry(word.lower())
    senses = entry.senses.get("n", ()) if entry else ()
    return any(store.meaning(number).instance and store.meaning(number).field == 15 for number, _ in senses[:1])


@lru_cache(maxsize=32768)
def part_of_speech(word: str, *, share: float = 0.0) -> PartOfSpeech | None:
    """The part of speech in which `word` was tagged most often, or None where it is unknown.

    Args:
        word: in any inflection.
        share: None too where the commonest part of speech has less than this share of all uses.
    """
    times: dict[PartOfSpeech, int] = {}
    for pos, lemma in base_forms(word):
        times[pos] = max(times.get(pos, 0), _times(lemma, pos) + 1)
    if not times:
        return None
    best = max(times, key=lambda pos: times[pos])
    return best if times[best] >= share * sum(times.values()) else None
