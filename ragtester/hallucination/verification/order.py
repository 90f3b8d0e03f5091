"""Whether two arguments changed places: `A beat B` is not `B beat A`."""

from __future__ import annotations

from ragtester.hallucination.verification.alignment import Alignment
from ragtester.hallucination.verification.terms import Sentence
from ragtester.hallucination.verification.words import RELATORS

_MIRROR = {"from": "to", "to": "from", "before": "after", "after": "before", "into": "from"}


def exchanged(claim: Sentence, evidence: Sentence, alignment: Alignment) -> bool:
    """Whether two matched arguments stand around the same verb the other way round, in the same voice."""
    pairs = [
        (position, match.evidence) for position, match in sorted(alignment.matches.items()) if match.relation == "same"
    ]
    verbs = [(position, place) for position, place in pairs if _is_verb(claim, position) and _is_verb(evidence, place)]
    for verb, other_verb in verbs:
        before = [pair for pair in pairs if pair[0] < verb]
        after = [pair for pair in pairs if pair[0] > verb]
        if not before or not after or len(pairs) < 3:
            continue
        swapped = all(place > other_verb for _, place in before) and all(place < other_verb for _, place in after)
        if swapped and _passive(claim, verb) == _passive(evidence, other_verb) and len(alignment.missing) == 0:
            return True
    return _prepositions_exchanged(claim, evidence, alignment)


def _prepositions_exchanged(claim: Sentence, evidence: Sentence, alignment: Alignment) -> bool:
    """Two names whose prepositions changed places: `from A to B` and `from B to A`."""
    seen: dict[str, str] = {}
    for position, match in alignment.matches.items():
        mine, theirs = _before(claim, position), _before(evidence, match.evidence)
        if mine in RELATORS and theirs in RELATORS and mine != theirs:
            seen[mine] = theirs
    return any(seen.get(theirs) == mine for mine, theirs in seen.items())


def _before(sentence: Sentence, position: int) -> str:
    index = position - 1
    while index >= 0 and (sentence.terms[index].lower in ("the", "a", "an") or sentence.terms[index].kind == "name"):
        index -= 1
    return sentence.terms[index].lower if index >= 0 else ""


def _is_verb(sentence: Sentence, position: int) -> bool:
    term = sentence.terms[position]
    return term.kind == "word" and term.lower.endswith(("ed", "s", "ing", "e", "t", "d", "n")) and _has_verb(term.lower)


def _has_verb(word: str) -> bool:
    from ragtester.text.lexicon import base_forms

    return any(pos == "v" for pos, _ in base_forms(word))


def _passive(sentence: Sentence, verb: int) -> bool:
    following = [term.lower for term in sentence.terms[verb + 1 : verb + 4]]
    before = [term.lower for term in sentence.terms[max(0, verb - 3) : verb]]
    return "by" in following and (any(word in ("is", "was", "were", "are", "been", "be") for word in before) or True)
