"""The words that a text is about, found by counting."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from ragtester.metamorphic.pools import pool

_WORD = re.compile(r"[^\W\d_]{4,}(?:-[^\W\d_]+)*")
_NOUN_BEFORE = re.compile(
    r"\b(?:the|a|an|this|each|every|its|their|no|of|for|der|die|das|des|le|la|les|el|los|las)\s+$", re.IGNORECASE
)
_VERBAL = ("ly", "ing", "ed")
"""Endings that are rarely a noun's."""

_ENOUGH = 3
"""So many words that follow an article are enough to do without the others."""


@lru_cache(maxsize=512)
def key_terms(text: str, *, count: int = 12) -> tuple[str, ...]:
    """The most frequent longer words that are no function words, verbs or adverbs by their look or place.

    Words written with a capital inside a sentence are left out: a filler must not speak of a named entity.
    """
    stop = frozenset(pool("stop_terms"))
    seen: Counter[str] = Counter()
    named: set[str] = set()
    nouns: set[str] = set()
    for match in _WORD.finditer(text):
        word = match.group()
        before = text[: match.start()].rstrip()
        if word[0].isupper() and before and before[-1] not in ".!?:\n|*#-":
            named.add(word.lower())
        if _NOUN_BEFORE.search(text[max(0, match.start() - 8) : match.start()]):
            nouns.add(word.lower())
        seen[word.lower()] += 1
    ranked = sorted(
        (word for word in seen if word not in stop and word not in named and not word.endswith(_VERBAL)),
        key=lambda word: (-seen[word] * min(len(word), 10), word),
    )
    clear = [word for word in ranked if word in nouns]
    return tuple((clear if len(clear) >= _ENOUGH else ranked)[:count])
