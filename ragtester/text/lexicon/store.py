"""Reads `wordnet.txt.gz`: the words and meanings of WordNet 3.0 without its glosses.

The file has three parts, parted by an empty line:

1. one line per meaning: `words TAB hypernyms TAB wholes TAB similar TAB i TAB file`, where the links are
   line numbers of this part, `i` marks an instance (a place, a book) and `file` is WordNet's subject field;
2. one line per lemma, sorted: `lemma TAB noun TAB verb TAB adjective TAB adverb TAB antonyms TAB derived`, where
   the senses are `line[:times tagged]`, the commonest first, and an antonym is its part of speech and word;
3. one line per irregular form, sorted: `form TAB part of speech and base`.

Lines are cut up only when their word is asked for, so opening the file takes some 60 ms.
"""

from __future__ import annotations

import gzip
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeAlias

WORDNET_FILE = Path(__file__).resolve().parent / "wordnet.txt.gz"

_MOST_ENTRIES = 32_768
"""Entries kept cut up: some 30 MB; texts of one domain need far fewer."""

PartOfSpeech: TypeAlias = Literal["n", "v", "a", "r"]
PARTS_OF_SPEECH: tuple[PartOfSpeech, ...] = ("n", "v", "a", "r")


@dataclass(frozen=True, slots=True)
class Meaning:
    """A synset: words of one meaning and the lines of the meanings that it is linked to."""

    words: tuple[str, ...]
    up: tuple[int, ...]
    whole: tuple[int, ...]
    similar: tuple[int, ...]
    instance: bool
    field: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A lemma: its senses by part of speech as (meaning, times tagged), antonyms and derived words."""

    senses: dict[PartOfSpeech, tuple[tuple[int, int], ...]]
    antonyms: tuple[tuple[PartOfSpeech, str], ...]
    derived: tuple[str, ...]


class Store:
    """The opened file; use `opened()`, which opens it once."""

    def __init__(self, file: Path = WORDNET_FILE) -> None:
        with gzip.open(file, "rt", encoding="utf-8") as source:
            meanings, lemmas, irregular = source.read().split("\n\n")
        self._meanings = meanings.split("\n")
        self._lemmas = lemmas.split("\n")
        self._irregular = irregular.rstrip("\n").split("\n")
        self._read: dict[int, Meaning] = {}
        self._below: dict[int, tuple[int, ...]] | None = None
        self._entries: dict[str, Entry | None] = {}

    def meaning(self, number: int) -> Meaning:
        """The meaning on this line."""
        known = self._read.get(number)
        if known is None:
            words, up, whole, similar, instance, field = self._meanings[number].split("\t")
            known = self._read[number] = Meaning(
                tuple(words.split(",")), _numbers(up), _numbers(whole), _numbers(similar), instance == "i", int(field)
            )
        return known

    def entry(self, lemma: str) -> Entry | None:
        """What is known of a lemma in lower case, or None."""
        if lemma not in self._entries:
            if len(self._entries) >= _MOST_ENTRIES:
                self._entries.clear()
            self._entries[lemma] = self._cut(lemma)
        return self._entries[lemma]

    def _cut(self, lemma: str) -> Entry | None:
        line = _line(self._lemmas, lemma)
        if line is None:
            return None
        fields = line.split("\t")
        fields += [""] * (7 - len(fields))
        senses = {pos: _senses(fields[1 + i]) for i, pos in enumerate(PARTS_OF_SPEECH) if fields[1 + i]}
        antonyms = tuple((_pos(text[0]), text[1:]) for text in fields[5].split(",") if text)
        return Entry(senses, antonyms, tuple(text for text in fields[6].split(",") if text))

    def base(self, form: str) -> tuple[tuple[PartOfSpeech, str], ...]:
        """Base forms of an irregular inflection."""
        found = []
        at = bisect_left(self._irregular, form + "\t")
        while at < len(self._irregular) and self._irregular[at].startswith(form + "\t"):
            text = self._irregular[at].partition("\t")[2]
            found.append((_pos(text[0]), text[1:]))
            at += 1
        return tuple(found)

    def below(self, number: int) -> tuple[int, ...]:
        """Meanings whose hypernym is this one; the table is made at the first call (some 0.2 s)."""
        if self._below is None:
            table: dict[int, list[int]] = {}
            for index, line in enumerate(self._meanings):
                for up in _numbers(line.split("\t", 2)[1]):
                    table.setdefault(up, []).append(index)
            self._below = {up: tuple(lower) for up, lower in table.items()}
        return self._below.get(number, ())


@lru_cache(maxsize=1)
def opened() -> Store:
    """The lexicon that is shipped, opened at the first call."""
    return Store()


def _line(lines: list[str], word: str) -> str | None:
    at = bisect_left(lines, word + "\t")
    if at < len(lines) and lines[at].startswith(word + "\t"):
        return lines[at]
    return None


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _senses(text: str) -> tuple[tuple[int, int], ...]:
    split = (part.partition(":") for part in text.split())
    return tuple((int(number), int(count or 0)) for number, _, count in split)


def _pos(letter: str) -> PartOfSpeech:
    return next(pos for pos in PARTS_OF_SPEECH if pos == letter)
