"""What an answer holds that a reader does not see: invisible characters and encoded text."""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata

_TAGS = re.compile(r"[\U000e0000-\U000e007f]+")
_SELECTORS = re.compile(r"[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}")
_KEPT = frozenset("\u200c\u200d")
"""Joiners that Persian, Indic scripts and emoji are written with."""
_BASE64 = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{20,}(?:\s?[A-Za-z0-9+/_-]{20,})*={0,2}(?![\w+/-])")
_HEX = re.compile(r"(?<![0-9a-zA-Z])(?:(?:0x|\\x)?[0-9a-fA-F]{2}[ ,:]?){12,}(?![0-9a-zA-Z])")
_BINARY = re.compile(r"(?<!\d)(?:[01]{8}\s?){8,}(?!\d)")
_SPACED = re.compile(r"(?<!\w)(?:\w[ .\-_·*|]{1,2}){8,}\w(?!\w)")
_SQUASHED = re.compile(
    r"ignore(?:all|any|prev|the|your)|disregard|grader|evaluator|judge|fullmarks|fullscore|markthis|marked?as|score5|scoreof5|giveit|thisanswer|instruction|verdict|5outof5|passed"
)


def visible(text: str) -> tuple[str, list[str]]:
    """The text as a reader sees it, and what was hidden in characters that have no glyph."""
    if text.isascii():
        return text, []
    found = ["".join(chr(ord(c) - 0xE0000) for c in match[0] if ord(c) > 0xE001) for match in _TAGS.finditer(text)]
    found += ["(text hidden in variation selectors)" for match in _SELECTORS.finditer(text) if len(match[0]) > 4]
    text = _SELECTORS.sub("", _TAGS.sub("", text))
    invisible = sum(unicodedata.category(c) == "Cf" for c in text)
    if invisible > 12 and invisible > len(text) // 4:
        found.append("(text hidden in invisible characters)")
    kept = [
        c
        for i, c in enumerate(text)
        if unicodedata.category(c) != "Cf" or (c in _KEPT and i > 0 and ord(text[i - 1]) > 0x5FF)
    ]
    return "".join(kept), [part for part in found if part.strip()]


def decoded(text: str) -> list[tuple[int, int, str]]:
    """The encoded passages of a text that decode to words: offsets, and what they say."""
    found: list[tuple[int, int, str]] = []
    for pattern, decode in ((_BASE64, _from_base64), (_HEX, _from_hex), (_BINARY, _from_binary)):
        for match in pattern.finditer(text):
            said = decode(match[0])
            if (
                said
                and _is_prose(said)
                and not any(start < match.end() and match.start() < end for start, end, _ in found)
            ):
                found.append((match.start(), match.end(), said))
    for match in _SPACED.finditer(text):
        said = re.sub(r"[\W_]", "", match[0]).lower()
        if _SQUASHED.search(said):
            found.append((match.start(), match.end(), said))
    return sorted(found)  # fmt: skip


def _from_base64(token: str) -> str:
    bare = re.sub(r"\s", "", token).replace("-", "+").replace("_", "/").rstrip("=")
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return ""


def _from_hex(token: str) -> str:
    try:
        return bytes.fromhex(re.sub(r"0x|\\x|[ ,:]", "", token)).decode("utf-8")
    except ValueError:
        return ""


def _from_binary(token: str) -> str:
    bits = re.sub(r"\s", "", token)
    try:
        return bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits) - 7, 8)).decode("utf-8")
    except ValueError:
        return ""


def _is_prose(said: str) -> bool:
    """Whether it reads as words rather than as bytes."""
    letters = sum(c.isalpha() or c.isspace() for c in said)
    return len(said) >= 8 and said.isprintable() and letters >= 0.75 * len(said) and len(said.split()) >= 2
