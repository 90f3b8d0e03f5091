"""Names and codes in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WORD = r"(?:[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’-]*\.?|[A-Z]\.)"
_LINK = r"(?:of|the|de|da|do|dos|del|della|di|du|la|le|van|von|der|den|und|and|y|zu|bin|ibn|al|el|&|für|for)"
_NAME = re.compile(rf"(?<![\w'’]){_WORD}(?:[ \t]+(?:{_LINK}[ \t]+){{0,2}}{_WORD})*")
_CODE = re.compile(r"(?<![\w-])(?=[\w./-]*\d)(?=[\w./-]*[A-Z])[A-Z0-9]{1,8}(?:[-./][A-Z0-9]{1,10})*(?![\w-])")
_DIGIT = re.compile(r"\d")
_QUARTER = re.compile(r"Q[1-4](?:[/-]\d{4})?|\d+[A-Z]?[KMBT]|\d{4}-\d\d-\d\dT.*")
_COMMON = frozenset(
    [
        "The",
        "A",
        "An",
        "This",
        "That",
        "These",
        "Those",
        "It",
        "Its",
        "He",
        "She",
        "They",
        "We",
        "You",
        "I",
        "In",
        "On",
        "At",
        "For",
        "If",
        "When",
        "While",
        "But",
        "And",
        "However",
        "His",
        "Her",
        "Their",
        "There",
        "As",
        "After",
        "Before",
        "By",
        "To",
        "From",
        "No",
        "Not",
        "Yes",
        "All",
        "Each",
        "Every",
        "Some",
        "What",
        "Who",
        "Where",
        "Why",
        "How",
        "Which",
        "Is",
        "Are",
        "Was",
        "Were",
        "Do",
        "Does",
        "Did",
        "Can",
        "Could",
        "Should",
        "Would",
        "May",
        "Must",
        "Will",
        "Shall",
        "With",
        "Without",
        "According",
        "Based",
        "Please",
        "Sorry",
        "Although",
        "Since",
        "Because",
        "During",
        "Under",
        "Or",
        "So",
        "Then",
        "Also",
        "Only",
        "Such",
        "Please",
        "Employees",
        "Note",
        "See",
        "Our",
        "My",
        "Your",
        "Any",
        "Other",
        "Both",
        "Most",
        "Many",
        "More",
    ]
)
_SENTENCE_START = re.compile(r"(?:^|[.!?:;\n\"“”(\[•*-])\s*$")


def find_codes(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each code: capitals and digits in one word, such as `AB-1234`, `ISO-9001`, `X7`."""
    for match in _CODE.finditer(text) if _DIGIT.search(text) else ():
        if any(c.isalpha() for c in match[0]) and not _QUARTER.fullmatch(match[0]):
            yield match.start(), match.end()


def find_names(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of runs of capitalised words, without a common word that only opens a sentence."""
    for match in _NAME.finditer(text):
        start, end = match.span()
        words = match[0].split()
        while words and words[0].rstrip(".") in _COMMON:
            start += len(words[0])
            start += len(text[start:end]) - len(text[start:end].lstrip())
            words = words[1:]
        if not words:
            continue
        name = text[start:end]
        if name.endswith(".") and not re.search(r"(?:\b[A-Z]|\b(?:Jr|Sr|Inc|Ltd|Co|Corp|St))\.$", name):
            end -= 1
        alone = len(words) == 1 and start == match.start() and _SENTENCE_START.search(text[:start][-3:] or "")
        if alone and not (words[0].isupper() and len(words[0]) > 1) and start + len(words[0]) < len(text.rstrip(" .")):
            continue
        yield start, end
