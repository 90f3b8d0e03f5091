"""Letters as a reader would type them: ligatures opened, odd spaces and controls removed."""

from __future__ import annotations

import re
import unicodedata

_OPENED = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
    "\u0132": "IJ",
    "\u0133": "ij",
    "\u00a0": " ",
    "\u2002": " ",
    "\u2003": " ",
    "\u2009": " ",
    "\u202f": " ",
    "\u00ad": "-",
    "\u2010": "-",
    "\u2011": "-",
}
_TABLE = str.maketrans(_OPENED)
_UNKNOWN = re.compile(r"\(cid:\d+\)|[\ue000-\uf8ff\U000f0000-\U0010ffff]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u200b\u200e\u200f\ufeff\ufffe\uffff]")
_PRESENTATION = re.compile(r"[\ufb1d-\ufdff\ufe70-\ufefc\u2f00-\u2fdf]")
"""Hebrew and Arabic letters in their printed shapes, and Chinese radicals used as letters."""


def repaired(text: str) -> str:
    """The text with ligatures opened, hyphens plain, and letters without a known meaning left out."""
    if text.isascii() and text.isprintable() and "(cid:" not in text:
        return text
    plain = _CONTROL.sub("", _UNKNOWN.sub("", text.translate(_TABLE)))
    plain = _PRESENTATION.sub(lambda found: unicodedata.normalize("NFKC", found[0]), plain)
    return unicodedata.normalize("NFC", plain)


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def raised(text: str) -> str:
    """Digits as superscripts: a footnote mark must not become part of the number that it stands at."""
    return text.translate(_RAISED)


def unknown(text: str) -> bool:
    """Whether the file does not say which letter this is."""
    return text in ("\x00", "\ufffd") or bool(_UNKNOWN.search(text))
