"""A sentence read as a row of concepts: source, speaker, denial, saying ...

The same concepts serve six languages: `The text does not say who` and `Der Text sagt nicht, wer` are both *source, say,
denial, who*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ragtester.text.abstention.words import COMMON, LEXICON
from ragtester.text.folding import fold

_WORD = re.compile(r"[a-z0-9]+|[一-鿿]+|[,;:，；：、()\-]")
_NUMBER = re.compile(r"\d")
_QUOTED = re.compile(r"\"[^\"]{2,200}\"|「[^」]{1,100}」|(?<![\w'])'[^']{3,100}'(?!\w)")
"""What is quoted is not said."""
_HAN = re.compile(r"[一-鿿]")
_INFLECTION = re.compile(r"(?:en|es|er|ern|em|e|n|s|ns)$")


@dataclass(frozen=True, slots=True)
class _Words:
    exact: dict[str, tuple[str, ...]]
    prefixes: dict[str, tuple[str, ...]]
    suffixes: dict[str, tuple[str, ...]]
    rows: dict[tuple[str, ...], tuple[str, ...]]
    chinese: re.Pattern[str] | None


@lru_cache(maxsize=8)
def _words(language: str) -> _Words:
    exact: dict[str, tuple[str, ...]] = {}
    prefixes: dict[str, tuple[str, ...]] = {}
    suffixes: dict[str, tuple[str, ...]] = {}
    rows: dict[tuple[str, ...], tuple[str, ...]] = {}
    for line in LEXICON[language].strip().splitlines():
        concept, *words = line.split()
        for word in words:
            where, key = (
                (suffixes, word[1:])
                if word.startswith("*")
                else (prefixes, word[:-1])
                if word.endswith("*")
                else (exact, word)
            )
            if "_" in word:
                parts = tuple(word.split("_"))
                rows[parts] = (*rows.get(parts, ()), concept)
            elif concept not in where.get(key, ()):
                where[key] = (*where.get(key, ()), concept)
    chinese = re.compile("|".join(sorted(exact, key=len, reverse=True))) if language == "zh" else None
    return _Words(exact, prefixes, suffixes, rows, chinese)


@lru_cache(maxsize=8192)
def _meaning(word: str, language: str) -> tuple[str, ...]:
    """The concepts of one word, none where it is a word of the matter."""
    words = _words(language)
    found = list(words.exact.get(word, ()))
    for length in range(len(word), 1, -1):
        if word[:length] in words.prefixes:
            found.extend(words.prefixes[word[:length]])
            break
    if not found and words.suffixes and len(word) > 3:
        found.extend(_of_its_end(word, words.suffixes))
    if language == "cs" and word.startswith("ne") and len(word) > 4:
        found.extend(one for one in ("NOT", *_meaning(word[2:], language)) if found or _meaning(word[2:], language))
    if not found and language == "en" and word.startswith("un") and len(word) > 5:
        found.extend(("UNK",) if {"SAID", "KNOW", "ANS"} & set(_meaning(word[2:], language)) else ())
    return tuple(dict.fromkeys(found))


def _of_its_end(word: str, suffixes: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """What a compound means by its last part: `Vertragsunterlagen` are `Unterlagen`."""
    for stem in (word, _INFLECTION.sub("", word), word[:-1]):
        for start in range(max(0, len(stem) - 14), len(stem) - 3):
            if stem[start:] in suffixes:
                return suffixes[stem[start:]]
    return ()


@lru_cache(maxsize=1)
def _common() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for language, words in COMMON.items():
        for word in words.split():
            found[word] = (*found.get(word, ()), language)
    return found


_LETTERS = {
    "cs": re.compile("[ěščřžůťďň]", re.IGNORECASE),
    "de": re.compile("[äß]", re.IGNORECASE),
    "es": re.compile("[ñ¿¡]", re.IGNORECASE),
    "fr": re.compile("[çœèêàùî]", re.IGNORECASE),
}
"""Letters that one of the languages has and the others lack."""


@lru_cache(maxsize=1024)
def language_of(text: str) -> str:
    """The language of a text by its small words and its letters."""
    if _HAN.search(text):
        return "zh"
    folded = fold(text)
    votes = dict.fromkeys(LEXICON, 0.0)
    for language, letters in _LETTERS.items() if not text.isascii() else ():
        votes[language] += 2.0 * min(3, len(letters.findall(text)))
    common = _common()
    for word in re.findall(r"[a-z']+", folded)[:80]:
        for language in common.get(word, ()):
            votes[language] += 1.0
        for language in LEXICON:
            if language != "zh" and _meaning(word, language):
                votes[language] += 0.5
    return max(votes, key=lambda language: votes[language])


Row = list[tuple[tuple[str, ...], int, int]]
"""Concepts of a word, its clause, and its place."""


def matter_of(folded: str, language: str) -> int:
    """How many words of the matter a folded sentence has."""
    return row_of(folded, language)[1]


@lru_cache(maxsize=512)
def row_of(folded: str, language: str) -> tuple[Row, int]:
    """The concepts of a folded sentence in order, and how many words of the matter it has."""
    row: Row = []
    other = clause = 0
    words = _words(language)
    text = _QUOTED.sub(" x ", folded).replace("n't", " not").replace("cannot", "can not")
    parts = _WORD.findall(text)
    for place, part in enumerate(parts):
        if not part[0].isalnum():
            clause += part != "-"
        elif words.chinese is not None and _HAN.match(part):
            for concepts, letters in _chinese(part, words):
                row.append((concepts, clause, place))
                other += (letters + 1) // 2
        else:
            phrase = words.rows.get(tuple(parts[place : place + 2])) or words.rows.get(tuple(parts[place : place + 3]))
            found = tuple(dict.fromkeys((*_meaning(part, language), *(phrase or ()))))
            if found:
                row.append((found, clause, place))
            elif _NUMBER.search(part):
                row.append((("NUM",), clause, place))
            elif part not in _common():
                other += 1
                if not row or row[-1][0] != ("X",):
                    row.append((("X",), clause, place))
    return row, other


def _chinese(part: str, words: _Words) -> Iterator[tuple[tuple[str, ...], int]]:
    """The concepts of unspaced text, and how many letters of the matter each takes."""
    end = 0
    for match in words.chinese.finditer(part) if words.chinese is not None else ():
        if match.start() > end:
            yield ("X",), match.start() - end
        yield words.exact[match[0]], 0
        end = match.end()
    if end < len(part):
        yield ("X",), len(part) - end
