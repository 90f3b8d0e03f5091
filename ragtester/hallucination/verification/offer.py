"""What a sentence of evidence has to offer: which of its words answer for a word of a claim, or exclude it.

What was found for a word is kept with the sentence: a claim and its variants share most of their words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.fuzz import ratio

from ragtester.hallucination.verification.terms import (
    DENYING_PREFIXES,
    Sentence,
    Term,
    TermKind,
    is_negator_prefix,
    read_sentence,
)
from ragtester.text.lexicon import Profile, Relation, part_of_speech, profile, relation

WORTH: Mapping[Relation, float] = {
    "same": 1.0, "synonym": 0.95, "derived": 0.9, "broader": 0.9, "part": 0.9, "narrower": 0.0,
    "antonym": 0.0, "sister": 0.0, "none": 0.0,
}  # fmt: skip
"""How far a word of the evidence answers for one of the claim, by what it is to it."""
_TYPO = 88.0
_TYPO_LENGTH = 5
_CACHE = 4096


class Reply(NamedTuple):
    """Term `place` of the evidence answers for a word, `worth` above 0 and up to 1."""

    place: int
    relation: Relation
    worth: float


class Exclusions(NamedTuple):
    """Terms of the evidence that exclude a word: its antonyms and denials, and its sisters."""

    antonyms: tuple[int, ...]
    sisters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """The content words of a sentence and everything that the lexicon says of any of them."""

    sentence: Sentence
    by_lemma: dict[str, list[int]]
    """Positions of the content by lemma."""
    plain: tuple[str, ...]
    """Every term as slots are compared: `an` is `a`, and the end of a sentence is empty."""
    behind: dict[tuple[str, str], list[int]]
    """Positions of the content by the two plain terms before them."""
    words: frozenset[str]
    profiles: tuple[Profile, ...]
    """Of the content words, in order."""
    near: frozenset[int]
    """Of all of them together."""
    _replies: dict[tuple[str, bool], tuple[Reply, ...]] = field(default_factory=dict, compare=False)
    _exclusions: dict[tuple[str, TermKind], Exclusions] = field(default_factory=dict, compare=False)

    def replies(self, term: Term) -> tuple[Reply, ...]:
        """The words that answer for `term`, in order."""
        key = (term.lower, term.kind == "name")
        found = self._replies.get(key)
        if found is None:
            found = self._replies[key] = self._find_replies(term)
        return found

    def _find_replies(self, term: Term) -> tuple[Reply, ...]:
        misspelt = term.kind == "name" and len(term.lower) >= _TYPO_LENGTH
        own = profile(term.lower)
        found: list[Reply] = []
        for place, one in zip(self.sentence.content, self.profiles, strict=True):
            if not _unrelated(one, own):
                other = self.sentence.terms[place].lower
                kind = relation(other, term.lower)
                if WORTH[kind]:
                    found.append(Reply(place, kind, WORTH[kind]))
                    continue
            if misspelt and ratio(term.lower, self.sentence.terms[place].lower) >= _TYPO:
                found.append(Reply(place, "synonym", 0.9))
        return tuple(found)

    def exclusions(self, term: Term) -> Exclusions:
        """The words that exclude `term`."""
        key = (term.lower, term.kind)
        found = self._exclusions.get(key)
        if found is None:
            found = self._exclusions[key] = self._find_exclusions(term)
        return found

    def _find_exclusions(self, term: Term) -> Exclusions:
        own = profile(term.lower)
        denied, beside = self._denies(term.lower), not self.near.isdisjoint(own.near)
        antonyms: list[int] = []
        sisters: list[int] = []
        for place, one in zip(self.sentence.content, self.profiles, strict=True):
            if not (denied or beside or (one.places and own.places)) and _no_kin(one, own):
                continue
            other = self.sentence.terms[place]
            kind = relation(other.lower, term.lower)
            if kind == "antonym" or is_negator_prefix(other.lower, term.lower):
                antonyms.append(place)
            elif kind == "sister" and other.kind == term.kind and part_of_speech(other.lower) != "v":
                sisters.append(place)
        return Exclusions(tuple(antonyms), tuple(sisters))

    def _denies(self, word: str) -> bool:
        return any(
            prefix + word in self.words or (word.startswith(prefix) and word[len(prefix) :] in self.words)
            for prefix in DENYING_PREFIXES
        )


@lru_cache(maxsize=_CACHE)
def read_offer(text: str) -> Offer:
    """What the sentence `text` has to offer; read once per text."""
    sentence = read_sentence(text)
    plain = tuple(plainly(term) for term in sentence.terms)
    by_lemma: dict[str, list[int]] = {}
    behind: dict[tuple[str, str], list[int]] = {}
    for index in sentence.content:
        behind.setdefault((plain[index - 2] if index > 1 else "", plain[index - 1] if index else ""), []).append(index)
        for lemma in sentence.terms[index].lemmas:
            by_lemma.setdefault(lemma, []).append(index)
    words = frozenset([sentence.terms[index].lower for index in sentence.content])
    profiles = tuple(profile(sentence.terms[index].lower) for index in sentence.content)
    return Offer(
        sentence,
        by_lemma,
        plain,
        behind,
        words,
        profiles,
        frozenset().union(*[one.near for one in profiles]),
    )


def _no_kin(one: Profile, other: Profile) -> bool:
    return one.lemmas.isdisjoint(other.kin) and other.lemmas.isdisjoint(one.kin)


def _unrelated(one: Profile, own: Profile) -> bool:
    """Whether `one` cannot stand for `own`."""
    return _no_kin(one, own) and own.any_meanings.isdisjoint(one.up) and own.meanings.isdisjoint(one.whole)


def plainly(term: Term) -> str:
    """A term as slots are compared."""
    return "a" if term.lower == "an" else "" if term.lower in (".", "!", "?") else term.lower
