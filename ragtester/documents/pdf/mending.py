"""Lines of print joined into running text: words that were divided at a line end are whole again."""

from __future__ import annotations

import re
from collections.abc import Sequence

_DIVIDED = re.compile(r"([^\W\d_]{2,})-$")
_CONTINUES = re.compile(r"[^\W\d_]+")
_KEEPS_HYPHEN = frozenset(
    "self non well cross half all ex co pre post anti multi mid long short high low full part two three four five "
    "year first second third so on off up e".split()
)
"""First parts of words that keep a hyphen in English more often than not."""
_LEADERS = re.compile(r"\s*(?:\.[ \u00a0]?){5,}\s*|\s*(?:…\s?){2,}\s*")
_NO_SPACE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff60\u3000-\u303f]")
"""Scripts that put no space between words."""


def joined_lines(lines: Sequence[str]) -> str:
    """One string out of the lines of a paragraph or cell; dots that lead to a page number are left out."""
    text = ""
    for line in lines:
        text = join(text, line.strip())
    return _LEADERS.sub(" ", text).strip()


def join(text: str, line: str) -> str:
    """`line` put behind `text`, with a space, or without one where a word was divided."""
    if not text or not line:
        return text or line
    divided = _DIVIDED.search(text)
    if divided:
        following = _CONTINUES.match(line)
        if following and line[0].islower():
            keeps = divided[1].casefold() in _KEEPS_HYPHEN or _compound(text, divided.start())
            return text + line if keeps else text[:-1] + line
        return text + line if following or line[0].isdigit() else f"{text} {line}"
    if text[-1] in "-/" and len(text) > 1 and not text[-2].isspace():
        return text + line
    if _NO_SPACE.match(text[-1]) and _NO_SPACE.match(line[0]):
        return text + line
    return f"{text} {line}"


def _compound(text: str, start: int) -> bool:
    """Whether the divided word already holds a hyphen, as in state-of-the-."""
    return start > 0 and text[start - 1] == "-"
