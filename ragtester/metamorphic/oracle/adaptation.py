"""The 1-to-5 scale: how well an answer follows a change of what the sources say."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ragtester.metamorphic.oracle.answers import same_answer
from ragtester.metamorphic.oracle.conflict import contrasts, names_conflict
from ragtester.metamorphic.oracle.preservation import Preservation
from ragtester.metamorphic.oracle.view import OracleView, items_in, measured_values
from ragtester.metamorphic.oracle.wording import content
from ragtester.text import compare_values

HOLDS_FROM = 4
"""Scores from here on satisfy the relation (paper, section 5.2.3)."""


@dataclass(frozen=True, slots=True)
class Adaptation:
    """A score on the scale with its anchor in words."""

    score: int
    reason: str


def adaptation(view: OracleView, change: Preservation, answer: str) -> Adaptation:
    """How well the answer under an altering mutant follows the change.

    5: gives the new value alone, or names the conflict with both. 4: names a conflict, or sets both values
    against each other. 3: gives both without remark. 2: gives something that neither text says.
    1: repeats the base answer.
    """
    repeats = same_answer(view, answer).same or _mentions_base(view, answer)
    followed = [statement for statement in change.statements if _follows(view, statement, answer)]
    follows = bool(followed)
    if any(_mentions_base(view, statement) for statement in followed):
        repeats = False  # the new list holds the old one
    if names_conflict(answer):
        return Adaptation(5 if repeats and follows else 4, "names the conflict")
    if repeats and follows:
        if contrasts(answer):
            return Adaptation(4, "sets both values against each other")
        return Adaptation(3, "gives both values without remark")
    if follows:
        return Adaptation(5, "gives the new value")
    if repeats:
        missing = "although its evidence is gone" if change.cause == "lost" else "and passes over the change"
        return Adaptation(1, f"repeats the base answer {missing}")
    return Adaptation(2, "gives neither the base answer nor what the mutated text says")


def _mentions_base(view: OracleView, answer: str) -> bool:
    wanted = view.values
    if wanted:
        given = measured_values(answer, view.question)
        return bool(given) and all(any(compare_values(g, w) == "same" for g in given) for w in wanted)
    own = content(view.said) - content(view.question)
    return bool(own) and own <= content(answer)


def _follows(view: OracleView, statement: str, answer: str) -> bool:
    """Whether the answer says what a new statement says and the base answer does not."""
    base = view.values
    new = [
        v for v in measured_values(statement, view.question) if not any(compare_values(v, w) == "same" for w in base)
    ]
    if base and new:
        given = measured_values(answer, view.question)
        return any(compare_values(g, v) == "same" for g in given for v in new)
    fresh = content(statement) - content(view.question) - content(view.base_answer)
    given_words = content(answer) - content(view.question) - content(view.base_answer)
    if not given_words or not fresh or (view.kind == "list" and _misses_an_item(view, statement, answer)):
        return False
    return len(given_words & fresh) / min(len(given_words), len(fresh)) >= 0.6


_ITEM_END = re.compile(r"[,;]\s+(?:and\s+|or\s+)?|\s+(?:and|or|und|oder|et|ou|y|o)\s+")


def _misses_an_item(view: OracleView, statement: str, answer: str) -> bool:
    """Whether the answer has no word of an item of the new list: it breaks off, or gives a part of it.

    What comes before the last words of the question introduces the list, and is none of its items.
    """
    items = _ITEM_END.split(items_in(statement))
    asked, given = content(view.question), content(answer)
    introduction = max((at for at, item in enumerate(items) if content(item) & asked), default=-1)
    own = [content(item) - asked for item in items[introduction + 1 :]]
    return any(words and not words & given for words in own)
