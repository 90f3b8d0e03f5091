"""New statements of a mutated text that answer the question otherwise than before."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragtester.metamorphic.oracle.view import OracleView, measured_values
from ragtester.metamorphic.oracle.wording import content, coverage, names_in, plain, sentences
from ragtester.text import Value, compare_values, contains_form

_NEGATION = re.compile(
    r"\b(?:no|not|never|none|without|neither|no longer|isn't|wasn't|doesn't|nicht|kein\w*|nie|jamais|aucune?|nunca|"
    r"ningun\w*|není|nejsou|žádn\w*|nikdy)\b",
    re.IGNORECASE,
)
_ENOUGH = 0.5
_NEARLY_ALL = 0.75


def contradictions(view: OracleView, keys: Sequence[str], before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Sentences that the mutated texts have and the original ones do not, and that contradict the base answer.

    A sentence contradicts where it is about what the question asks and gives another value of the same
    kind, exchanges the answer's words for others, or denies it.
    """
    original = "\n".join(plain(text) for text in before)
    known = {plain(sentence) for text in before for sentence in sentences(text)}
    found: list[str] = []
    for text in after:
        for sentence in sentences(text):
            if plain(sentence) in known or not on_subject(view, keys, sentence):
                continue
            if plain(sentence) in original or _misspelt_copy(sentence, known):
                continue
            if says_otherwise(view, keys, sentence):
                found.append(sentence)
    return list(dict.fromkeys(found))


def on_subject(view: OracleView, keys: Sequence[str], sentence: str) -> bool:
    """Whether a sentence is about what the question asks: its names, and enough of its other words."""
    named = names_in(view.question)
    share = coverage(view.question, sentence)
    usual = max((coverage(view.question, key) for key in keys), default=1.0)
    if named:
        here = named & content(sentence)
        return len(here) >= max(1, 0.6 * len(named)) and share >= min(_ENOUGH, max(0.3, 0.8 * usual))
    return share >= min(_NEARLY_ALL, max(_ENOUGH, 0.9 * usual))


def says_otherwise(view: OracleView, keys: Sequence[str], sentence: str) -> bool:
    """Whether a sentence on the subject gives another answer than the base answer."""
    if contains_form(sentence, [view.base_answer]):
        return False
    wanted = view.values
    if wanted:
        given = measured_values(sentence, view.question)
        if all(any(compare_values(g, w) in ("same", "partial") for g in given) for w in wanted):
            return False
        rivals = [g for g in given if any(_rival(g, w) for w in wanted)]
        return bool(rivals) or (not given and _denies(view, sentence))
    own = content(view.base_answer) - content(view.question)
    if own and len(own & content(sentence)) / len(own) >= 0.8:
        return False
    context = content(view.question).union(*(content(key) for key in keys))
    return bool(content(sentence) - context) or _denies(view, sentence)


def _rival(given: Value, wanted: Value) -> bool:
    """Another value of the same kind: one that could stand where the wanted one stands."""
    if given.date is not None or wanted.date is not None:
        return given.date is not None and wanted.date is not None and compare_values(given, wanted) == "different"
    if given.kind == wanted.kind or {given.kind, wanted.kind} == {"number", "money"}:
        return compare_values(given, wanted) == "different"
    return False


def _denies(view: OracleView, sentence: str) -> bool:
    return bool(_NEGATION.search(sentence)) and coverage(view.question, sentence) >= _NEARLY_ALL


def _misspelt_copy(sentence: str, known: set[str]) -> bool:
    """Whether a sentence is one of the original ones with a few letters changed, its numbers the same."""
    from rapidfuzz import fuzz, process

    folded = plain(sentence)
    digits = re.findall(r"\d+", folded)
    near = process.extract(folded, list(known), scorer=fuzz.ratio, score_cutoff=88, limit=3)
    return any(re.findall(r"\d+", copy) == digits and _same_but_letters(folded, copy) for copy, _, _ in near)


def _same_but_letters(one: str, other: str) -> bool:
    """Whether two sentences differ word by word in at most a letter or two each."""
    from rapidfuzz.distance import OSA

    left, right = one.split(), other.split()
    if len(left) != len(right):
        return abs(len(one) - len(other)) <= 3 and OSA.distance(one, other) <= max(2, len(one) // 25)
    return all(a == b or OSA.distance(a, b) <= (1 if len(a) < 5 else 2) for a, b in zip(left, right, strict=True))
