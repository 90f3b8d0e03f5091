"""A sentence as the built-in verifier sees it: its words with lemmas, names, negation and values."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from ragtester.hallucination.verification.words import (
    CLAUSE_ENDS,
    EMPTY,
    LIGHT,
    NEGATORS,
    REFUSALS,
    REFUSALS_TO,
    REFUSING_PHRASES,
)
from ragtester.records import ValueKind
from ragtester.text.lexicon import base_forms, lemmas, part_of_speech
from ragtester.text.lexicon.groups import PHRASES
from ragtester.text.values import Value, extract_values
from ragtester.text.values.number_words import ORDINALS, SCALES

TermKind: TypeAlias = Literal["word", "name", "value", "empty", "mark"]

_TOKEN = re.compile(
    r"-(?:LRB|RRB|LSB|RSB|LCB|RCB)-|[^\W\d_]+?(?=n['’]t\b)|n['’]t\b|[^\W\d_]+(?:[.][^\W\d_]\b)+\.?|[^\W_]+(?:[.,:/](?=\d)\d+)*|[^\w\s]",
    re.UNICODE,
)
_DIGIT = re.compile(r"\d")
_VALUE_WORDS = frozenset(
    (
        *SCALES, *ORDINALS, "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty",
        "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "dozen", "half", "quarter", "century", "decade", "january",
        "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
        "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "fifties", "sixties", "seventies",
        "eighties", "nineties", "twenties", "thirties", "forties", "centuries", "decades", "quarters", "halves",
    )
)  # fmt: skip
"""A cheap first look: an English text without a digit and without one of these states no number and no date."""
_ROUGH = re.compile(r"[^\W_]+(?:[.,](?=\d)\d+)*")
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "(", "-RSB-": ")", "-LCB-": "(", "-RCB-": ")"}
_NOT_DENIED_BY = {
    "not": ("only", "just", "merely", "least", "less", "fewer", "more", "exceed", "exceeding", "later"),
    "no": ("later", ".", "fewer", "less", "more", "earlier"),
    "without": ("limitation",),
}
"""Negators that deny nothing before these words: `not only`, `no later than`, `no. 5`."""
_PHRASE_STARTS = frozenset(phrase.split()[0] for phrase in PHRASES)
_PHRASE_PAIRS = frozenset(tuple(phrase.split()[:2]) for phrase in PHRASES)
_PHRASE_NEGATORS = frozenset(first for first, _ in REFUSING_PHRASES)
DENYING_PREFIXES = frozenset(("un", "in", "im", "ir", "il", "non", "dis", "mis"))
_SAYING = frozenset(("word", "name"))
_MEASURED: frozenset[ValueKind] = frozenset(("code", "date", "number", "money", "percent", "duration"))
_AUXILIARIES = frozenset("is was are were has have had does do did can could will would may must should be".split())
_OPENERS = frozenset((".", "!", "?", ":", "“", '"', "`", "•", "|"))
"""Tokens after which a capital is due to its place."""
_SCOPE = 9
_CACHE = 16384
_SENTENCES = 4096
"""Sentences kept read: those of the contexts at hand, not of all before."""


class Term(NamedTuple):
    """One token: what it may be a form of, and whether it is denied; equal tokens of many sentences are one object."""

    text: str
    lower: str
    kind: TermKind
    lemmas: frozenset[str]
    weight: float
    denied: bool = False
    marked: bool = False
    """It may deny, or begin an expression of several words: what follows decides."""


class Tokens(NamedTuple):
    """Tokens in order with their places."""

    terms: list[Term]
    starts: list[int]
    ends: list[int]


class Rest(NamedTuple):
    """The tokens of another text from the place `first` on: this one goes on as that does, `shift` characters later."""

    tokens: Tokens
    first: int
    shift: int


_NOTHING = Rest(Tokens([], [], []), 0, 0)


class Sentence(NamedTuple):
    """A sentence's terms (every token), the positions of those that claim something, its values and negators."""

    text: str
    terms: tuple[Term, ...]
    starts: tuple[int, ...]
    """Where each term begins in the text."""
    ends: tuple[int, ...]
    content: tuple[int, ...]
    values: tuple[Value, ...]
    negators: tuple[int, ...]
    verb: int
    """Position of the first verb; the number of terms where there is none."""
    raw: Tokens
    """The tokens one by one, before expressions are joined and denial is marked."""

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Start and end in the text of the terms from `first` to `last`."""
        return self.starts[first], self.ends[last]


@lru_cache(maxsize=_SENTENCES)
def read_sentence(text: str) -> Sentence:
    """The sentence's terms; read once per text."""
    return _read(text, _values(text))


def read_variant(base: Sentence, text: str) -> Sentence:
    """A sentence that differs from `base` in one stretch: values outside of it are taken over, not looked for again."""
    shared = min(len(base.text), len(text))
    start = next((i for i in range(shared) if base.text[i] != text[i]), shared)
    tail = next((i for i in range(shared - start) if base.text[-1 - i] != text[-1 - i]), shared - start)
    begin, end, shift = start - 1, len(base.text) - tail + 1, len(text) - len(base.text)
    if any(value.start < end and begin < value.end for value in base.values) or (
        _may_hold_value(text[max(0, begin - 12) : len(text) - tail + 1])
    ):
        return _read(text, _values(text))
    values = tuple(value if value.end <= begin or not shift else _moved(value, shift) for value in base.values)
    raw = base.raw
    kept, rest = bisect_left(raw.ends, begin), bisect_left(raw.starts, len(base.text) - tail)
    begun = Tokens(raw.terms[:kept], raw.starts[:kept], raw.ends[:kept])
    return _read(text, values, begun=begun, rest=Rest(raw, rest, shift))


def _moved(value: Value, shift: int) -> Value:
    return replace(value, start=value.start + shift, end=value.end + shift)


def _read(text: str, values: tuple[Value, ...], *, begun: Tokens | None = None, rest: Rest | None = None) -> Sentence:
    """The sentence; `begun` are its first tokens where they are known already, `rest` its last ones."""
    raw = _tokens(text, values, begun or Tokens([], [], []), rest)
    merged, starts, ends = _merge_phrases(raw)
    negators = _negators(merged)
    denied = _denied(merged, negators) if negators else ()
    final = (
        tuple([_deny(term) if index in denied else term for index, term in enumerate(merged)])
        if denied
        else tuple(merged)
    )
    content = tuple([i for i, term in enumerate(final) if term.kind in _SAYING and i not in negators])
    return Sentence(text, final, tuple(starts), tuple(ends), content, values, negators, _first_verb(merged), raw)


def _tokens(text: str, values: tuple[Value, ...], raw: Tokens, rest: Rest | None) -> Tokens:
    """`raw` with the tokens behind it; where they fall in step with the `rest` of another text, that is taken over."""
    terms, starts, ends = raw
    covered = _covered(values)
    before = terms[-1].text if terms else "."
    known, index, shift = rest or _NOTHING
    for match in _TOKEN.finditer(text, ends[-1] if ends else 0):
        token, (start, end) = match[0], match.span()
        terms.append(_value_term(token) if start in covered else _classify(token, before in _OPENERS))
        starts.append(start)
        ends.append(end)
        before = token
        while index < len(known.starts) and known.starts[index] + shift < start:
            index += 1
        if index < len(known.starts) and known.starts[index] + shift == start:
            terms += known.terms[index + 1 :]
            starts += [place + shift for place in known.starts[index + 1 :]]
            ends += [place + shift for place in known.ends[index + 1 :]]
            break
    return raw


def _values(text: str) -> tuple[Value, ...]:
    if text.isascii() and not _may_hold_value(text):
        return ()
    return tuple(extract_values(text, kinds=_MEASURED))


def _may_hold_value(text: str) -> bool:
    return _DIGIT.search(text) is not None or not _VALUE_WORDS.isdisjoint(_ROUGH.findall(text.lower()))


def _covered(values: tuple[Value, ...]) -> frozenset[int]:
    return frozenset(place for value in values for place in range(value.start, value.end))


@lru_cache(maxsize=_CACHE * 2)
def _value_term(token: str) -> Term:
    lower = token.lower()
    return Term(token, lower, "value", frozenset((lower,)), 0.0, marked=_marked(lower))


@lru_cache(maxsize=_CACHE)
def _deny(term: Term) -> Term:
    return term._replace(denied=True)


@lru_cache(maxsize=_CACHE * 2)
def _classify(token: str, first: bool) -> Term:
    """A token with its lower-case form, kind, lemmas and weight; `first` where a capital is due to its place."""
    text, token = token, _BRACKETS.get(token, token)
    lower = token.lower().replace("’", "'")
    if not any(letter.isalnum() for letter in token):
        return Term(text, lower, "mark", frozenset(), 0.0, marked=_marked(lower))
    if lower in EMPTY and not (token.isupper() and len(token) > 1):
        return Term(text, lower, "empty", frozenset((lower,)), 0.0, marked=_marked(lower))
    capital = token[0].isupper()
    known = bool(base_forms(lower)) if capital else True
    if capital and (not first or not known):
        return Term(text, lower, "name", lemmas(lower), 1.4, marked=_marked(lower))
    forms = lemmas(lower)
    weight = 0.35 if (lower in LIGHT or not forms.isdisjoint(LIGHT)) else 1.0
    return Term(text, lower, "word", forms, weight, marked=_marked(lower))


def _merge_phrases(raw: Tokens) -> Tokens:
    """Expressions of several words become the one word that they amount to (`close to` is `near`)."""
    if not any(_phrase_at(raw.terms, index)[1] for index, term in enumerate(raw.terms) if term.marked):
        return raw
    merged = Tokens([], [], [])
    index = 0
    while index < len(raw.terms):
        length, single = _phrase_at(raw.terms, index)
        if single:
            kind: TermKind = "empty" if single in EMPTY else "word"
            weight = 0.7 * (kind == "word")
            merged.terms.append(Term(single, single, kind, lemmas(single), weight, marked=_marked(single)))
        else:
            merged.terms.append(raw.terms[index])
        merged.starts.append(raw.starts[index])
        merged.ends.append(raw.ends[index + length - 1])
        index += length
    return merged


def _phrase_at(terms: list[Term], index: int) -> tuple[int, str]:
    if index + 1 < len(terms) and (terms[index].lower, terms[index + 1].lower) in _PHRASE_PAIRS:
        for length in (3, 2):
            single = PHRASES.get(" ".join(term.lower for term in terms[index : index + length]))
            if single and index + length <= len(terms):
                return length, single
    return 1, ""


def _negators(terms: list[Term]) -> tuple[int, ...]:
    return tuple([index for index, term in enumerate(terms) if term.marked and _negates(terms, index)])


def _first_verb(terms: list[Term]) -> int:
    for index, term in enumerate(terms):
        if term.lower in _AUXILIARIES or (index and term.kind == "word" and part_of_speech(term.lower) == "v"):
            return index
    return len(terms)


@lru_cache(maxsize=_CACHE * 2)
def _marked(lower: str) -> bool:
    """Whether a word may deny or begin an expression, for which its neighbours are to be looked at."""
    forms = lemmas(lower)
    return (
        lower in NEGATORS
        or lower in _PHRASE_STARTS
        or lower in _PHRASE_NEGATORS
        or not forms.isdisjoint(REFUSALS)
        or not forms.isdisjoint(REFUSALS_TO)
    )


def _negates(terms: list[Term], index: int) -> bool:
    term = terms[index]
    following = terms[index + 1].lower if index + 1 < len(terms) else ""
    if term.lower in NEGATORS:
        return following not in _NOT_DENIED_BY.get(term.lower, ())
    if term.kind == "word" and not term.lemmas.isdisjoint(REFUSALS):
        return True
    if following in ("to", "in") and term.kind == "word" and not term.lemmas.isdisjoint(REFUSALS_TO):
        return True
    return bool(following) and (term.lower, following) in REFUSING_PHRASES


def rough_words(text: str) -> frozenset[str]:
    """Lemmas of the words and the bare numerals of a text: what an index needs, without reading the sentence."""
    return frozenset().union(*map(_rough, _ROUGH.findall(text)))


@lru_cache(maxsize=_CACHE * 2)
def _rough(word: str) -> frozenset[str]:
    lower = word.lower()
    if lower in EMPTY:
        return frozenset()
    return frozenset((lower.replace(",", ""),)) if lower[0].isdigit() else lemmas(lower)


def _denied(terms: list[Term], negators: tuple[int, ...]) -> frozenset[int]:
    """Positions in the scope of an odd number of negators: up to the end of the clause, at most some words on."""
    denied: dict[int, int] = {}
    deniers = frozenset(negators)
    for index in negators:
        reach = 0
        prefix = terms[index].lower == "non"
        for place in range(index + 1, min(len(terms), index + 1 + 8 * _SCOPE)):
            term = terms[place]
            if (term.lower in CLAUSE_ENDS and not prefix) or reach >= (1 if prefix else _SCOPE):
                break
            if place not in deniers:
                denied[place] = denied.get(place, 0) + 1
            reach += term.kind in ("word", "name")
    return frozenset(place for place, times in denied.items() if times % 2)


def is_negator_prefix(one: str, other: str) -> bool:
    """Whether one word is the other with a denying prefix: `refundable`, `non-refundable`; `usual`, `unusual`."""
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return len(shorter) > 3 and longer.endswith(shorter) and longer[: -len(shorter)] in DENYING_PREFIXES


__all__ = [
    "DENYING_PREFIXES",
    "LIGHT",
    "Sentence",
    "Term",
    "TermKind",
    "is_negator_prefix",
    "read_sentence",
    "read_variant",
    "rough_words",
]
