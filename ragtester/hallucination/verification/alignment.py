"""Which word of the evidence answers for which word of the claim."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from ragtester.hallucination.verification.offer import WORTH, Offer, plainly, read_offer
from ragtester.hallucination.verification.terms import Sentence, Term
from ragtester.text.lexicon import Relation, is_person, profile, relation

Rivalry: TypeAlias = Literal["antonym", "slot", "sister", "name"]
"""`slot`: another word between the same neighbours, such as `brick` and `plastic` in `a ... wall`."""

_SLOT = 3
_SPEAKS_OF_IT = 0.25


class Match(NamedTuple):
    """Term `claim` of the claim is answered by term `evidence` of the evidence, `worth` 0 to 1."""

    claim: int
    evidence: int
    worth: float
    relation: Relation


class Rival(NamedTuple):
    """Term `evidence` stands where the claim has `claim`, and excludes it."""

    claim: int
    evidence: int
    kind: Rivalry


class Alignment(NamedTuple):
    """Matches by the claim's position, what is left over, and the rivals among the rest."""

    matches: Mapping[int, Match]
    missing: tuple[int, ...]
    rivals: tuple[Rival, ...]
    coverage: float
    """Weighted share of the claim's content that the evidence answers for, 0 to 1."""


def align(claim: Sentence, evidence: Sentence) -> Alignment:
    """Matches the claim's content with the evidence, each word with its best answer."""
    matches: dict[int, Match] = {}
    missing: list[int] = []
    used: set[int] = set()
    offer = read_offer(evidence.text)
    for position in claim.content:
        place = _same(claim.terms[position], offer.by_lemma, used, evidence)
        if place is None:
            missing.append(position)
        else:
            matches[position] = Match(position, place, 1.0, "same")
            used.add(place)
    left: list[int] = []
    for position in missing:
        found = _related(claim, position, evidence, used, offer)
        if found is None:
            left.append(position)
        else:
            matches[position] = found
            used.add(found.evidence)
    left += _broken_compounds(claim, evidence, matches)
    total = sum([claim.terms[position].weight for position in claim.content])
    covered = sum([claim.terms[position].weight * match.worth for position, match in matches.items()])
    coverage = covered / total if total else 0.0
    rivals: list[Rival] = []
    if coverage >= _SPEAKS_OF_IT:
        found_rivals = [_rival(claim, position, evidence, used, left, offer) for position in left]
        rivals = [rival for rival in found_rivals if rival is not None]
    return Alignment(matches, tuple(left), tuple(rivals), coverage)


def _broken_compounds(claim: Sentence, evidence: Sentence, matches: dict[int, Match]) -> list[int]:
    """Takes back `room` answered for by `kitchen`, where the claim says `dining room`; the positions taken back."""
    undone: list[int] = []
    for position, match in list(matches.items()):
        before = claim.terms[position - 1] if position else None
        if match.relation != "broader" or before is None or before.kind != "word" or position - 1 in matches:
            continue
        compound = f"{before.lower} {claim.terms[position].lower}"
        if profile(compound).meanings and not WORTH[relation(evidence.terms[match.evidence].lower, compound)]:
            undone.append(position)
            del matches[position]
    return undone


def _same(term: Term, by_lemma: Mapping[str, list[int]], used: set[int], evidence: Sentence) -> int | None:
    best: int | None = None
    for lemma in term.lemmas:
        for place in by_lemma.get(lemma, ()):
            if place not in used:
                if evidence.terms[place].lower == term.lower:
                    return place
                best = place if best is None else best
    if best is None:  # one word may answer for two of the claim
        for lemma in term.lemmas:
            for place in by_lemma.get(lemma, ()):
                return place
    return best


def _related(claim: Sentence, position: int, evidence: Sentence, used: set[int], offer: Offer) -> Match | None:
    term = claim.terms[position]
    best: Match | None = None
    for place, kind, worth in offer.replies(term):
        if (best is None or worth > best.worth) and not (kind == "synonym" and place in used):
            best = Match(position, place, worth, kind)
    if best is None and term.kind == "name":
        best = _name_by_another(claim, position, evidence)
    return best


def _name_by_another(claim: Sentence, position: int, evidence: Sentence) -> Match | None:
    """A name of several words, or an acronym, against the names of the evidence (`United States`, `USA`)."""
    own = _run(claim, position)
    for begin, end in _runs(evidence):
        words = [evidence.terms[i].lower for i in range(begin, end)]
        phrase = " ".join(words)
        kind = relation(phrase, own)
        initials = "".join(word[0] for word in words)
        if WORTH[kind] or (len(words) > 1 and initials == own.replace(".", "")):
            return Match(position, begin, WORTH[kind] or 0.9, kind if WORTH[kind] else "synonym")
    return None


def _run(sentence: Sentence, position: int) -> str:
    begin = end = position
    while begin > 0 and sentence.terms[begin - 1].kind == "name":
        begin -= 1
    while end + 1 < len(sentence.terms) and sentence.terms[end + 1].kind == "name":
        end += 1
    return " ".join(sentence.terms[i].lower for i in range(begin, end + 1))


def _runs(sentence: Sentence) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    begin: int | None = None
    for index, term in enumerate(sentence.terms):
        if term.kind == "name":
            begin = index if begin is None else begin
        elif begin is not None:
            found.append((begin, index))
            begin = None
    return [*found, (begin, len(sentence.terms))] if begin is not None else found


def _rival(
    claim: Sentence, position: int, evidence: Sentence, used: set[int], left: list[int], offer: Offer
) -> Rival | None:
    term = claim.terms[position]
    excluding = offer.exclusions(term)
    for place in excluding.antonyms:
        if place not in used:
            return Rival(position, place, "antonym")
    slot = _slot(claim, position, offer, used)
    if slot is not None:
        return Rival(position, slot, "slot")
    sister = next((place for place in excluding.sisters if place not in used), None)
    if sister is not None and _same_company(claim, position, evidence, sister):
        return Rival(position, sister, "sister")
    if is_person(term.lower) and position and position - 1 in left:
        place = next((p for p in evidence.content if p not in used and is_person(evidence.terms[p].lower)), -1)
        if place >= 0:
            return Rival(position, place, "sister")
    if term.kind == "name":
        place = next((p for p in evidence.content if p not in used and evidence.terms[p].kind == "name"), -1)
        if place >= 0:
            return Rival(position, place, "name")
    return None


def _slot(claim: Sentence, position: int, offer: Offer, used: set[int]) -> int | None:
    """An unused word of the evidence between the same two words on its left and the same one on its right."""
    before, after = _plain(claim, position - 1), _plain(claim, position + 1)
    if before == "" and after == "":
        return None
    plain = offer.plain
    last = len(plain) - 1
    for place in offer.behind.get((_plain(claim, position - 2), before), ()):
        if place in used:
            continue
        end = place
        while end < last and end - place < _SLOT and plain[end] != "" and plain[end + 1] != after:
            end += 1
        if (plain[end + 1] if end < last else "") == after:
            return place
    return None


def _plain(sentence: Sentence, index: int) -> str:
    return plainly(sentence.terms[index]) if 0 <= index < len(sentence.terms) else ""


def _same_company(claim: Sentence, position: int, evidence: Sentence, place: int) -> bool:
    """Whether the content words beside the two are the same, or both are names."""
    if claim.terms[position].kind == "name":
        return True
    mine, theirs = _beside(claim, position), _beside(evidence, place)
    return any(not a.isdisjoint(b) for a, b in zip(mine, theirs, strict=True))


def _beside(sentence: Sentence, position: int) -> tuple[frozenset[str], frozenset[str]]:
    """Lemmas of the words right before and right behind, articles passed over."""
    return _next(sentence, position, -1), _next(sentence, position, 1)


def _next(sentence: Sentence, position: int, step: int) -> frozenset[str]:
    index = position + step
    while 0 <= index < len(sentence.terms) and sentence.terms[index].lower in ("a", "an", "the"):
        index += step
    inside = 0 <= index < len(sentence.terms) and sentence.terms[index].kind in ("word", "name")
    return sentence.terms[index].lemmas if inside else frozenset()
