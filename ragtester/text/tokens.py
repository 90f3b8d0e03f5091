"""Words and numbers of a text in any script."""

from __future__ import annotations

import re
import unicodedata

_MARKS = "".join(chr(code) for code in range(0x300, 0x1F00) if unicodedata.category(chr(code)) in ("Mn", "Mc"))
"""Vowel signs and accents that Python's `\\w` leaves out."""

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Scripts that put no space between words: each character with its marks is a token."""

_TOKEN = re.compile(
    rf"(?P<ordinal>\d+(?:st|nd|rd|th)\b)|(?P<number>\d+(?:[.,]\d+)*)|[{_UNSPACED}][{_MARKS}]*"
    rf"|(?:(?![{_UNSPACED}])[^\W_][{_MARKS}]*)+(?:['’](?:(?![{_UNSPACED}])[^\W_][{_MARKS}]*)+)*",
    re.IGNORECASE,
)
_ASCII_TOKEN = re.compile(r"\d+(?:st|nd|rd|th)\b|\d+(?:[.,]\d+)*|[a-z][a-z0-9]*(?:'[a-z0-9]+)*", re.ASCII)
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")


def tokens(text: str) -> list[str]:
    """Lower-case word and number tokens, in order.

    A number keeps its decimals and loses its thousands commas (`1,250.5` is `1250.5`); a number and its
    unit are two tokens (`10km`); Chinese, Japanese and Thai letters are one token each.
    """
    lowered = text.lower()
    if lowered.isascii():
        found = _ASCII_TOKEN.findall(lowered)
    else:
        found = [match[0] for match in _TOKEN.finditer(unicodedata.normalize("NFC", lowered).replace("’", "'"))]
    return [token.replace(",", "") if "," in token and _GROUPED.fullmatch(token) else token for token in found]
