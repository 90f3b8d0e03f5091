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
_BASE32 = re.compile(r"(?<![\w=])(?:[A-Z2-7]{8}){3,}[A-Z2-7]{0,7}={0,6}(?![\w=])")
_MORSE = re.compile(r"(?<!\S)(?:[.\-·–]{1,6}(?:\s+|\s?/\s?)){9,}[.\-·–]{1,6}(?!\S)")
_ROT47 = re.compile(r"(?<!\S)(?:[!-~]+ ){3,}[!-~]+(?!\S)")
_TURNED = {code: 33 + (code + 14) % 94 for code in range(33, 127)}
_CODE = dict(
    zip(
        ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.. "
        "----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----.".split(),
        "abcdefghijklmnopqrstuvwxyz0123456789",
        strict=True,
    )
)
_ENGLISH = frozenset(
    "the and this that give answer full marks ignore reference grade score judge correct mark instructions all to for as".split()
)
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
    for pattern, decode in (
        (_BASE32, _from_base32),
        (_BASE64, _from_base64),
        (_HEX, _from_hex),
        (_BINARY, _from_binary),
        (_MORSE, _from_morse),
        (_ROT47, _from_rot47),
    ):
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


def _from_base32(token: str) -> str:
    try:
        return base64.b32decode(token.rstrip("=") + "=" * (-len(token.rstrip("=")) % 8)).decode("utf-8")
    except (binascii.Error, ValueError):
        return ""


def _from_morse(token: str) -> str:
    words = [word.split() for word in re.split(r"\s*/\s*", token.replace("·", ".").replace("–", "-"))]
    letters = [[_CODE.get(sign, "") for sign in word] for word in words]
    return " ".join("".join(word) for word in letters) if all(all(word) for word in letters) else ""


def _from_rot47(token: str) -> str:
    """Only where the text is none as it stands and has common words when it is turned."""
    if len(_ENGLISH & set(re.findall(r"[a-z]+", token.lower()))) > 1:
        return ""
    said = token.translate(_TURNED)
    return said if len(_ENGLISH & set(re.findall(r"[a-z]+", said.lower()))) >= 3 else ""


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
