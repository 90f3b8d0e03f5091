"""A word for its synonym."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ragtester.hallucination.grounding import Variant
from ragtester.hallucination.variants.edit import replaced
from ragtester.hallucination.verification.terms import Sentence
from ragtester.text.lexicon import inflect_like, lemmas, part_of_speech, relation, synonyms

NAME = "synonym"
_SURE = 0.8


def make(claim: Sentence) -> Iterator[Variant]:
    """Variants with one content word exchanged, nouns and verbs before adjectives."""
    for position in claim.content:
        term, (start, end) = claim.terms[position], claim.span(position, position)
        if term.kind != "word" or term.weight < 1 or not term.lower.isascii():
            continue
        if claim.text[start - 1 : start] == "-" or claim.text[end : end + 1] == "-":
            continue  # half of a compound
        other = substitute(term.lower)
        if other:
            yield replaced(claim.text, start, end, _case(term.text, other), direction="same", operator=NAME)


@lru_cache(maxsize=16384)
def substitute(word: str) -> str | None:
    """A synonym in the same inflection, or None where none is safe."""
    pos = part_of_speech(word, share=_SURE)
    if pos is None or len(lemmas(word)) > 2:  # several lemmas: what it means depends on the sentence
        return None
    for other in synonyms(word, pos=pos):
        if " " in other or "-" in other or not other.islower() or len(other) < 3:
            continue
        made = inflect_like(word, other)
        if made != word and relation(made, word) in ("same", "synonym"):
            return made
    return None


def _case(model: str, word: str) -> str:
    return word[:1].upper() + word[1:] if model[:1].isupper() else word
