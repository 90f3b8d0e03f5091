"""Making a variant by exchanging a stretch of a claim's text."""

from __future__ import annotations

import re

from ragtester.hallucination.grounding import Direction, Variant

_ARTICLE = re.compile(r"\b(an?)\s+$", re.IGNORECASE)


def replaced(text: str, start: int, end: int, new: str, *, direction: Direction, operator: str) -> Variant:
    """`text` with `[start:end]` exchanged for `new`, and `a` or `an` before it set right."""
    before = text[:start]
    article = _ARTICLE.search(before)
    if article and new:
        right = "an" if new[0].lower() in "aeiou" else "a"
        right = right.capitalize() if article[1][0].isupper() else right
        before = before[: article.start(1)] + right + before[article.end(1) :]
    return Variant(before + new + text[end:], direction, operator)
