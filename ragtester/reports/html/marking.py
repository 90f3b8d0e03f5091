"""Evidence marked in a passage, and flagged statements marked in an answer; all text is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

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


def flagged(answer: str, spans: Sequence[Mapping[str, Any]]) -> Markup:
    """`answer` as HTML with every flagged statement marked; on hover the score and what the context says.

    Spans that lie outside the answer or overlap an earlier one are left out: an answer is shown whole in any case.
    """
    parts: list[Markup] = []
    at = 0
    for span in sorted(spans, key=lambda one: (one["start"], one["end"])):
        start, end = span["start"], span["end"]
        if not at <= start < end <= len(answer):
            continue
        parts += [
            escape(answer[at:start]),
            Markup('<mark class="flagged" title="{}">{}</mark>').format(_ground(span), answer[start:end]),
        ]
        at = end
    parts.append(escape(answer[at:]))
    return Markup("").join(parts)


def _ground(span: Mapping[str, Any]) -> str:
    contradicted = span.get("verdict") == "no"
    verdict = "contradicted by the context" if contradicted else "not borne out by the context"
    told = [f"S = {span['score']:.2f}, {verdict}", span.get("reason") or "", span.get("topic") or ""]
    if span.get("support"):
        told.append(f"passage {span['context'] + 1}: {span['support']}")
    return "; ".join(part for part in told if part)


def _merged(places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
