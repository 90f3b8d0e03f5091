"""Whether a text states a required form, and how many required facts a context covers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_SPACE = re.compile(r"\s+")


def comparable(text: str) -> str:
    """Case, width and white space folded; nothing that carries meaning is dropped."""
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", text)).strip().casefold()


def states(text: str, form: str) -> bool:
    """Whether `text` holds `form` as whole words: `14 days` is neither in `142 days` nor in `3.14 days`."""
    return states_comparable(comparable(text), comparable(form))


def states_comparable(folded: str, form: str) -> bool:
    """`states` for two texts that are `comparable` already."""
    at = folded.find(form) if form else -1
    while at >= 0:
        if _bounded(folded, at, at + len(form)):
            return True
        at = folded.find(form, at + 1)
    return False


def claim_coverage(context: str, claims: Sequence[Sequence[str]]) -> float | None:
    """Share of claims that the context supports; None where there is no claim.

    Args:
        context: the texts as supplied to the model, joined.
        claims: for each claim the forms that support it; any one form suffices.
    """
    if not claims:
        return None
    folded = comparable(context)
    return sum(any(states_comparable(folded, comparable(form)) for form in forms) for forms in claims) / len(claims)


def _bounded(text: str, start: int, end: int) -> bool:
    first, last = text[start], text[end - 1]
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    if _joins(first) and _joins(before):
        return False
    if _joins(last) and _joins(after):
        return False
    if first.isdigit() and before in ".,-" and start > 1 and text[start - 2].isdigit():
        return False
    return not (last.isdigit() and after in ".,-" and end + 1 < len(text) and text[end + 1].isdigit())


def _joins(character: str) -> bool:
    """Letters and digits of scripts that separate words; CJK text has no word boundary to guard."""
    return character.isalnum() and not "\u3040" <= character <= "\u9fff" and not "\uac00" <= character <= "\ud7af"
