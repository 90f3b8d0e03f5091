"""A sentence read as a row of concepts: source, speaker, denial, saying ...

The same concepts serve six languages: `The text does not say who` and `Der Text sagt nicht, wer` are both *source, say,
denial, who*. A text is split into words once, and each word is looked up once.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from ragtester.text.abstention.lexicon import LANGUAGES, Concepts, Lexicon, lexicon
from ragtester.text.folding import fold

_WORD = re.compile(r"[a-z0-9]+|[一-鿿]+|[,;:，；：、()\-]")
_QUOTED = re.compile(r"\"[^\"]{2,200}\"|「[^」]{1,100}」|(?<![\w'])'[^']{3,100}'(?!\w)")
"""What is quoted is not said."""
_HAN = re.compile(r"[一-鿿]")
_INFLECTION = re.compile(r"(?:en|es|er|ern|em|e|n|s|ns)$")
_LONGEST_HAN = 6
_NOT_DENIED = ("nej", "nek", "nemoc", "nedel", "nebe", "nevest", "neho", "nehod", "nez", "neb", "nemec", "nesm", "nest", "net", "neutr", "negat")  # fmt: skip
"""Czech words that begin with `ne` and deny nothing."""

_BEFORE_A_RELATIVE = frozenset(("SRC", "INFO", "ASK", "THIS"))
"""After these `que` begins a relative clause, not what somebody says."""

Row = list[tuple[Concepts, int]]
"""Concepts of a word and its clause; words of the matter are `X`, those in a row one of them."""
_MATTER: Concepts = ("X",)
_OF_A_SOURCE = frozenset(("SRC", "SAID", "FIND", "GIVE", "HAVE"))
"""Directly before a source these say which one it is: `the provided documents`, `the context documents`."""


@lru_cache(maxsize=65536)
def meaning(word: str, language: str) -> Concepts:
    """The concepts of one word, none where it is a word of the matter."""
    words = lexicon(language)
    found = list(words.exact.get(word, ()))
    for length in range(len(word), 1, -1):
        if word[:length] in words.prefixes:
            found.extend(words.prefixes[word[:length]])
            break
    if not found and words.suffixes and len(word) > 3:
        found.extend(_of_its_end(word, words.suffixes))
    if language == "cs" and word.startswith("ne") and len(word) > 4:
        positive = meaning(word[2:], language)
        if found or positive:
            found.extend(("NOT", *positive))
        elif len(word) > 5 and not word.startswith(_NOT_DENIED):
            found.append("NEX")
    if not found and language == "en" and word.startswith("un") and len(word) > 5:
        found.extend(("UNK",) if {"SAID", "KNOW", "ANS"} & set(meaning(word[2:], language)) else ())
    return tuple(dict.fromkeys(found))


def _of_its_end(word: str, suffixes: dict[str, Concepts]) -> Concepts:
    """What a compound means by its last part: `Vertragsunterlagen` are `Unterlagen`."""
    for stem in (word, _INFLECTION.sub("", word), word[:-1]):
        for start in range(max(0, len(stem) - 14), len(stem) - 3):
            if stem[start:] in suffixes:
                return suffixes[stem[start:]]
    return ()


_LETTERS = {
    "cs": re.compile("[ěščřžůťďň]", re.IGNORECASE),
    "de": re.compile("[äß]", re.IGNORECASE),
    "es": re.compile("[ñ¿¡]", re.IGNORECASE),
    "fr": re.compile("[çœèêàùî]", re.IGNORECASE),
}
"""Letters that one of the languages has and the others lack."""
_SPACED = LANGUAGES[:-1]


@lru_cache(maxsize=65536)
def _votes(word: str) -> tuple[tuple[str, float], ...]:
    """For which languages a word speaks, and how much."""
    found = ((one, (word in lexicon(one).small) + 0.5 * bool(meaning(word, one))) for one in _SPACED)
    return tuple((language, vote) for language, vote in found if vote)


@lru_cache(maxsize=1024)
def language_of(text: str, folded: str = "") -> str:
    """The language of a text by its small words and its letters."""
    ascii_only = text.isascii()
    if not ascii_only and _HAN.search(text):
        return "zh"
    votes = dict.fromkeys(_SPACED, 0.0)
    for language, letters in _LETTERS.items() if not ascii_only else ():
        votes[language] += 2 * min(3, len(letters.findall(text)))
    for word in re.findall("[a-z]+", folded or fold(text))[:80]:
        for language, vote in _votes(word):
            votes[language] += vote
    return max(_SPACED, key=lambda language: votes[language])


DENIALS = frozenset("NOT NONE NIL CANT MUM LACK OUT UNK GUESS ONLY REFUSE VAIN SORRY NE WANT".split())
"""Without a word of one of these nothing is abstained from."""
_ROWS = frozenset(
    tuple(row.split()[:2])
    for language in _SPACED
    for row, concepts in lexicon(language).rows.items()
    if not DENIALS.isdisjoint(concepts)
)
"""How words in a row that deny begin."""
_LETTERS_OF_DENIAL = re.compile(
    "|".join(sorted({word[0] for word, of in lexicon("zh").exact.items() if not DENIALS.isdisjoint(of)}))
)


@lru_cache(maxsize=65536)
def _denies(word: str) -> bool:
    return any(not DENIALS.isdisjoint(meaning(word, language)) for language in _SPACED)


def may_deny(folded: str) -> bool:
    """Whether a folded sentence has a word that denies in any language: a first look that costs microseconds."""
    if not folded.isascii() and _LETTERS_OF_DENIAL.search(folded):
        return True
    words = _LATIN.findall(folded)
    return "n't" in folded or any(map(_denies, words)) or not _ROWS.isdisjoint(pairwise(words))


_LATIN = re.compile("[a-z]+")


@lru_cache(maxsize=512)
def row_of(folded: str, language: str) -> tuple[Row, int]:
    """The concepts of a folded sentence in order, and how many words of the matter it has."""
    words = lexicon(language)
    text = folded
    if '"' in text or "'" in text or "「" in text:
        text = _QUOTED.sub(" x ", text).replace("n't", " not")
    if language == "en":
        text = text.replace("cannot", "can not")
    parts = _WORD.findall(text)
    row: Row = []
    other = clause = 0
    last = len(parts) - 1
    for place, part in enumerate(parts):
        if not part[0].isalnum():
            clause += part != "-"
        elif language == "zh" and part[0] >= "一":
            other += _chinese(part, words, row, clause)
        else:
            found = meaning(part, language)
            if place < last and (more := _phrase(parts, place, words)):
                found = tuple(dict.fromkeys((*found, *more)))
            other += _add(row, found, part, clause, words)
    return row, other


def _add(row: Row, found: Concepts, part: str, clause: int, words: Lexicon) -> bool:
    """Adds a word to a row; whether it is of the matter."""
    before = row[-1] if row else ((), -1)
    if found:
        if found == ("THAT",) and not _BEFORE_A_RELATIVE.isdisjoint(before[0]):
            return False
        if "SRC" in found and before[1] == clause and _OF_A_SOURCE.issuperset(before[0]):
            row.pop()
        row.append((found, clause))
    elif not part.isalpha():
        row.append((("NUM",), clause))
    elif part not in words.small:
        if before != (_MATTER, clause):
            row.append((_MATTER, clause))
        return True
    return False


def _phrase(parts: list[str], place: int, words: Lexicon) -> Concepts:
    two = parts[place] + " " + parts[place + 1]
    found = words.rows.get(two, ())
    return found or (words.rows.get(two + " " + parts[place + 2], ()) if place + 2 < len(parts) else ())


def _chinese(part: str, words: Lexicon, row: Row, clause: int) -> int:
    """Adds the concepts of unspaced text to a row, the longest words first; returns how many words of the matter it has."""
    place = matter = unknown = 0
    while place < len(part):
        for length in range(min(_LONGEST_HAN, len(part) - place), 0, -1):
            concepts = words.exact.get(part[place : place + length])
            if concepts:
                matter += (unknown + 1) // 2
                unknown = 0
                row.append((concepts, clause))
                break
        else:
            length = 1
            unknown += 1
            if not row or row[-1] != (_MATTER, clause):
                row.append((_MATTER, clause))
        place += length
    return matter + (unknown + 1) // 2
