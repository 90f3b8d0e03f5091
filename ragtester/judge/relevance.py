"""Whether an answer answers this question, whatever its truth."""

from __future__ import annotations

import re

from ragtester.records import Test, ValueKind
from ragtester.text import extract_values, fold, tokens

_STOP = frozenset(
    "the a an of in on at for to is are was were be been do does did what who when where which how why many much long that this "
    "it its by with from and or as has have had there their his her not no must should can may will would could per".split()
)
_ASKS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (re.compile(r"\bhow (?:many|much)\b|\bwieviele?\b|\bwie viele?\b|\bcuant[oa]s?\b|\bcombien\b|\bkolik\b|多少|几"), ("number", "money", "percent", "duration")),
    (re.compile(r"\bhow (?:long|often)\b|\bwie lange\b|\bcuanto tiempo\b|\bjak dlouho\b|多久|多长时间"), ("duration", "number", "date")),
    (re.compile(r"^when\b|\b(?:what|which) (?:year|date|day|month)\b|\bsince when\b|^wann\b|^cuando\b|^quand\b|^kdy\b|什么时候|何时"), ("date", "number", "duration")),
    (re.compile(r"\bpercent\w*\b|\bwhat share\b"), ("percent", "number")),
    (re.compile(r"^who(?:se|m)?\b|^wer\b|^quien\b|^qui\b|^kdo\b|谁"), ("name",)),
)  # fmt: skip


_EXTRACTED: tuple[ValueKind, ...] = ("number", "money", "percent", "date", "duration", "name", "code")
"""Kinds whose values show in a text."""


def asked_kinds(question: str) -> tuple[str, ...]:
    """The kinds of value that a question asks for; empty where it does not show."""
    folded = fold(question).strip()
    return next((kinds for pattern, kinds in _ASKS if pattern.search(folded)), ())


def relevance(test: Test, text: str, *, answered: bool) -> float:
    """Relevance of an answer that does not abstain, 1 to 5.

    5 where it states the expected answer; 4 where it gives a value of the kind that was asked for, or is as short
    as an answer can be; else by the share of the question's content words that it takes up.
    """
    if answered:
        return 5.0
    shown = (test.answer_kind,) if test.answer_kind in _EXTRACTED else ()
    kinds = asked_kinds(test.query) or shown
    values = extract_values(text)
    if kinds and any(value.kind in kinds for value in values):
        return 4.0
    asked = {token for token in tokens(test.query) if token not in _STOP}
    given = tokens(text)
    if len(given) <= 6 and not kinds:
        return 4.0
    share = len(asked & set(given)) / len(asked) if asked else 0.0
    return round(1.0 + min(3.0, 4.0 * share), 2) if not kinds else round(1.0 + 2.0 * share, 2)
