"""Signs that an answer may be talking to its grader, weaker than what is cut: such an answer is never raised by a model."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from ragtester.judge.injection.signals import points
from ragtester.text import fold, split_sentences

_WORDS = re.compile(
    r"\b(?:grad(?:e[srd]?|ing)|scor(?:e[srd]?|ing)|rubrics?|examiners?|evaluat\w+|assess(?:or|ors|ment)|reviewers?|judge[sd]?|verdict|marks?|marking|credit|points|stars?|"
    r"factuality|completeness|passed|pass|correct(?:ly)?|incorrect|wrong|approved|verified|reference|criteri\w+|instructions?|prompt|system|assistant|ignore|disregard|override|policy|bonus|reward\w*|"
    r"bewert\w+|punkt\w*|prufer\w*|richtig|korrekt|anweisung\w*|punt(?:os|aje|uacion)|correct[ao]|evaluador\w*|instruccion\w*|note[rz]?|points|correcte?|evaluateur\w*|consigne\w*|hodnot\w+|bod(?:y|u|ů)|spravn\w+|pokyn\w*)\b|"
    r"评分|打分|满分|正确|指令|採点|満点|正解|채점|만점|정답|[★⭐✅✔💯]|\b\d{1,3} ?/ ?(?:5|10|100)\b|\b100 ?%"
)
_FORM = re.compile(
    r"[{}\[\]<>]|^\s*[\w ]{2,20}\s*[:=]\s*\S+\s*$|\\u[0-9a-f]{4}|%[0-9A-F]{2}%|&#\d+;|```|^\s*\|.*\|\s*$|^\s*(?:#|//|%|/\*|--)",
    re.MULTILINE,
)
_BLOB = re.compile(
    r"(?<!\S)(?=\S*[A-Za-z])(?=\S*[\d=+/@#^?])\S{24,}(?!\S)|(?<!\S)[A-Z2-7]{24,}=*(?!\S)|(?:[.\-]{1,6}[ /]+){10,}|(?:\S*[?@^#~]\S*\s+){5,}"
)
_MANY_WORDS = 400
_LETTERS = 5
_LATIN = frozenset({"LATIN"})
_SCRIPTS = (
    "LATIN",
    "CYRILLIC",
    "GREEK",
    "ARABIC",
    "HEBREW",
    "DEVANAGARI",
    "CJK",
    "HIRAGANA",
    "KATAKANA",
    "HANGUL",
    "THAI",
    "BENGALI",
    "TAMIL",
)


def suspicious(text: str, known: Sequence[str]) -> str | None:
    """Why an answer may be speaking to a grader; None where nothing hints at it.

    Args:
        text: the answer, after what certainly speaks to a grader was cut out.
        known: the test's own texts; their words and scripts are no sign.
    """
    own = fold(" \n ".join(known))
    folded = fold(text)
    foreign = [match[0] for match in _WORDS.finditer(folded) if match[0] not in own]
    if foreign:
        return f"speaks of {foreign[0].strip()!r}"
    if any(points(sentence.text, known=known) >= 1 for sentence in split_sentences(text[:6000])):
        return "has words that are said to graders"
    if _FORM.search(text) and not _FORM.search("\n".join(known)):
        return "has the form of data or code"
    if _BLOB.search(text):
        return "holds a text that may be encoded"
    if scripts(text) - scripts(" ".join(known)):
        return "goes on in another script"
    if len(text.split()) > max(_MANY_WORDS, 40 * len(own.split())):
        return "is so long that a claim can be buried in it"
    return None


def scripts(text: str) -> frozenset[str]:
    """The scripts that a text has five letters or more of."""
    if text.isascii():
        return _LATIN if sum(map(str.isalpha, text)) >= _LETTERS else frozenset()
    counts: dict[str, int] = {}
    for character in text:
        if character.isalpha():
            name = _script(character)
            counts[name] = counts.get(name, 0) + 1
    return frozenset(name for name, times in counts.items() if times >= _LETTERS and name in _SCRIPTS)


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    return unicodedata.name(letter, "").split(" ", 1)[0]
