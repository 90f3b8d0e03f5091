"""Sentences that list things, as questions for the whole list."""

from __future__ import annotations

import re

from ragtester.suite.writers.entity import Entity
from ragtester.suite.writers.turning import acceptable, inside

_LIST = re.compile(
    r"^(?P<s>(?:The |[A-Z])[^,;:()]{2,80}?) (?P<v>includes?|included|consists? of|consisted of|comprises?|comprised|are|were):? "
    r"(?P<items>[^.;:]+, [^.;:]+(?:,? and |, or )[^.;:]+)\.$"
)
_BASE = {
    "includes": "does",
    "include": "do",
    "consists of": "does",
    "consist of": "do",
    "comprises": "does",
    "comprise": "do",
}


def listed(
    sentence: str, entity: Entity | None, *, names: frozenset[str] = frozenset()
) -> tuple[str, tuple[str, ...]] | None:
    """The question for a sentence's list, and the items; None where it lists nothing that can be asked for."""
    flat = " ".join(sentence.split())
    named = entity.resolved(flat) if entity else flat
    found = _LIST.match(named)
    if not found or len(named.split()) > 45:
        return None
    items = [part.strip() for part in re.split(r", and |, or |, | and ", found["items"]) if part.strip()]
    if not 3 <= len(items) <= 8 or any(
        len(item.split()) > 6 or re.search(r"\d{4}|\b(?:which|that|is|are)\b", item) for item in items
    ):
        return None
    subject, verb = found["s"], found["v"]
    if any(item.count("(") != item.count(")") for item in items):
        return None
    if verb in ("are", "were") and not re.search(
        r"\b(?:two|three|four|five|six|seven|eight|main|key|principal|following)\b", subject
    ):
        return None
    if not (entity and entity.named_in(subject)):
        subject = inside(subject, names)
    if verb in ("are", "were"):
        question = f"What {verb} {subject}?"
    else:
        base = re.sub(r"^(include|consist|comprise)[sd]?(?:ed)?", r"\1", verb)
        question = f"What {_BASE.get(verb, 'did')} {subject} {base}?"
    return (question, tuple(items)) if acceptable(question, subject) else None
