"""One word in two spellings: British and American, and a name in two transliterations."""

from __future__ import annotations

import re
from functools import lru_cache

_BRITISH = tuple(
    (re.compile(pattern), american)
    for pattern, american in (
        (r"is(?=(?:e[sdr]?|ing|ations?|able)$)", "iz"),
        (r"ys(?=(?:e[sdr]?|ing)$)", "yz"),
        (r"(?<=[a-z]{2})our(?=s|ed|ing|able|al|$)", "or"),
        (r"(?<=[a-z]{2})tre(?=s?$)", "ter"),
        (r"(?<=[a-z]{2})ence(?=s?$)", "ense"),
        (r"ogue(?=s?$)", "og"),
        (r"ll(?=(?:ed|ing|er|ers)$)", "l"),
        (r"^(?:ae|oe)|(?<=[a-z])ae(?=[a-z]{3})", "e"),
        (r"(?<=[a-z])oe(?=[dmst][a-z]{2})", "e"),
        (r"mme(?=s?$)", "m"),
        (r"(?<=[a-z]{3})ph(?=[a-z])", "f"),
    )
)
_TRANSLITERATED = tuple(
    (re.compile(pattern), latin)
    for pattern, latin in (
        (r"tsch|tch|ch|cz|c(?=[ei])", "c"), (r"sch|sh|sz", "s"), (r"zh", "z"), (r"kh", "h"), (r"ph", "f"), (r"ks", "x"), (r"ck", "k"),
        (r"ou|oo", "u"), (r"(?:iy|yi|ij|yj|ii|ey|ej|ei|y|j)$", "i"), (r"[yj]", "i"), (r"w", "v"), (r"ae", "a"), (r"oe", "o"), (r"ue", "u"),
        (r"(.)\1+", r"\1"), (r"ie(?=v|$)", "e"),
    )
)  # fmt: skip


@lru_cache(maxsize=65536)
def american(word: str) -> str:
    """A folded word in one of the two English spellings: `digitalisation` and `digitalization` become one."""
    if len(word) < 5:
        return word
    for pattern, spelt in _BRITISH:
        word = pattern.sub(spelt, word)
    return word


@lru_cache(maxsize=65536)
def transliterated(word: str) -> str:
    """A folded name in one transliteration of many: `Aleksey` and `Alexei`, `Mueller` and `Muller` become one."""
    for pattern, latin in _TRANSLITERATED:
        word = pattern.sub(latin, word)
    return word
