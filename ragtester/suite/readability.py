"""Flesch Reading Ease, by which sections are ordered."""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[^\W\d_]{2,}")
BANDS = ((-1e9, 0), (0, 30), (30, 50), (50, 60), (60, 70), (70, 80), (80, 1e9))
"""Bands of reading ease, after Flesch's own table of styles."""


@lru_cache(maxsize=4096)
def reading_ease(text: str, *, language: str = "en") -> float | None:
    """Flesch Reading Ease of `text` (lower is harder), by textstat; None for fewer than five words.

    Source: R. Flesch, A new readability yardstick, 1948; used by RAG-Tester, section 3.3.
    """
    if len(_WORD.findall(text)) < 5:
        return None
    import textstat

    textstat.set_lang(language if language in _LANGUAGES else "en")
    return round(float(textstat.flesch_reading_ease(text)), 2)


_LANGUAGES = frozenset({"en", "de", "es", "fr", "it", "nl", "pl", "ru", "hu"})


def histogram(scores: list[float | None]) -> tuple[tuple[str, int], ...]:
    """Counts by band, hardest first; scores that are None are counted as `unscored`."""
    counts = [(_label(low, high), sum(1 for s in scores if s is not None and low <= s < high)) for low, high in BANDS]
    missing = sum(1 for score in scores if score is None)
    return (*counts, ("unscored", missing)) if missing else tuple(counts)


def _label(low: float, high: float) -> str:
    if low < -1e8:
        return f"below {high:g}"
    return f"{low:g} and more" if high > 1e8 else f"{low:g} to {high:g}"
