"""Whether two arguments changed places: `A beat B` is not `B beat A`."""

from __future__ import annotations

from ragtester.hallucination.verification.alignment import Alignment
from ragtester.hallucination.verification.terms import Sentence
from ragtester.hallucination.verification.words import RELATORS
from ragtester.text.lexicon import base_forms

_NOMINAL = frozenset("the a an of in for to with and on at by its his her their".split())
_REACH = 24
"""A name has fewer words than this; a run of capitals that is longer is not searched to its beginning each time."""


def exchanged(claim: Sentence, evidence: Sentence, alignment: Alignment) -> bool:
    """Whether two matched arguments stand around the same verb the other way round, in the same voice."""
    pairs = [
        (position, match.evidence) for position, match in sorted(alignment.matches.items()) if match.relation == "same"
    ]
    verbs = [(position, place) for position, place in pairs if _is_verb(claim, position) and _is_verb(evidence, place)]
    for verb, other_verb in verbs:
        if any(_role_turned(claim, verb, a, evidence, other_verb, b) for a, b in pairs):
            return True
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
        mine = _before(claim, position)
        theirs = _before(evidence, match.evidence) if mine in RELATORS else ""
        if theirs in RELATORS and mine != theirs:
            seen[mine] = theirs
    return any(seen.get(theirs) == mine for mine, theirs in seen.items())


def _role_turned(claim: Sentence, verb: int, a: int, evidence: Sentence, other_verb: int, b: int) -> bool:
    """`A bought B` against `it was bought by B`: the same name is object on one side and agent on the other."""
    mine, theirs = _agent(claim, verb, a), _agent(evidence, other_verb, b)
    return mine is not None and theirs is not None and mine != theirs


def _agent(sentence: Sentence, verb: int, position: int) -> bool | None:
    """Whether a name follows the verb with `by` (True) or at once (False); None where neither can be said."""
    if position <= verb or sentence.terms[position].kind != "name":
        return None
    between = [term.lower for term in sentence.terms[verb + 1 : position] if term.kind != "name"]
    return None if any(word not in ("by", "the") for word in between) else "by" in between


def _before(sentence: Sentence, position: int) -> str:
    index, reach = position - 1, max(0, position - _REACH)
    while index >= reach and (
        sentence.terms[index].lower in ("the", "a", "an") or sentence.terms[index].kind == "name"
    ):
        index -= 1
    return sentence.terms[index].lower if index >= reach else ""


def _is_verb(sentence: Sentence, position: int) -> bool:
    """Whether the word is the verb of the clause: no article, preposition or noun phrase takes it for a noun."""
    if sentence.verb not in (position, position - 1, position - 2):
        return False
    term = sentence.terms[position]
    before, after = _lower(sentence, position - 1), _lower(sentence, position + 1)
    if term.kind != "word" or after == "of" or before in _NOMINAL:
        return False
    return any(pos == "v" for pos, _ in base_forms(term.lower))


def _lower(sentence: Sentence, index: int) -> str:
    return sentence.terms[index].lower if 0 <= index < len(sentence.terms) else ""


def _passive(sentence: Sentence, verb: int) -> bool:
    return "by" in [term.lower for term in sentence.terms[verb + 1 : verb + 4]]
