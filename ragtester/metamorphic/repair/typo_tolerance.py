"""Typo tolerance: words of a passage that nobody knows are read as the known word that they resemble."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ragtester.records import Retrieved

_WORD = re.compile(r"[^\W\d_]{4,}")


def vocabulary(texts: Iterable[str], *, often: int = 2) -> dict[str, int]:
    """The words (lower case) that the texts use at least `often` times, with their counts."""
    counts = Counter(match.group().lower() for text in texts for match in _WORD.finditer(text))
    return {word: count for word, count in counts.items() if count >= often}


def corrected(context: Sequence[Retrieved], known: Mapping[str, int], *, question: str = "") -> list[Retrieved]:
    """The passages with misspelt words set right; numbers and words with digits stay as they are.

    Args:
        context: what was retrieved.
        known: from `vocabulary`.
        question: its words count as known.
    """
    asked = {match.group().lower(): 1 for match in _WORD.finditer(question)}
    words = {**asked, **known}
    return [passage.model_copy(update={"text": corrected_text(passage.text, words)}) for passage in context]


def corrected_text(text: str, known: Mapping[str, int]) -> str:
    """A text with each unknown word replaced by the one known word at distance 1 (2 from eight letters on)."""
    return _WORD.sub(lambda match: _corrected(match.group(), known), text)


def _corrected(word: str, known: Mapping[str, int]) -> str:
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    lower = word.lower()
    if lower in known or not known:
        return word
    reach = 1 if len(word) < 8 else 2
    near = process.extract(lower, list(known), scorer=OSA.distance, score_cutoff=reach, limit=4)
    if not near:
        return word
    best = min(distance for _, distance, _ in near)
    closest = sorted((name for name, distance, _ in near if distance == best), key=lambda name: (-known[name], name))
    chosen = closest[0]
    return chosen.upper() if word.isupper() else chosen.capitalize() if word[0].isupper() else chosen
