"""What a sentence of evidence has to offer: which of its words answer for a word of a claim, or exclude it.

Most words of a claim that the evidence does not have are related to none of its words. Sums over all its words tell that
at once, and only where they cannot is each pair looked at. What was found is kept: a claim's variants share its words.
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
from ragtester.text.lexicon import Relation, part_of_speech, profile, relation

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


_NO_EXCLUSIONS = Exclusions((), ())


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
    kin: frozenset[str]
    up: frozenset[int]
    whole: frozenset[int]
    near: frozenset[int]
    placed: bool
    """Whether a word of it is of a nationality or a region."""
    _replies: dict[tuple[str, bool], tuple[Reply, ...]] = field(default_factory=dict, compare=False)
    _exclusions: dict[tuple[str, TermKind], Exclusions] = field(default_factory=dict, compare=False)

    def replies(self, term: Term) -> tuple[Reply, ...]:
        """The words that answer for `term`, in order."""
        key = (term.lower, term.kind == "name")
        found = self._replies.get(key)
        if found is None:
            found = self._replies[key] = self._find_replies(term) if key[1] or self.may_answer(term) else ()
        return found

    def _find_replies(self, term: Term) -> tuple[Reply, ...]:
        misspelt = term.kind == "name" and len(term.lower) >= _TYPO_LENGTH
        found: list[Reply] = []
        for place in self.sentence.content:
            other = self.sentence.terms[place].lower
            kind = relation(other, term.lower)
            if WORTH[kind]:
                found.append(Reply(place, kind, WORTH[kind]))
            elif misspelt and ratio(term.lower, other) >= _TYPO:
                found.append(Reply(place, "synonym", 0.9))
        return tuple(found)

    def exclusions(self, term: Term) -> Exclusions:
        """The words that exclude `term`."""
        key = (term.lower, term.kind)
        found = self._exclusions.get(key)
        if found is None:
            found = self._find_exclusions(term) if self.may_exclude(term) else _NO_EXCLUSIONS
            self._exclusions[key] = found
        return found

    def _find_exclusions(self, term: Term) -> Exclusions:
        antonyms: list[int] = []
        sisters: list[int] = []
        for place in self.sentence.content:
            other = self.sentence.terms[place]
            kind = relation(other.lower, term.lower)
            if kind == "antonym" or is_negator_prefix(other.lower, term.lower):
                antonyms.append(place)
            elif kind == "sister" and other.kind == term.kind and part_of_speech(other.lower) != "v":
                sisters.append(place)
        return Exclusions(tuple(antonyms), tuple(sisters))

    def may_answer(self, term: Term) -> bool:
        """False where no word of the sentence can stand for `term`."""
        own = profile(term.lower)
        return not (
            own.lemmas.isdisjoint(self.kin)
            and own.kin.isdisjoint(self.by_lemma)
            and own.any_meanings.isdisjoint(self.up)
            and own.meanings.isdisjoint(self.whole)
        )

    def may_exclude(self, term: Term) -> bool:
        """False where no word of the sentence is an antonym, a denial or a sister of `term`."""
        own = profile(term.lower)
        return (
            not own.lemmas.isdisjoint(self.kin)
            or not own.kin.isdisjoint(self.by_lemma)
            or not self.near.isdisjoint(own.near)
            or (self.placed and bool(own.places))
            or self._denies(term.lower)
        )

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
    profiles = [profile(word) for word in words]
    return Offer(
        sentence,
        by_lemma,
        plain,
        behind,
        words,
        frozenset().union(*[one.kin for one in profiles]),
        frozenset().union(*[one.up for one in profiles]),
        frozenset().union(*[one.whole for one in profiles]),
        frozenset().union(*[one.near for one in profiles]),
        any(one.places for one in profiles),
    )


def plainly(term: Term) -> str:
    """A term as slots are compared."""
    return "a" if term.lower == "an" else "" if term.lower in (".", "!", "?") else term.lower
