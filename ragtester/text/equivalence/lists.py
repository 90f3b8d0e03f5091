"""Comparison of lists: any order, missing items, items too many."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragtester.text.equivalence.aliases import aliases
from ragtester.text.equivalence.designators import lacks_designator
from ragtester.text.equivalence.features import word_recall
from ragtester.text.equivalence.verdict import Equivalence
from ragtester.text.equivalence.words import stem
from ragtester.text.folding import fold
from ragtester.text.forms import contains_form, only_denied

_SPLIT = re.compile(
    r"\s*(?:[,;、，；]\s*(?:and\s+|or\s+|und\s+|y\s+|et\s+|a\s+)?|\n+\s*(?:[-*•]|\d+[.)])?\s*|\s+(?:and|und|et|y|&)\s+|和|与|及)\s*"
)
_LEAD = re.compile(r"^(?:[-*•]|\d+[.)](?!\d))\s*")
_TRAILING = re.compile(r"\s(?:are|is|were|was|will|must|have|has|can|may|should|apply|sind|ist)\b.*$", re.IGNORECASE)
_WITHOUT = re.compile(
    r"(?:\b(?:but no|no|without|except|excluding|lacks?|missing|kein\w*|ohne|sans|sin|bez)\s(?:the |any |an? )?|没有)$"
)
_LIST_IN_ANSWER = re.compile(
    r"(?::|\b(?:are|include|includes|is|sind|son|sont|jsou|包括|是))\s*((?:[^.:]|\.(?=\d))+(?:,| and )(?:[^.:]|\.(?=\d))+)",
    re.IGNORECASE,
)


def items_of(text: str) -> list[str]:
    """The items of a list in one line or one per line; a text without separators is one item."""
    parts = (_LEAD.sub("", part).strip(" .\t\"'") for part in _SPLIT.split(text.strip()))
    return [part for part in parts if part]


def compare_lists(answer: str, references: Sequence[str], *, question: str = "") -> Equivalence | None:
    """The verdict for lists; None where no reference has two items.

    Every item of a reference must be stated, in any order; items of the answer's own enumeration that no
    reference, question or wording explains are extra, and make it partial.
    """
    best: Equivalence | None = None
    for reference in references:
        items = items_of(reference)
        if len(items) < 2:
            continue
        verdict = _against(answer, items, reference, question)
        if best is None or _rank(verdict) > _rank(best):
            best = verdict
    return best


def _against(answer: str, items: list[str], reference: str, question: str) -> Equivalence:
    stated = [item for item in items if _has(answer, item) and _paired(answer, item)]
    if not _DENIED_QUESTION.search(fold(question)):
        stated = [item for item in stated if not _denied_after(answer, item)]
    missing = [item for item in items if item not in stated]
    if not stated:
        return Equivalence("different", 0.9, "states none of the items", reference)
    if missing:
        return Equivalence("partial", 0.9, f"misses {', '.join(missing)}", reference)
    extra = [
        item
        for item in _enumerated(answer)
        if not any(_has(item, wanted) or _has(wanted, item) for wanted in items) and not _has(question, item)
    ]
    if extra:
        return Equivalence("partial", 0.7, f"adds {', '.join(extra)}", reference)
    return Equivalence("equivalent", 0.95, "states every item", reference)


def _has(text: str, item: str) -> bool:
    found = contains_form(text, [item])
    if (
        found
        and _WITHOUT.search(fold(text[max(0, found.start - 24) : found.start]))
        and not _WITHOUT.search(fold(item))
    ):
        return contains_form(text[found.end :], [item]) is not None
    if found:
        return True
    known = aliases(item)
    if known and contains_form(text, known):
        return True
    return not only_denied(text, [item]) and word_recall(text, item) >= 0.9 and not lacks_designator(text, item)


_PAIRED = re.compile(r"\w\s?(?::|=|->|→)\s?\w|\w\s(?:for|to)\s(?:the\s)?\w")
_CLAUSES = re.compile(r"[,;.\n]|\band\b|\bund\b|\bet\b")


_DENIED_QUESTION = re.compile(r"\b(?:not|never|no|cannot|except|exclud\w*|exempt|forbidden|prohibited)\b|n['’]t\b")


def _denied_after(answer: str, item: str) -> bool:
    """Whether the answer says of an item that it is not so: `admins can, auditors cannot`."""
    words = re.findall(r"\w+", fold(item))
    if not words or len(words[-1]) < 3 or ("not" not in answer and "n't" not in answer and "n’t" not in answer):
        return False
    denied = rf"\b{re.escape(stem(words[-1]))}\w{{0,3}}\s(?:cannot|(?:can|may|must|do|does|are|is|was|were|will|has|have)(?:n['’]t|\snot))\b(?! only)"
    return re.search(denied, fold(answer)) is not None


def _paired(answer: str, item: str) -> bool:
    """Whether both sides of an item such as `blue for paper` stand in one clause of the answer."""
    if not _PAIRED.search(item):
        return True
    return any(word_recall(clause, item) >= 0.9 for clause in _CLAUSES.split(answer))


def _enumerated(answer: str) -> list[str]:
    """The items that the answer enumerates: after a colon or `are`, or the whole of a short answer."""
    found = _LIST_IN_ANSWER.search(answer)
    if found:
        return [item for item in items_of(found[1]) if len(item.split()) <= 6]
    items = items_of(answer)
    if items and len(_TRAILING.sub("", items[-1]).split()) <= 3:
        items[-1] = _TRAILING.sub("", items[-1])
    return [item for item in items if len(item.split()) <= 5] if len(items) >= 2 and len(answer) < 300 else []


def _rank(verdict: Equivalence) -> tuple[int, float]:
    return ("different", "contradicts", "partial", "equivalent").index(verdict.verdict), verdict.confidence
