"""Claims with values that a text makes beyond the facts it was given."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragtester.records import Fact
from ragtester.text import contains_form, extract_values, split_sentences

_CHECKED = ("number", "money", "percent", "date", "duration", "code")
_MARKER = re.compile(r"^\s*(?:\d+[.)]|[-*+]|#{1,6})\s+", re.MULTILINE)


def added_claims(text: str, facts: Sequence[Fact], *, known: Sequence[str] = ()) -> list[str]:
    """Sentences that state a number, amount, date, duration, percentage or code that no fact has.

    Args:
        text: what was written.
        facts: what it was to state.
        known: further texts whose values are no claims, such as the title.
    """
    given = " ; ".join([*known, *(form for fact in facts for form in (fact.subject, *fact.forms, *fact.items))])
    found: list[str] = []
    for sentence in split_sentences(_MARKER.sub("", text)):
        values = [value for value in extract_values(sentence.text) if value.kind in _CHECKED]
        if any(_checkable(value.text) and not contains_form(given, [value.text]) for value in values):
            found.append(sentence.text)
    return found


def _checkable(value: str) -> bool:
    """Bare number words such as `one` are speech, not claims."""
    return any(sign.isdigit() for sign in value) or " " in value
