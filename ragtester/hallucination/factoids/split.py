"""An answer without a model cut into statements: sentences, clauses, list items, relative clauses, values that share a verb."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import accumulate

from ragtester.hallucination.factoids.coordinated import value_parts
from ragtester.hallucination.grounding import Factoid
from ragtester.text.lexicon import base_forms
from ragtester.text.sentences import split_sentences

_CLAUSE = re.compile(
    r"(?:\s*;|[,—–]?\s+(?:and|but|while|whereas|although|though))\s+|,\s+(?=(?:which|who|whose)\b)", re.IGNORECASE
)
_MARK = re.compile(r"^\s*(?:[-*•–]+|\d{1,3}[.)](?=\s)|#{1,6}|\|)\s*")
_CITATION = re.compile(r"\s*(?:\[\d+(?:\s*[,;–-]\s*\d+)*\]|\(\s*(?:source|see)\b[^)]*\))", re.IGNORECASE)
_FINITE = frozenset(
    "is are was were be has have had does do did can could will would shall should may might must isn't aren't wasn't "
    "weren't cannot can't won't doesn't didn't hasn't haven't".split()
)
_FINITE_WORD = re.compile(r"\b(?:" + "|".join(sorted(_FINITE)) + r")\b", re.IGNORECASE)
_PRONOUN = re.compile(r"^(?:it|he|she|they|this|that|these|those|its|his|her|their)\b", re.IGNORECASE)
_RELATIVE = re.compile(r"^(?:which|who)\b\s*", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_QUESTION = re.compile(r"\?[\"'”’)\]]*$")
_TALK = re.compile(
    r"^(?:sure|certainly|of course|yes|no|okay|ok|hello|hi|thanks|thank you|i hope (?:this|that) helps|let me know|"
    r"here (?:is|are)|based on (?:the|your) (?:provided |given )?(?:context|documents?|information)|feel free|"
    r"if you have (?:any )?(?:other|more|further)? ?questions)\b[^.:]*[.:!,]?$",
    re.IGNORECASE,
)
_TAIL = re.compile(r"[\s,;:]+$|(?:\s*\[\d+(?:\s*[,;–-]\s*\d+)*\])+[.\s]*$")
_SOURCE = re.compile(
    r"(?:according to|based on|as (?:stated|described|mentioned|noted|set out) in|per) (?:the|this|your|our|its) (?:\w+ ){0,3}?"
    r"(?:documents?|context|text|passages?|sources?|polic(?:y|ies)|manual|report|information|handbook|guide|by-?laws?|excerpts?)"
    r"(?: (?:provided|above|given))?,\s*|(?:the|this) (?:document|context|text|passage|source) (?:says|states|mentions|notes) that\s+",
    re.IGNORECASE,
)
"""Where an answer names its source in general, which is no statement of its own."""
_MIN_WORDS = 2
_LEAD = 16


def split_factoids(answer: str) -> list[Factoid]:
    """The statements of an answer in order, each an exact span; questions and small talk give none."""
    found: list[Factoid] = []
    subject = ""
    for piece in split_sentences(answer):
        if _QUESTION.search(piece.text) or _TALK.match(piece.text):
            continue
        for start, end in _clauses(answer, piece.start, piece.end):
            text = answer[start:end]
            if not _says_something(text):
                continue
            claim = _alone(text, subject)
            if claim is text or not subject:
                subject = _subject(text) or subject
            parts = value_parts(text)
            if not parts:
                found.append(Factoid(text, start, end, claim))
            for part in parts:
                own = part.claim if claim is text else _alone(part.claim, subject)
                found.append(Factoid(text[part.start : part.end], start + part.start, start + part.end, own))
    return found


def _says_something(text: str) -> bool:
    return any(character.isalnum() for character in text)


def _clauses(answer: str, start: int, end: int) -> list[tuple[int, int]]:
    """Offsets of the clauses of one sentence, without marks of lists and without citations."""
    mark = _MARK.match(answer[start:end])
    start += mark.end() if mark else 0
    source = _SOURCE.match(answer, start, end)
    start = source.end() if source else start
    cuts: list[tuple[int, int]] = []
    begin = start
    words = _Words(answer, start, end)
    for match in _CLAUSE.finditer(answer, start, end):
        relative = _RELATIVE.match(answer[match.end() : match.end() + _LEAD])
        if words.are_clause(begin, match.start()) and (relative or words.are_clause(match.end(), end)):
            cuts.append((begin, match.start()))
            begin = match.end()
    cuts.append((begin, end))
    return [trimmed for a, b in cuts if (trimmed := _trim(answer, a, b))[0] < trimmed[1]]


def _trim(answer: str, start: int, end: int) -> tuple[int, int]:
    while True:
        text = answer[start:end]
        tail = _TAIL.search(text)
        if tail is None or not tail[0]:
            break
        end = start + tail.start()
    while start < end and answer[start] in " \t\n,;:|":
        start += 1
    return start, end


class _Words:
    """The words of a sentence, read once: its pieces are asked about at every place where it could be cut."""

    def __init__(self, text: str, start: int, end: int) -> None:
        found = list(_WORD.finditer(text, start, end))
        self._words = [word[0].lower() for word in found]
        self._starts = [word.start() for word in found]
        self._finite = [0, *accumulate(word in _FINITE for word in self._words)]

    def are_clause(self, start: int, end: int) -> bool:
        """Whether the piece has a verb of its own, and enough words around it."""
        first, last = bisect_left(self._starts, start), bisect_left(self._starts, end)
        if last - first < _MIN_WORDS:
            return False
        return self._finite[last] > self._finite[first] or any(
            _finite(word) for word in self._words[first : min(first + 6, last)]
        )


def _finite(word: str) -> bool:
    """Whether a word is more often a verb in the present or past than anything else."""
    if not word.endswith(("s", "ed")) and word not in _IRREGULAR:
        return False
    forms = base_forms(word)
    return bool(forms) and all(pos == "v" for pos, _ in forms)


_IRREGULAR = frozenset(
    "began became came gave got grew held kept knew led left lost made met paid ran rose said sold spent took taught went "
    "won wrote built bought brought fell found flew drew chose broke".split()
)


def _subject(text: str) -> str:
    """What stands before the first verb of a clause, such as `The notice period` of `The notice period is 30 days`."""
    match = _FINITE_WORD.search(text)
    end = match.start() if match else 0
    if not match:
        for word in _WORD.finditer(text):
            if word.start() and _finite(word[0].lower()):
                end = word.start()
                break
    subject = text[:end].strip(" ,;:")
    return subject if 0 < len(subject) <= 80 and not _PRONOUN.match(subject) else ""


def _alone(text: str, subject: str) -> str:
    """The clause with its subject, where it stands with a pronoun, a relative pronoun or a bare verb."""
    if not subject:
        return text
    relative = _RELATIVE.match(text)
    if relative:
        return f"{subject} {text[relative.end() :]}"
    pronoun = _PRONOUN.match(text)
    if pronoun and pronoun[0].lower() in ("it", "he", "she", "they"):
        return f"{subject} {text[pronoun.end() :].lstrip()}"
    first = _WORD.match(text)
    if first and (first[0].lower() in _FINITE or (first[0].islower() and _finite(first[0].lower()))):
        return f"{subject} {text}"
    return text
