"""Evidence marked in a passage: escaped text with `mark` around the quote."""

from __future__ import annotations

import re
from collections.abc import Iterable

from markupsafe import Markup, escape


def marked(text: str, quotes: Iterable[str]) -> Markup:
    """`text` as HTML with every quote marked; white space between words may differ."""
    places: list[tuple[int, int]] = []
    for quote in quotes:
        words = quote.split()
        if not words:
            continue
        pattern = r"\s+".join(re.escape(word) for word in words[:400])
        places += [match.span() for match in re.finditer(pattern, text)]
    parts: list[Markup] = []
    at = 0
    for start, end in _merged(places):
        parts += [escape(text[at:start]), Markup("<mark>"), escape(text[start:end]), Markup("</mark>")]
        at = end
    parts.append(escape(text[at:]))
    return Markup("").join(parts)


def _merged(places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
