"""Words by language and concept: one file a language, each line a concept and words of it.

A word with `*` at its end stands for all that begin so, one with `*` at its start for all that end so (German compounds),
and `leave_out` for two or three words in a row. Chinese words are found anywhere in the text.

The concepts: who (SRC a source, ME the speaker, YOU, WHO somebody, ASK what was asked, THIS), what is done (SAY, SAID, GIVE, HAVE,
FIND, KNOW, ANS answering or concluding, CAN, MUST, NEED, TOLD, HELP, LEAD based on), of what (INFO, WH who and when and whether,
ABOUT), how it is denied (NOT, NONE, NIL nothing, CANT, LACK, MUM silent, OUT beyond, UNK unknown, GUESS, REFUSE, VAIN, WANT would need more, ONLY,
SORRY, NE), how clauses join (BUT, SO, WHY, THAT, IF, EXC, DE), and the rest (PAST, TIME, TRUTH, SEEM).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

LANGUAGES = ("en", "de", "es", "fr", "cs", "zh")
_FOLDER = Path(__file__).parent
Concepts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of one language."""

    exact: dict[str, Concepts] = field(default_factory=dict)
    prefixes: dict[str, Concepts] = field(default_factory=dict)
    suffixes: dict[str, Concepts] = field(default_factory=dict)
    rows: dict[str, Concepts] = field(default_factory=dict)
    """Two or three words in a row, with a space between."""
    small: set[str] = field(default_factory=set)
    """Articles, prepositions and the like, which tell the language and mean nothing."""


@lru_cache(maxsize=8)
def lexicon(language: str) -> Lexicon:
    """The words of a language, read from its file at first use."""
    found = Lexicon()
    for line in (_FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        concept, *words = line.split()
        if concept == "SMALL":
            found.small.update(words)
            continue
        for word in words:
            if "_" in word:
                where, key = found.rows, word.replace("_", " ")
            elif word[0] == "*":
                where, key = found.suffixes, word[1:]
            elif word[-1] == "*":
                where, key = found.prefixes, word[:-1]
            else:
                where, key = found.exact, word
            if concept not in where.get(key, ()):
                where[key] = (*where.get(key, ()), concept)
    return found
