"""A member of a contrast set for another: colours, nationalities, countries, planets, weekdays, instruments."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ragtester.hallucination.grounding import Variant
from ragtester.hallucination.variants.edit import replaced
from ragtester.hallucination.verification.terms import Sentence
from ragtester.text.lexicon import relation

NAME = "contrast"

SETS: tuple[tuple[str, ...], ...] = tuple(
    tuple(line.split())
    for line in """
red green blue yellow black white brown purple orange pink grey
Monday Wednesday Friday Tuesday Thursday Saturday Sunday
January May September March July November February June October April August December
German French Spanish Italian Japanese Canadian Brazilian Indian British American Chinese
Germany France Spain Italy Japan Canada Brazil India China Mexico Australia
London Paris Berlin Madrid Rome Tokyo Vienna Oslo Prague Dublin
Mars Venus Jupiter Saturn Neptune
north south east west
spring summer autumn winter
morning afternoon evening night
daily weekly monthly quarterly yearly
dollar euro pound yen
piano violin guitar trumpet
""".strip().splitlines()
)
"""Sets whose members exclude each other; each is given by its best-known members."""


def make(claim: Sentence) -> Iterator[Variant]:
    """Variants with one member of a set exchanged for another."""
    for position in claim.content:
        term, (start, end) = claim.terms[position], claim.span(position, position)
        other = another(term.text)
        if other:
            yield replaced(claim.text, start, end, other, direction="opposite", operator=NAME)


@lru_cache(maxsize=16384)
def another(word: str) -> str | None:
    """Another member of the word's set that is neither the same nor a synonym, or None."""
    for members in SETS:
        folded = [member.lower() for member in members]
        if word.lower() in folded:
            at = folded.index(word.lower())
            chosen = members[(at + 1) % len(members)]
            return chosen if relation(chosen.lower(), word.lower()) not in ("same", "synonym") else None
    return None
