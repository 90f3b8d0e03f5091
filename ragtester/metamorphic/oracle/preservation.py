"""Whether a mutation preserves what is needed to answer the question.

Measured on the mutated text, not assumed from the operator (paper, sections 4.5 and 5.2.3). The scope
decides which text: before chunking it is the documents, after retrieval the passages. So where a corpus
still holds its evidence and the search under a mutant no longer finds it, the mutation preserves, and a
changed answer violates the relation: losing evidence that is there is the system's fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ragtester.documents.spans.locating import locate_text
from ragtester.metamorphic.oracle.contradiction import contradictions
from ragtester.metamorphic.oracle.exchange import respelt
from ragtester.metamorphic.oracle.view import OracleView
from ragtester.metamorphic.oracle.wording import content, coverage, names_in, plain, sentences
from ragtester.records import Relation, Span
from ragtester.text import contains_form

Cause = Literal["unchanged", "intact", "contradicted", "lost"]


@dataclass(frozen=True, slots=True)
class Preservation:
    """The relation that a mutation calls for, and why."""

    relation: Relation
    cause: Cause
    reason: str
    confidence: float
    statements: tuple[str, ...] = ()
    """What the mutated text says otherwise, where it contradicts."""


def preservation(view: OracleView, before: Sequence[str], after: Sequence[str]) -> Preservation:
    """The built-in oracle: evidence found again in the mutated text, and nothing new that contradicts it.

    Args:
        view: the question, its evidence and the base answer.
        before: the texts that hold the evidence: documents (pre) or the retrieved passages (post).
        after: the same texts under the mutant.
    """
    if list(before) == list(after):
        return Preservation("preserving", "unchanged", "the texts are unchanged", 1.0)
    keys = key_sentences(view, before)
    new = contradictions(view, keys, before, after)
    if new:
        return Preservation(
            "altering", "contradicted", f"the mutated text also says: {new[0]}", 0.9, statements=tuple(new)
        )
    if not keys:
        return Preservation("preserving", "intact", "no sentence of evidence was there to lose", 0.4)
    missing = [key for group in needed_sentences(view, before) for key in _missing(view, group, after)]
    if not missing:
        return Preservation("preserving", "intact", "the evidence is found again", 0.95)
    if _said_elsewhere(view, missing, after):
        return Preservation("preserving", "intact", "another sentence states the same", 0.7)
    return Preservation("altering", "lost", f"the evidence is gone: {missing[0]}", 0.85)


def key_sentences(view: OracleView, before: Sequence[str]) -> list[str]:
    """The sentences of the evidence as the texts hold them; without any, those that state the base answer."""
    return list(dict.fromkeys(key for group in evidence_groups(view, before) for key in group))


def evidence_groups(view: OracleView, before: Sequence[str]) -> Sequence[Sequence[str]]:
    """The sentences of each span of evidence that the texts hold."""
    return _evidence_groups(view, tuple(before))


@lru_cache(maxsize=1024)
def _evidence_groups(view: OracleView, before: tuple[str, ...]) -> Sequence[Sequence[str]]:
    groups: list[list[str]] = []
    for span in view.evidence:
        found: list[str] = []
        for text in before:
            place = locate_text(span, text)
            if place:
                found += sentences(text[place[0] : place[1]])
            else:
                found += [part for part in sentences(span.quote) if len(part) > 8 and plain(part) in plain(text)]
        if found:
            groups.append(list(dict.fromkeys(found)))
    if groups:
        return groups
    stating = [s for text in before for s in sentences(text) if states(view, s) and coverage(view.question, s) >= 0.3]
    return [stating] if stating else []


def needed_sentences(view: OracleView, before: Sequence[str]) -> list[list[str]]:
    """Of each span the sentences that the answer needs: those that state it or a part of it, else the nearest."""
    needed: list[list[str]] = []
    for group in evidence_groups(view, before):
        whole = [key for key in group if states(view, key)]
        partly = [key for key in group if any(contains_form(key, [value.text]) for value in view.values)]
        best = max(coverage(view.question, key) for key in group)
        needed.append(whole or partly or [key for key in group if coverage(view.question, key) >= best])
    return needed


def _missing(view: OracleView, group: Sequence[str], after: Sequence[str]) -> list[str]:
    """The sentences of one span that are gone, where none of those that state the answer is left."""
    gone = [key for key in group if not _kept(view, key, after)]
    redundant = len(gone) < len(group) and all(states(view, key) for key in group)
    return [] if redundant else gone


def states(view: OracleView, sentence: str) -> bool:
    """Whether a sentence states the base answer: its values, or its words that the question does not have."""
    if view.values:
        return all(contains_form(sentence, [value.text]) for value in view.values)
    if contains_form(sentence, [view.base_answer, view.core]):
        return True
    own = content(view.said) - content(view.question)
    return bool(own) and len(own & content(sentence)) / len(own) >= 0.8


def _kept(view: OracleView, key: str, after: Sequence[str]) -> bool:
    joined = " ".join(after)
    if locate_text(Span(document="", quote=key), joined):
        return True
    return any(_misspelt(key, part) or _part_of(view, key, part) for text in after for part in sentences(text))


def _misspelt(key: str, part: str) -> bool:
    """Whether a short line, such as a list's item, is the key with letters changed."""
    mine, given = plain(key).split(), plain(part).split()
    return len(mine) == len(given) and all(respelt(a, b) for a, b in zip(mine, given, strict=True))


def _part_of(view: OracleView, key: str, part: str) -> bool:
    """Whether a cut sentence still states the answer about the subject that the question names."""
    cut = plain(part)
    if len(cut) < 4 or cut not in plain(key):
        return False
    stated = [value.text for value in view.values if contains_form(key, [value.text])]
    if not (all(contains_form(part, [text]) for text in stated) if stated else states(view, part)):
        return False
    named = names_in(view.question) & content(key)
    asked = content(view.question) & content(key)
    return named <= content(part) and len(asked & content(part)) >= _SUBJECT_KEPT * len(asked)


_SUBJECT_KEPT = 0.75
"""Share of the question's words in a sentence of evidence that a cut one still has, so that it says of what."""


def _said_elsewhere(view: OracleView, keys: Sequence[str], after: Sequence[str]) -> bool:
    needed = max((coverage(view.question, key) for key in keys), default=0.0)
    named = names_in(view.question) & frozenset().union(*(content(key) for key in keys))
    return any(
        states(view, s) and coverage(view.question, s) >= max(0.3, 0.8 * needed) and named <= content(s)
        for text in after
        for s in sentences(text)
    )
