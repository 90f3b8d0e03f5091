"""The words that lexical search counts, in any script."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*", re.UNICODE)
_UNSPACED = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0e7f\u0e80-\u0eff\u1780-\u17ff\u1000-\u109f]"
)
_POSSESSIVE = re.compile(r"['’]s?$")


def search_words(text: str) -> list[str]:
    """Words and numbers of a text, folded: case, width, accents, possessive and plural endings make no difference.

    Plurals lose their ending by the three rules of the S stemmer (Harman 1991, "How effective is suffixing?"), which
    hardly ever joins two different words, in English or elsewhere.

    Scripts that put no spaces between words (Chinese, Japanese, Thai and others) give overlapping pairs of
    characters, as Lucene's CJK analyser does.
    """
    words: list[str] = []
    for match in _WORD.finditer(_folded(text)):
        word = match.group()
        if _UNSPACED.search(word):
            words += _pairs(word)
        else:
            words.append(_singular(word if word.isalnum() else _POSSESSIVE.sub("", word)))
    return words


def _singular(word: str) -> str:
    if len(word) < 4 or not word.endswith("s") or not word.isascii() or not word.isalpha():
        return word
    if word.endswith("ies") and word[-4] not in "ae":
        return f"{word[:-3]}y"
    if word.endswith("es") and word[-3] not in "aeo":
        return word[:-1]
    return word if word.endswith(("us", "ss", "aes", "ees", "oes")) else word[:-1]


def _pairs(word: str) -> list[str]:
    pieces: list[str] = []
    for run in re.findall(rf"(?:{_UNSPACED.pattern})+|[^\W_]+?(?={_UNSPACED.pattern}|$)", word):
        if _UNSPACED.match(run) and len(run) > 1:
            pieces += [run[place : place + 2] for place in range(len(run) - 1)]
        else:
            pieces.append(run)
    return pieces


def _folded(text: str) -> str:
    lower = text.casefold()
    if lower.isascii():
        return lower
    return "".join(_base(character) for character in unicodedata.normalize("NFKC", lower))


@lru_cache(maxsize=65536)
def _base(character: str) -> str:
    """A Latin, Greek or Cyrillic letter without its accents; other scripts' marks are part of the letter."""
    parts = unicodedata.normalize("NFD", character)
    if len(parts) < 2 or not unicodedata.name(parts[0], "").startswith(("LATIN", "GREEK", "CYRILLIC")):
        return character
    return "".join(part for part in parts if not unicodedata.combining(part))
