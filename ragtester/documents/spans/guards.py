"""When near text is not the same statement: other numbers, another polarity."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"(?<![^\W\d_])[-−]?\d+(?:[.,:/'’\u00a0\u202f]\d+)*(?![^\W_])")
_SEPARATOR = re.compile(r"(?<=\d)[,'’\u00a0\u202f](?=\d{3}(?!\d))")
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|nor|neither|without|cannot|nicht|kein\w*|ohne|nie|niemals|ne|pas|jamais|sans|non|sin|"
    r"nunca|ningún\w*|není|nikdy|bez|δεν|χωρίς)\b|n['\u2019]t\b",
    re.IGNORECASE,
)


def numbers(text: str) -> list[str]:
    """The numbers of a text in order, without thousands separators; digits inside words are not numbers."""
    return [_SEPARATOR.sub("", found).replace("−", "-") for found in _NUMBER.findall(text)]


def same_statement(quote: str, found: str) -> bool:
    """Whether both texts hold the same numbers in the same order and the same count of negations."""
    return numbers(quote) == numbers(found) and len(_NEGATION.findall(quote)) == len(_NEGATION.findall(found))


def whole(text: str, start: int, end: int) -> bool:
    """Whether the range neither begins nor ends inside a word or a number."""
    begins = start == 0 or not (text[start].isalnum() and text[start - 1].isalnum())
    ends = end == len(text) or not (text[end - 1].isalnum() and text[end].isalnum())
    return begins and ends and not _cuts_number(text, start) and not _cuts_number(text, end)


def _cuts_number(text: str, at: int) -> bool:
    """Whether `at` lies beside the separator inside a number such as 1,250 or 3.5."""
    if not 0 < at < len(text):
        return False
    before, after = text[:at][-2:], text[at : at + 2]
    return bool(
        (re.fullmatch(r"\d[.,]", before) and after[:1].isdigit())
        or (re.fullmatch(r"[.,]\d", after) and before[-1:].isdigit())
    )
