"""The nearest text to a quote that was altered by typos, OCR or another parser."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA, Levenshtein

from ragtester.documents.spans.guards import same_statement

_LEAST_WORDS = 3
_LEAST_LETTERS = 12
"""A shorter quote is only found letter for letter."""
_MOST_ERRORS = 0.08
"""Errors as a share of the quote's letters."""
_WORD_ERRORS = 0.15
"""Errors as a share of one word's letters; one is always allowed, two in a long word whose first letter is right."""
_PLACES = 4
"""Places in the text that are looked at closely."""
_WORD = re.compile(r"\w+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a text in folded form, with their ranges, and where each occurs."""

    words: tuple[str, ...]
    ranges: tuple[tuple[int, int], ...]
    places: dict[str, tuple[int, ...]]


@lru_cache(maxsize=32)
def _words(text: str) -> _Words:
    found = list(_WORD.finditer(text))
    words = tuple(match[0].casefold() for match in found)
    places: dict[str, list[int]] = {}
    for index, word in enumerate(words):
        places.setdefault(word, []).append(index)
    return _Words(words, tuple(match.span() for match in found), {word: tuple(at) for word, at in places.items()})


def nearest(quote: str, text: str) -> tuple[int, int] | None:
    """The range of whole words that differs from the quote by few letters, or None.

    Candidate places are those where many words of the quote stand in its order (each word votes for the
    place where the quote would begin). A candidate counts only if its numbers and negations are the
    quote's, and if every differing word differs as a typo does: "increase" is not found at "decrease".
    """
    wanted = _words(quote)
    if len(wanted.words) < _LEAST_WORDS or sum(len(word) for word in wanted.words) < _LEAST_LETTERS:
        return None
    there = _words(text)
    votes: Counter[int] = Counter()
    for index, word in enumerate(wanted.words):
        places = there.places.get(word, ())
        if len(places) <= 400:
            votes.update(place - index for place in places)
    pooled = {at: sum(votes[at + shift] for shift in (-2, -1, 0, 1, 2)) for at in votes}
    best: tuple[float, tuple[int, int]] | None = None
    for at in sorted(pooled, key=lambda at: (-pooled[at], -votes[at], at))[:_PLACES]:
        place = _close(quote, wanted, text, there, at)
        if place is not None and (best is None or place[0] > best[0]):
            best = place
    return best[1] if best else None


def _close(quote: str, wanted: _Words, text: str, there: _Words, at: int) -> tuple[float, tuple[int, int]] | None:
    margin = 3 + len(wanted.words) // 20
    first = max(at - margin, 0)
    last = min(at + len(wanted.words) + margin, len(there.ranges)) - 1
    if first > last:
        return None
    folded = " ".join(wanted.words)
    window, starts, ends = _joined(there, first, last)
    found = fuzz.partial_ratio_alignment(folded, window) if len(folded) <= len(window) else None
    if found is None:
        begin, end = first, last
    else:
        begin = first + max((n for n, start in enumerate(starts) if start <= found.dest_start + 1), default=0)
        end = first + min((n for n, stop in enumerate(ends) if stop >= found.dest_end - 1), default=len(ends) - 1)
    begin, end = _trimmed(wanted, there, begin, end)
    start, stop = there.ranges[begin][0], there.ranges[end][1]
    candidate = text[start:stop]
    errors = _errors(wanted.words, there.words[begin : end + 1])
    if errors is None or errors > max(2.0, _MOST_ERRORS * len(folded)) or not same_statement(quote, candidate):
        return None
    closing = quote.rstrip()[-1:]
    if closing and not closing.isalnum() and text[stop : stop + 1] == closing:
        stop += 1
    return -errors, (start, stop)


def _joined(there: _Words, first: int, last: int) -> tuple[str, list[int], list[int]]:
    parts = there.words[first : last + 1]
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    for part in parts:
        starts.append(at)
        ends.append(at + len(part))
        at += len(part) + 1
    return " ".join(parts), starts, ends


def _trimmed(wanted: _Words, there: _Words, begin: int, end: int) -> tuple[int, int]:
    """Moves the ends of the range by up to two words to where the quote's first and last words stand."""

    def gap(one: str, other: str) -> float:
        return OSA.normalized_distance(one, other)

    firsts = list(range(max(begin - 2, 0), min(begin + 3, end + 1)))
    begin = min(firsts, key=lambda n: (gap(wanted.words[0], there.words[n]), abs(n - begin)))
    lasts = list(range(max(end - 2, begin), min(end + 3, len(there.words))))
    end = min(lasts, key=lambda n: (gap(wanted.words[-1], there.words[n]), abs(n - end)))
    return begin, max(begin, end)


def _errors(wanted: tuple[str, ...], found: tuple[str, ...]) -> float | None:
    """How many letters differ; None where a word is another word and not a misprint of the same."""
    total = 0.0
    for step in Levenshtein.opcodes(wanted, found):
        if step.tag == "equal":
            continue
        ours, theirs = wanted[step.src_start : step.src_end], found[step.dest_start : step.dest_end]
        pairs = list(zip(ours, theirs, strict=True)) if len(ours) == len(theirs) else [("".join(ours), "".join(theirs))]
        for one, other in pairs:
            distance = OSA.distance(one, other)
            if not _same_digits(one, other) or distance > _allowed(one, other):
                return None
            total += distance
    return total


def _allowed(one: str, other: str) -> int:
    """Errors that make a misprint of a word; a word too many or too few may be short."""
    if not one or not other:
        return 4
    longer = max(len(one), len(other))
    return max(2 if longer >= 8 and one[0] == other[0] else 1, int(_WORD_ERRORS * longer))


def _same_digits(one: str, other: str) -> bool:
    """Whether two words have the same digits; OCR may put a digit into a word that has none (wi1l)."""
    left = [sign for sign in one if sign.isdigit()]
    right = [sign for sign in other if sign.isdigit()]
    if left == right:
        return True
    letters = any(sign.isalpha() for sign in one) and any(sign.isalpha() for sign in other)
    return letters and (not left or not right)
