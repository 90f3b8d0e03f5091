"""When near text is not the same statement: other numbers, another polarity."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"\d+(?:[.,:/\u00a0\u202f']\d+)*")
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|nor|neither|without|cannot|nicht|kein\w*|ohne|nie|ne|pas|jamais|sans|non|sin|nunca)\b|n['\u2019]t\b",
    re.IGNORECASE,
)


def numbers(text: str) -> list[str]:
    """The numbers of a text in order, thousands separators and leading zeros kept."""
    return [found.replace("\u00a0", " ").replace("\u202f", " ") for found in _NUMBER.findall(text)]


def same_statement(quote: str, found: str) -> bool:
    """Whether both texts hold the same numbers in the same order and the same negations."""
    return numbers(quote) == numbers(found) and len(_NEGATION.findall(quote)) == len(_NEGATION.findall(found))


def whole(text: str, start: int, end: int) -> bool:
    """Whether the range neither begins nor ends inside a word or a number."""
    begins = start == 0 or not (text[start].isalnum() and text[start - 1].isalnum())
    ends = end == len(text) or not (text[end - 1].isalnum() and text[end].isalnum())
    return begins and ends and not _cuts_number(text, start) and not _cuts_number(text, end)


def _cuts_number(text: str, at: int) -> bool:
    """Whether `at` lies inside a number such as 1,250 or 3.5."""
    around = text[max(0, at - 2) : at + 2]
    return bool(re.fullmatch(r"\d[.,]\d\d?|.\d[.,]\d", around)) and 0 < at < len(text)
