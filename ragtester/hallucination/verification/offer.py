"""What a sentence of evidence has to offer, summed up: whether it is worth comparing a word with each of its words.

Most words of a claim that the evidence does not have are related to none of its words. The sums tell that at once, and
only where they cannot is each pair looked at; the result is the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ragtester.hallucination.verification.terms import DENYING_PREFIXES, Term, read_sentence
from ragtester.text.lexicon import profile

_CACHE = 4096


@dataclass(frozen=True, slots=True)
class Offer:
    """The content words of a sentence and everything that the lexicon says of any of them."""

    by_lemma: dict[str, list[int]]
    """Positions of the content by lemma."""
    words: frozenset[str]
    kin: frozenset[str]
    up: frozenset[int]
    whole: frozenset[int]
    near: frozenset[int]
    placed: bool
    """Whether a word of it is of a nationality or a region."""

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
    by_lemma: dict[str, list[int]] = {}
    for index in sentence.content:
        for lemma in sentence.terms[index].lemmas:
            by_lemma.setdefault(lemma, []).append(index)
    words = frozenset(sentence.terms[index].lower for index in sentence.content)
    profiles = [profile(word) for word in words]
    return Offer(
        by_lemma,
        words,
        frozenset().union(*(one.kin for one in profiles)),
        frozenset().union(*(one.up for one in profiles)),
        frozenset().union(*(one.whole for one in profiles)),
        frozenset().union(*(one.near for one in profiles)),
        any(one.places for one in profiles),
    )
