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
    """Variants with one member of a set exchanged for another that the claim does not name itself."""
    named = {claim.terms[position].lower for position in claim.content}
    for position in claim.content:
        term, (start, end) = claim.terms[position], claim.span(position, position)
        other = next((member for member in others(term.text) if member.lower() not in named), None)
        if other:
            yield replaced(claim.text, start, end, other, direction="opposite", operator=NAME)


@lru_cache(maxsize=16384)
def others(word: str) -> tuple[str, ...]:
    """The other members of the word's set, the next one first, that are neither the same nor a synonym."""
    for members in SETS:
        folded = [member.lower() for member in members]
        if word.lower() in folded:
            at = folded.index(word.lower())
            rest = (*members[at + 1 :], *members[:at])
            return tuple(m for m in rest if relation(m.lower(), word.lower()) not in ("same", "synonym"))
    return ()
