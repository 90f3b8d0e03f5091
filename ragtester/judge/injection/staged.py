"""Scenes that are put on for a grader: a rubric, a score sheet, a conversation in which somebody already agreed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragtester.judge.injection.structure import Cut

_SPEAKER = (
    r"(?:user|assistant|human|ai|bot|system|teacher|student|pupil|candidate|examiner|evaluator|grader|judge|reviewer|assessor|marker|llm|model|q|a|question|answer|"
    r"lehrer|schuler|prufer|profesor|alumno|examinador|professeur|eleve|examinateur|ucitel|zak|zkousejici)"
)
_TURN = re.compile(rf"^[ \t>*_]*{_SPEAKER}(?:[ _]?\d)?[*_]*[ \t]*[:：]", re.IGNORECASE | re.MULTILINE)
_TURN_INLINE = re.compile(rf"(?<![\w]){_SPEAKER}[ _]?\d?[ \t]*[:：]", re.IGNORECASE)
_AGREES = re.compile(
    r"\b(?:[1-5]\s?/\s?5|10\s?/\s?10|100\s?/\s?100|score|grade|marks?|points?|correct|well done|right|exactly|matches?|passed|fully|consensus|yes|richtig|korrekt|correcto|correct|exact|spravne|vyborne)\b|满分|正确|:\s*5\b",
    re.IGNORECASE,
)
_LEVELS = re.compile(
    r"^[ \t|*-]*(?:[0-5]|10|five|three|one)(?:\s?(?:points?|stars?|/5))?[ \t]*(?:[-–—=:.)|]|->|→)[ \t]*\S[^\n]*$",
    re.MULTILINE | re.IGNORECASE,
)
_RUBRIC = re.compile(
    r"\b(?:rubrics?|marking scheme|scoring (?:guide|scheme|key|table|sheet)|grading (?:guide|scheme|key|table|sheet|scale)|score ?sheet|mark ?scheme|assessment (?:guide|grid)|answer key|"
    r"bewertungs\w+|punkteschema|baremo|rubrica|bareme|grille de notation|hodnotici tabulka)\b|评分(?:标准|表|规则)",
    re.IGNORECASE,
)
_GRADED = re.compile(
    r"\b(?:factuality|relevance|completeness|clarity|correctness|faithfulness|accuracy|score|criterion|criteria|grade|result|verdict|status|passed)\b",
    re.IGNORECASE,
)
_DIMENSIONS = frozenset("factuality relevance completeness clarity correctness faithfulness".split())
_FULL = re.compile(
    r"[1-5]\s?/\s?5|10\s?/\s?10|★{3,}|⭐{2,}|\b(?:five|full|max(?:imum)?|pass(?:ed)?|true)\b|\b5(?:\.0)?\b|100 ?%|✅|✔",
    re.IGNORECASE,
)
_ESCAPED = re.compile(
    r"^[^\n]*\\+[\"'](factuality|relevance|completeness|clarity|score|verdict|grade|correct)\\+[\"']\s*:[^\n]*$",
    re.MULTILINE | re.IGNORECASE,
)
"""A verdict in a text inside of JSON."""
_ONLY_SCORES = re.compile(
    r"^[ \t]*(?:(?:[5]|10|100|5/5|10/10|100 ?%|A\+|✅|✔|★+|⭐+|\bcorrect\b|\bverified\b|\bpassed\b|\bfull marks\b)[ \t,;|/.]*){1,12}$",
    re.MULTILINE | re.IGNORECASE,
)


def staged_cuts(text: str, *, known: str) -> Iterator[Cut]:
    """The scenes of a text; `known` holds the test's own words, of which none is one.

    A rubric or score sheet needs its name or a dimension's and a best score; a conversation two turns and a word of
    agreement; scores need a line of their own after the answer.
    """
    if not (_TURN.search(known) or len(_TURN.findall(text)) < 2):
        yield from _conversation(text, _TURN)
    elif len(_TURN_INLINE.findall(text)) >= 3 and not _TURN_INLINE.search(known):
        yield from _conversation(text, _TURN_INLINE)
    for block in re.finditer(r"(?:^|\n)(?P<body>(?:[^\n]+\n?)+)", text):
        yield from _sheet(text, block.start("body"), block.end("body"), known)
    for match in _ESCAPED.finditer(text):
        if match[1].lower() not in known:
            yield Cut(match.start(), match.end())
    for match in _ONLY_SCORES.finditer(text):
        if match.start() and text[: match.start()].strip() and match[0].strip().lower() not in known:
            yield Cut(match.start(), match.end())


def _conversation(text: str, pattern: re.Pattern[str]) -> Iterator[Cut]:
    first = next(pattern.finditer(text))
    scene = text[first.start() :]
    if text[: first.start()].strip() and _AGREES.search(scene):
        yield Cut(first.start(), len(text))


def _sheet(text: str, start: int, end: int, known: str) -> Iterator[Cut]:
    lines = [(m.start() + start, m.end() + start) for m in re.finditer(r"[^\n]+", text[start:end])]
    marked = [
        span for span in lines if _GRADED.search(text[span[0] : span[1]]) and _FULL.search(text[span[0] : span[1]])
    ]
    names = {m[0].lower() for a, b in marked for m in _GRADED.finditer(text[a:b])}
    names = {name for name in names if name not in known}
    if len(names & _DIMENSIONS) >= 2 or (len(marked) >= 2 and len(names) >= 2):
        yield Cut(marked[0][0], marked[-1][1])
    levels = list(_LEVELS.finditer(text, start, end))
    named = _RUBRIC.search(text, start, end)
    if named and not _RUBRIC.search(known):
        line = text.rfind("\n", 0, named.start()) + 1
        told = text[line:end]
        if len(levels) >= 2 or re.search(
            r"\b(?:full (?:credit|marks|points)|accept|award|credit|correct|every|any)\b|满分", told, re.IGNORECASE
        ):
            yield Cut(line, end)
    elif (
        len(levels) >= 3
        and re.search(r"\b(?:answer|response|reply|candidate)\b", text[start:end], re.IGNORECASE)
        and text[:start].strip()
    ):
        yield Cut(levels[0].start(), levels[-1].end())
