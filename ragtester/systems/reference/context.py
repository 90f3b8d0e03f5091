"""The final context: as many whole passages as the token budget holds, best first."""

from __future__ import annotations

from ragtester.records import Question, Retrieved
from ragtester.systems.reference.stages import Select

CHARACTERS_PER_TOKEN = 4
"""A common estimate for English text; the budget is a bound, not a bill."""


def budget(tokens: int) -> Select:
    """A stage that keeps passages in order until the next one would not fit; a first one is cut to fit."""

    def fit(_question: Question, passages: list[Retrieved]) -> list[Retrieved]:
        room = tokens * CHARACTERS_PER_TOKEN
        kept: list[Retrieved] = []
        for passage in passages:
            if len(passage.text) > room:
                if not kept:
                    kept.append(passage.model_copy(update={"text": _cut(passage.text, room)}))
                break
            kept.append(passage)
            room -= len(passage.text)
        return kept

    return fit


def _cut(text: str, length: int) -> str:
    """The beginning of a text, ended at a word."""
    return text[:length].rsplit(" ", 1)[0] if " " in text[:length] else text[:length]
