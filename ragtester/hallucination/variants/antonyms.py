"""A word for its antonym, or for a sister that excludes it: another colour, nationality, instrument."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ragtester.hallucination.grounding import Variant
from ragtester.hallucination.variants.edit import replaced
from ragtester.hallucination.verification.terms import Sentence
from ragtester.text.lexicon import antonyms, inflect_like, part_of_speech, relation

NAME = "antonym"


def make(claim: Sentence) -> Iterator[Variant]:
    """Variants with one content word turned into its direct antonym."""
    for position in claim.content:
        term, (start, end) = claim.terms[position], claim.span(position, position)
        if term.kind != "word" or not _stands_alone(claim.text, start, end) or not term.lower.isascii():
            continue
        other = opposite(term.lower)
        if other:
            new = other[:1].upper() + other[1:] if term.text[:1].isupper() else other
            yield replaced(claim.text, start, end, new, direction="opposite", operator=NAME)


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether no hyphen ties the word to another: half of `pre-employment` has no opposite of its own."""
    return text[start - 1 : start] != "-" and text[end : end + 1] != "-"


@lru_cache(maxsize=16384)
def opposite(word: str) -> str | None:
    """The direct antonym in the same inflection, or None."""
    pos = part_of_speech(word, share=0.8)
    if pos is None:
        return None
    for other in antonyms(word, pos=pos):
        if " " in other or not other.islower():
            continue
        made = inflect_like(word, other)
        if made != word and relation(made, word) == "antonym":
            return made
    return None
