"""Whether a name or value stands under another verb than the claim says: `written by B`, not `directed by B`."""

from __future__ import annotations

from ragtester.hallucination.verification.alignment import Alignment
from ragtester.hallucination.verification.terms import Sentence
from ragtester.text.lexicon import part_of_speech, relation

_PREPOSITIONS = frozenset("by in from on at to of with for into".split())
_SKIPPED = frozenset("the a an mr mrs ms dr sir".split())
_ENTAILS = frozenset(("same", "synonym", "derived", "broader"))
_CLOSE = 4
_REACH = 24
"""A name has fewer words than this; a run of capitals that is longer is not searched to its beginning each time."""


def governed_otherwise(claim: Sentence, evidence: Sentence, alignment: Alignment) -> int | None:
    """The claim's governing word, where the evidence puts the same name under another word with the same preposition."""
    for position, match in alignment.matches.items():
        if claim.terms[position].kind != "name" or match.relation != "same":
            continue
        mine, theirs = _governor(claim, position), _governor(evidence, match.evidence)
        if mine is None or theirs is None or mine[1] != theirs[1]:
            continue
        governor = alignment.matches.get(mine[0])
        if governor is None and mine[1] != "by":
            continue
        word, other = claim.terms[mine[0]].lower, evidence.terms[theirs[0]].lower
        near = (
            governor is not None
            and 0 <= theirs[0] - governor.evidence <= _CLOSE
            and not _comma_between(evidence, governor.evidence, theirs[0])
        )
        if not near and relation(other, word) not in _ENTAILS:
            return mine[0]
    return None


def _governor(sentence: Sentence, position: int) -> tuple[int, str] | None:
    """Place of the verb and the preposition that stand before a name."""
    index, reach = position - 1, max(0, position - _REACH)
    while index >= reach and (sentence.terms[index].kind == "name" or sentence.terms[index].lower in _SKIPPED):
        index -= 1
    if (
        index < max(1, reach)
        or sentence.terms[index].lower not in _PREPOSITIONS
        or sentence.terms[index - 1].kind != "word"
    ):
        return None
    if part_of_speech(sentence.terms[index - 1].lower) != "v":
        return None
    return index - 1, sentence.terms[index].lower


def _comma_between(sentence: Sentence, start: int, end: int) -> bool:
    return any(sentence.terms[i].lower in (",", ";") for i in range(start, end))
