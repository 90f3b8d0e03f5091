"""A sentence as the built-in verifier sees it: its words with lemmas, names, negation and values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from ragtester.hallucination.verification.words import (
    CLAUSE_ENDS,
    EMPTY,
    LIGHT,
    NEGATORS,
    REFUSALS,
    REFUSING_PHRASES,
)
from ragtester.text.lexicon import base_forms, lemmas
from ragtester.text.lexicon.groups import PHRASES
from ragtester.text.values import Value, extract_values

TermKind: TypeAlias = Literal["word", "name", "value", "empty", "mark"]

_TOKEN = re.compile(
    r"-(?:LRB|RRB|LSB|RSB|LCB|RCB)-|[^\W\d_]+?(?=n['’]t\b)|n['’]t\b|[^\W\d_]+(?:[.][^\W\d_]\b)+\.?|[^\W_]+(?:[.,:/](?=\d)\d+)*|[^\w\s]",
    re.UNICODE,
)
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "(", "-RSB-": ")", "-LCB-": "(", "-RCB-": ")"}
_NOT_DENIED_BY = {
    "not": ("only", "just", "merely", "least", "less", "fewer", "more"),
    "no": ("later", ".", "fewer", "less", "more", "earlier"),
    "without": ("limitation",),
}
"""Negators that deny nothing before these words: `not only`, `no later than`, `no. 5`."""
_SCOPE = 9
_CACHE = 16384


@dataclass(frozen=True, slots=True)
class Term:
    """One token: where it stands, what it may be a form of, and whether it is denied."""

    text: str
    lower: str
    start: int
    end: int
    kind: TermKind
    lemmas: frozenset[str]
    weight: float
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence's terms (every token), the positions of those that claim something, its values and negators."""

    text: str
    terms: tuple[Term, ...]
    content: tuple[int, ...]
    values: tuple[Value, ...]
    negators: tuple[int, ...]
    forms: frozenset[str]
    """Every lemma of the content, for a quick look."""


@lru_cache(maxsize=_CACHE)
def read_sentence(text: str) -> Sentence:
    """The sentence's terms; read once per text."""
    values = tuple(value for value in extract_values(text) if value.number is not None or value.date is not None)
    raw = [(match[0], match.start(), match.end()) for match in _TOKEN.finditer(text)]
    terms: list[Term] = []
    covered = _covered(values)
    for index, (token, start, end) in enumerate(raw):
        terms.append(_term(token, start, end, first=_opens(raw, index), inside=start in covered))
    merged = _merge_phrases(terms)
    negators = _negators(merged)
    denied = _denied(merged, negators)
    final = tuple(
        term
        if index not in denied
        else Term(term.text, term.lower, term.start, term.end, term.kind, term.lemmas, term.weight, True)
        for index, term in enumerate(merged)
    )
    content = tuple(i for i, term in enumerate(final) if term.kind in ("word", "name") and i not in negators)
    forms = frozenset(lemma for i in content for lemma in final[i].lemmas)
    return Sentence(text, final, content, values, negators, forms)


def _covered(values: tuple[Value, ...]) -> frozenset[int]:
    return frozenset(place for value in values for place in range(value.start, value.end))


def _opens(raw: list[tuple[str, int, int]], index: int) -> bool:
    return index == 0 or raw[index - 1][0] in (".", "!", "?", ":", "“", '"', "`", "•", "|")


def _term(token: str, start: int, end: int, *, first: bool, inside: bool) -> Term:
    token = _BRACKETS.get(token, token)
    lower = token.lower().replace("’", "'")
    if inside:
        return Term(token, lower, start, end, "value", frozenset((lower,)), 0.0)
    if not any(letter.isalnum() for letter in token) and not token[0].isalpha():
        return Term(token, lower, start, end, "mark", frozenset(), 0.0)
    if lower in EMPTY and not (token.isupper() and len(token) > 1):
        return Term(token, lower, start, end, "empty", frozenset((lower,)), 0.0)
    capital = token[0].isupper()
    known = bool(base_forms(lower)) if capital else True
    if capital and (not first or not known):
        return Term(token, lower, start, end, "name", lemmas(lower), 1.4)
    forms = lemmas(lower)
    weight = 0.35 if (lower in LIGHT or not forms.isdisjoint(LIGHT)) else 1.0
    return Term(token, lower, start, end, "word", forms, weight)


def _merge_phrases(terms: list[Term]) -> list[Term]:
    """Expressions of several words become the one word that they amount to (`close to` is `near`)."""
    merged: list[Term] = []
    index = 0
    while index < len(terms):
        for length in (3, 2):
            words = terms[index : index + length]
            single = PHRASES.get(" ".join(term.lower for term in words)) if len(words) == length else None
            if single:
                kind: TermKind = "empty" if single in EMPTY else "word"
                merged.append(
                    Term(single, single, words[0].start, words[-1].end, kind, lemmas(single), 0.7 * (kind == "word"))
                )
                index += length
                break
        else:
            merged.append(terms[index])
            index += 1
    return merged


def _negators(terms: list[Term]) -> tuple[int, ...]:
    return tuple(index for index in range(len(terms)) if _negates(terms, index))


def _negates(terms: list[Term], index: int) -> bool:
    term = terms[index]
    following = terms[index + 1].lower if index + 1 < len(terms) else ""
    if term.lower in NEGATORS:
        return following not in _NOT_DENIED_BY.get(term.lower, ())
    if term.kind == "word" and not term.lemmas.isdisjoint(REFUSALS):
        return True
    return any(tuple(t.lower for t in terms[index : index + len(phrase)]) == phrase for phrase in REFUSING_PHRASES)


def _denied(terms: list[Term], negators: tuple[int, ...]) -> frozenset[int]:
    """Positions in the scope of an odd number of negators: up to the end of the clause, at most some words on."""
    denied: dict[int, int] = {}
    for index in negators:
        reach = 0
        for place in range(index + 1, len(terms)):
            term = terms[place]
            if term.lower in CLAUSE_ENDS or reach >= _SCOPE:
                break
            if place not in negators:
                denied[place] = denied.get(place, 0) + 1
            reach += term.kind in ("word", "name")
    return frozenset(place for place, times in denied.items() if times % 2)


def is_negator_prefix(one: str, other: str) -> bool:
    """Whether one word is the other with a denying prefix: `refundable`, `non-refundable`; `usual`, `unusual`."""
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return len(shorter) > 3 and longer in {
        prefix + shorter for prefix in ("un", "in", "im", "ir", "il", "non", "dis", "mis")
    }


__all__ = ["LIGHT", "Sentence", "Term", "TermKind", "is_negator_prefix", "read_sentence"]
