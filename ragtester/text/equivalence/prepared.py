"""Answers and references made ready for comparison, once each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ragtester.text.equivalence.words import CANONICAL, STOP, stem, weight
from ragtester.text.folding import fold, normalise
from ragtester.text.tokens import tokens
from ragtester.text.values import Value, extract_values

_MARKS = re.compile(r"[\W_]+")
_INITIALS = re.compile(r"\b([A-Z])\.\s?(?=[A-Z]\b)")
_DOT_AFTER = re.compile(r"(?<=\b[A-Z]{2})\.|(?<=\b[A-Z]{3})\.|(?<=\b[A-Z]{4})\.")
_CAMEL = re.compile(r"(?<=[a-z]{2})(?=[A-Z])")
_GLUED = re.compile(
    r"(?<![A-Za-z])(?:[a-z]{2,}|The|In|On|At|By|Of|And|From|For|Was|Is|A)(?=[A-Z][a-z])[A-Za-z]+|(?<![A-Za-z])[a-z]{2,}[A-Z]+\b"
)
"""Words that were one by mistake: `theGroup`, not `JavaScript`."""
_NOTE = re.compile(r"(?<=[A-Za-z]{3})\d{1,4}(?=[\s.,;:)\]]|$)|\[\^?\d{1,3}\^?\]|[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_YEAR_NOTE = re.compile(
    r"(?<=\b(?:in|of)\s)([12]\d{3})\d{1,2}(?=\s*(?:[.,]|$))|(?<=,\s)([12]\d{3})\d{1,2}(?=\s*(?:[.,]|$))"
)
_SPACED_DECIMAL = re.compile(r"(?<=\d)\. (?=\d+\b(?!\.?\s*[A-Z]))")
_GLUED_NUMBER = re.compile(r"(?<=\b(?:of|in|on|to|by|at|is))(?=\d)|(?<=\b(?:the|was|and|for))(?=\d)|(?<=\bfrom)(?=\d)")
_GLUED_YEAR = re.compile(r"(?<=[a-z])(?=[12]\d{3}(?!\d))|(?<=\b[12]\d{3})(?=[a-z]{3})")
_CLOCK = re.compile(r"\b(\d{1,2})(?:[:.]00)? ?([ap])\. ?m\b\.?", re.IGNORECASE)
_CLOCK_PLAIN = re.compile(r"\b(\d{1,2})(?:[:.]00)? ?([ap])m\b", re.IGNORECASE)


@lru_cache(maxsize=16384)
def tidy(text: str) -> str:
    """A text without footnote marks, with initials joined and glued words parted.

    `R. E. M.` becomes `REM`, `the groupTLC1.` becomes `the group TLC.`, `7:00 a.m.` becomes `7am`.
    """
    text = text.replace("\u00a0", " ").replace("\u202f", " ")
    text = _GLUED_NUMBER.sub(" ", text)
    text = _YEAR_NOTE.sub(lambda match: match[1] or match[2], text)
    text = _GLUED_YEAR.sub(" ", text)
    text = _NOTE.sub(" ", text)
    if _CAMEL.search(text):
        text = _GLUED.sub(lambda match: _CAMEL.sub(" ", match[0]), text)
    text = _SPACED_DECIMAL.sub(".", text)
    if "m" in text or "M" in text:
        text = _CLOCK_PLAIN.sub(r"\1\2m", _CLOCK.sub(r"\1\2m", text))
    return _DOT_AFTER.sub("", _INITIALS.sub(r"\1", text))


@dataclass(frozen=True, slots=True)
class Prepared:
    """An answer ready for comparison."""

    text: str
    words: tuple[str, ...]
    """Folded tokens in order."""
    places: dict[str, tuple[int, ...]]
    """Positions of each stem."""
    content: tuple[str, ...]
    squashed: str
    """Letters and digits only."""


@lru_cache(maxsize=8192)
def prepare(text: str) -> Prepared:
    """The answer, ready for comparison."""
    clean = tidy(text)
    words = tuple(_words(clean))
    places: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        places.setdefault(stem(word), []).append(place)
    return Prepared(
        clean,
        words,
        {key: tuple(found) for key, found in places.items()},
        tuple(word for word in words if word not in STOP),
        _MARKS.sub("", fold(clean)),
    )


def _words(clean: str) -> list[str]:
    if "IT" in clean:
        clean = _IT.sub(" information technology ", clean)
    folded = fold(clean)
    if "-" in folded:
        folded = _PREFIX.sub(r"\1", folded).replace("-", " ")
    return [CANONICAL.get(word, word) for word in tokens(folded)]


_PREFIX = re.compile(r"\b(e|co|pre|multi|sub|anti|inter)-(?=[a-z]{3})")
"""Prefixes that are written with a hyphen or without: `e-mail`, `co-pay`."""
_IT = re.compile(r"(?<![A-Z.] )\bIT\b(?! [A-Z]{2})")
"""The department, which folding would make a pronoun."""


@dataclass(frozen=True, slots=True)
class Reference:
    """One wording of a right answer, ready for comparison."""

    original: str
    text: str
    normal: str
    words: tuple[str, ...]
    """Folded tokens that carry content."""
    weights: tuple[float, ...]
    squashed: str
    values: tuple[Value, ...]
    """Numbers and dates in it."""
    name_like: bool
    """Two to four capitalised words, as a person's name has."""


_PARENTHESIS = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]?")
_ACCEPT = re.compile(
    r"^(?:also\s+)?(?:accept|allow|or|aka|a\.k\.a\.|also known as|formerly|i\.e\.|=)\s+", re.IGNORECASE
)
_NAME_LIKE = re.compile(r"(?:(?:[A-ZÀ-Þ][\w'’-]*|[A-Z]\.?|de|von|van|der|la|du|bin|al)[ ,]*){2,5}\.?")
_NUMERIC = ("number", "money", "percent", "date", "duration")


@lru_cache(maxsize=16384)
def references_of(reference: str) -> tuple[Reference, ...]:
    """The wordings that one reference stands for: itself without what stands in brackets, and bracketed alternatives."""
    wordings = [reference]
    if "(" in reference or "[" in reference:
        bare = _PARENTHESIS.sub(" ", reference).strip()
        if bare:
            wordings.insert(0, bare)
        wordings.extend(_ACCEPT.sub("", inner) for inner in _PARENTHESIS.findall(reference) if _ACCEPT.match(inner))
    return tuple(_reference(reference, wording) for wording in wordings)


def _reference(original: str, wording: str) -> Reference:
    clean = tidy(wording)
    every = _words(clean)
    words = tuple(word for word in every if word not in STOP) or tuple(every)
    weights = tuple(weight(word) or 0.5 for word in words)
    values = tuple(v for v in extract_values(clean) if v.kind in _NUMERIC)
    return Reference(
        original, clean, normalise(clean), words, weights, _MARKS.sub("", fold(clean)), values,
        bool(_NAME_LIKE.fullmatch(clean)),
    )  # fmt: skip
