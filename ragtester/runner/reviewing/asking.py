"""Asking a reviewer: one item after the other, a letter and Enter for each question; stored at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from ragtester.runner.reviewing.items import Question, ReviewItem
from ragtester.store import Labels, Store

Ask: TypeAlias = Callable[[str], str | None]
"""Shows a prompt and gives the line that was typed; None where there are no more."""
Say: TypeAlias = Callable[[str], None]

_SKIP, _BACK, _QUIT = "s", "u", "q"


def review_items(
    store: Store, items: Sequence[ReviewItem], *, reviewer: str, ask: Ask, say: Say, limit: int | None = None
) -> int:
    """Asks about every item that the reviewer has not labelled yet; returns how many were labelled now.

    `s` skips an item, `u` goes back to the one before (its new label replaces the old one), `q` ends. A reviewer
    who comes back later goes on where they stopped.
    """
    labels = Labels(store)
    waiting = unlabelled(store, items, reviewer=reviewer)
    given: set[int] = set()
    position = 0
    while position < len(waiting) and (limit is None or len(given) < limit):
        item = waiting[position]
        say(_header(item, position, len(waiting)))
        said = _answers(item, ask, say)
        if said is None:
            break
        if said == _BACK:
            position = max(0, position - 1)
            given.discard(position)
            continue
        if not isinstance(said, str):
            label, confidence = said
            labels.put(reviewer, item.kind, item.item, label, confidence=confidence, note=item.note)
            given.add(position)
        position += 1
    return len(given)


def unlabelled(store: Store, items: Sequence[ReviewItem], *, reviewer: str) -> list[ReviewItem]:
    """The items that a reviewer has not labelled."""
    labels = Labels(store)
    done = {(row["kind"], row["item"]) for kind in {i.kind for i in items} for row in _all(labels, kind, reviewer)}
    return [item for item in items if (item.kind, item.item) not in done]


def _all(labels: Labels, kind: str, reviewer: str) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = []
    after = 0
    while page := labels.listed(kind=kind, reviewer=reviewer, after=after):
        found += page
        after = int(page[-1]["id"])
    return found


def _header(item: ReviewItem, position: int, total: int) -> str:
    width = max(len(name) for name, _ in item.lines)
    shown = "\n".join(f"{name:>{width}}: {text}" for name, text in item.lines)
    return f"\n[{position + 1}/{total}] {item.kind} {item.item[:16]}\n{shown}"


def _answers(item: ReviewItem, ask: Ask, say: Say) -> tuple[str, int | None] | str | None:
    """The label and the confidence, one of the letters that move, or None at the end."""
    words: list[str] = []
    for question in item.questions:
        key = _choice(question, ask, say)
        if key is None or key == _QUIT:
            return None
        if key in (_SKIP, _BACK):
            return key
        words.append(next(choice.label for choice in question.choices if choice.key == key))
    if not item.confidence:
        return " ".join(words), None
    sure = _confidence(ask, say)
    return None if sure is None else (" ".join(words), sure)


def _choice(question: Question, ask: Ask, say: Say) -> str | None:
    keys = {choice.key: choice.label for choice in question.choices}
    shown = ", ".join(f"{key} {label}" for key, label in keys.items())
    while True:
        line = ask(f"{question.text} [{shown}, s skip, u back, q quit] ")
        if line is None:
            return None
        key = line.strip().lower()
        if key in (*keys, _SKIP, _BACK, _QUIT):
            return key
        say(f"{line.strip()!r} is none of {', '.join([*keys, _SKIP, _BACK, _QUIT])}")


def _confidence(ask: Ask, say: Say) -> int | None:
    while True:
        line = ask("How sure are you? [1 guess to 5 certain] ")
        if line is None:
            return None
        if line.strip() in ("1", "2", "3", "4", "5"):
            return int(line)
        say(f"{line.strip()!r} is no number from 1 to 5")
