"""What is measured of an answer beside a reference; each feature is explained where it is made."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from ragtester.text.equivalence.prepared import Prepared, Reference, prepare, references_of
from ragtester.text.equivalence.words import GENERIC, STOP, alike, stem
from ragtester.text.folding import normalise
from ragtester.text.forms import contains_form, only_denied
from ragtester.text.lexicon import relation
from ragtester.text.sentences import split_sentences
from ragtester.text.values import Value, compare_values, extract_values

NAMES = (
    "same_words", "stated", "compact", "recall", "recall_full", "head", "opening", "window", "new_recall", "new_full",
    "precision", "subset", "fuzzy", "value_same", "value_partial", "value_different", "value_missing", "year_only", "echo", "early", "length", "very_long",
    "loose", "rivals", "wordings", "reference_length", "long_reference", "acronym", "head_and_short", "no_overlap", "recall_late", "stated_late", "negation", "hedge", "list_like", "half", "wrong_name", "other_first", "conflict", "abstained", "abstained_stated", "abstained_partial", "denied", "related", "synonyms", "opposed",
)  # fmt: skip
"""The features in the order of their weights."""

_NEGATION = re.compile(r"\b(?:not|never|no|none|neither|nor|without|cannot)\b|n't\b", re.IGNORECASE)
_HEDGE = re.compile(
    r"\b(?:several|various|many|multiple|depends?|varies|vary|different|some|might|may|possibly|perhaps|unclear|likely|probably)\b",
    re.IGNORECASE,
)
_CAPITAL = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][a-zà-ÿ]{2,}")


@dataclass(frozen=True, slots=True)
class Measured:
    """The features of an answer beside its best reference."""

    values: tuple[float, ...]
    reference: Reference
    score: float
    """How well the reference was found, before anything is weighed."""


@dataclass(frozen=True, slots=True)
class _Match:
    reference: Reference
    found: tuple[float, ...]
    """Likeness of the best word for each word of the reference."""
    first: int
    """Position of the first matched word, -1 without any."""
    width: int
    recall: float
    window: float


def measure(answer: str, references: Sequence[str], question: str, *, abstained: bool = False) -> Measured | None:
    """The features of an answer beside the reference that it fits best; None without a reference that has words."""
    given = prepare(answer)
    wordings = [wording for reference in references for wording in references_of(reference) if wording.words]
    if not wordings:
        return None
    asked = _question_stems(question)
    matches = [_match(given, wording) for wording in wordings]
    best = max(matches, key=lambda match: _fit(match, asked))
    if best.recall < 0.2 and len(matches) > 1:
        near = [match for match in matches if len(match.reference.words) <= 2][:8]
        best = max([best, *near], key=lambda match: sum(_meaning(given, match, asked)[:2]))
    return Measured(_features(given, best, wordings, question, abstained), best.reference, best.recall)


def _fit(match: _Match, asked: frozenset[str]) -> tuple[float, float]:
    """How well an answer has a reference, words that the question has too counted less; the fuller reference at a tie."""
    pairs = zip(match.reference.words, match.reference.weights, strict=True)
    echoed = sum(weight for word, weight in pairs if stem(word) in asked)
    total = sum(match.reference.weights)
    return match.recall + match.window - 0.8 * echoed / total, total


def word_recall(answer: str, reference: str, *, question: str = "") -> float:
    """The weighted share of a reference's words that an answer has, words of the question left out; 0 to 1."""
    given, wording = prepare(answer), references_of(reference)[0]
    if not wording.words:
        return 0.0
    match = _match(given, wording)
    asked = _question_stems(question)
    pairs = [
        (f, w)
        for f, w, word in zip(match.found, wording.weights, wording.words, strict=True)
        if stem(word) not in asked
    ]
    total = sum(w for _, w in pairs)
    return sum(f * w for f, w in pairs) / total if total else match.recall


def best_sentence(answer: str, reference: str) -> str:
    """The sentence of an answer that has most of a reference's words."""
    sentences = split_sentences(answer)
    wanted = {stem(word) for word in references_of(reference)[0].words}
    return max(sentences, key=lambda s: len(wanted & prepare(s.text).places.keys())).text if sentences else answer


def _match(given: Prepared, wording: Reference) -> _Match:
    found: list[float] = []
    places: list[int] = []
    for word in wording.words:
        at = given.places.get(stem(word))
        if at:
            found.append(1.0)
            places.append(at[0] if not places else min(at, key=lambda p: abs(p - places[-1] - 1)))
            continue
        likeness, place = 0.0, -1
        if len(word) > 2:
            for other, spots in given.places.items():
                if other[0] == word[0] or len(word) < 9 or other[-1] == word[-1]:
                    value = alike(given.words[spots[0]], word)
                    if value > likeness:
                        likeness, place = value, spots[0]
        found.append(likeness)
        if place >= 0 and likeness >= 0.6:
            places.append(place)
    total = sum(wording.weights)
    recall = sum(f * w for f, w in zip(found, wording.weights, strict=True)) / total
    width = max(places) - min(places) + 1 if places else 0
    tight = len(places) / width if width else 0.0
    return _Match(wording, tuple(found), min(places) if places else -1, width, recall, recall * min(1.0, 0.5 + tight))


def _features(
    given: Prepared, match: _Match, wordings: list[Reference], question: str, abstained: bool
) -> tuple[float, ...]:
    reference, found = match.reference, match.found
    asked = _question_stems(question)
    normal = normalise(given.text)
    texts = [wording.text for wording in wordings]
    stated = contains_form(given.text, texts)
    refuted = not stated and only_denied(given.text, texts)
    plain = (
        not stated
        and not refuted
        and any(f" {wording.normal} " in f" {normal} " for wording in wordings if wording.normal)
    )
    compact = any(len(w.squashed) >= 5 and w.squashed in given.squashed for w in wordings)
    new = [
        (f, w) for f, w, word in zip(found, reference.weights, reference.words, strict=True) if stem(word) not in asked
    ]
    new_weight = sum(w for _, w in new)
    new_recall = sum(f * w for f, w in new) / new_weight if new_weight else match.recall
    heads = [
        f for f, word in zip(found, reference.words, strict=True) if word not in GENERIC and len(word) > 1
    ] or list(found)
    content = [word for word in given.content if stem(word) not in asked]
    short = len(content) <= 6
    hits = [max((alike(word, other) for other in reference.words), default=0.0) for word in content] if short else []
    precision = sum(hits) / len(hits) if hits else 0.0
    same, partial, different, missing, year_only, conflict = _values(given.text, reference, wordings)
    echo = 1 - new_weight / sum(reference.weights)
    early = 1.0 if 0 <= match.first < 40 else 0.0
    rivals = _rivals(given, reference, asked) if not (short or same) else 0.0
    count = len(given.words)
    fuzzy = fuzz.partial_ratio(reference.normal, normal) / 100 if len(reference.normal) >= 5 and count < 400 else 0.0
    length = math.log1p(count)
    related, synonyms, opposed = _meaning(given, match, asked)
    full = float(match.recall >= 0.95)
    head = float(heads[-1] >= 0.7)
    return (
        float(any(normal == wording.normal for wording in wordings)),
        float(bool(stated)),
        float(compact),
        match.recall,
        full,
        head,
        float(heads[0] >= 0.7),
        match.window,
        new_recall,
        float(new_recall >= 0.95),
        precision,
        float(short and precision >= 0.9 and new_recall > 0.2),
        max(0.0, fuzzy - 0.6) * 2.5,
        same,
        partial,
        different,
        missing,
        year_only,
        echo,
        early,
        length,
        float(count > 120),
        float(plain),
        rivals,
        math.log1p(len(wordings)),
        math.log1p(len(reference.words)),
        float(len(reference.words) >= 5),
        _acronym(given, reference),
        head * float(short),
        float(match.recall < 0.2),
        match.recall * (1 - early),
        float(bool(stated)) * (1 - early),
        float(bool(_NEGATION.search(given.text[:300]))),
        float(bool(_HEDGE.search(given.text))),
        float(reference.text.count(",") >= 2),
        float(0.4 <= new_recall < 0.95),
        float(
            reference.name_like and heads[0] >= 0.7 and not head and match.recall < 0.9 and " of " not in reference.text
        ),
        _other_first(given, reference, found),
        conflict,
        float(abstained),
        float(abstained and bool(stated)),
        float(abstained) * match.recall,
        float(refuted),
        related,
        synonyms,
        opposed,
    )


def _question_stems(question: str) -> frozenset[str]:
    return frozenset(prepare(question).places) - STOP if question else frozenset()


def _values(
    text: str, reference: Reference, wordings: list[Reference]
) -> tuple[float, float, float, float, float, float]:
    """Whether a number or date of a reference is stated, in part, contradicted or missing, and whether the year alone agrees."""
    wanted = [value for value in reference.values if value.unit != "ordinal"]
    if not wanted:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    stated = [value for value in extract_values(text) if value.number is not None or value.date is not None]
    if any(_states(stated, w) == "same" for wording in wordings for w in wording.values):
        exact = [w for wording in wordings for w in wording.values if w.date and w.date.month]
        clash = (
            bool(exact)
            and all(_states(stated, w) == "different" for w in exact)
            and any(v.date and v.date.month for v in stated)
        )
        return 1.0, 0.0, 0.0, 0.0, 0.0, float(clash)
    grades = [_states(stated, value) for value in wanted]
    year = any(v.date and w.date and v.date.year and v.date.year == w.date.year for v in stated for w in wanted)
    if "partial" in grades:
        return 0.0, 1.0, 0.0, 0.0, float(year), 0.0
    if "different" in grades:
        return 0.0, 0.0, 1.0, 0.0, float(year), 0.0
    return 0.0, 0.0, 0.0, 1.0, float(year), 0.0


def _states(stated: list[Value], wanted: Value) -> str:
    grades = [
        compare_values(value, wanted)
        for value in stated
        if value.unit == wanted.unit or value.kind == wanted.kind or value.unit is None
    ]
    for grade in ("same", "partial", "different"):
        if grade in grades:
            return grade
    return "missing"


def _rivals(given: Prepared, reference: Reference, asked: frozenset[str]) -> float:
    """Capitalised words of the answer's beginning that neither question nor reference has, at most 3."""
    wanted = {stem(word) for word in reference.words}
    found = {stem(word.lower()) for word in _CAPITAL.findall(given.text[:250])}
    return min(3.0, float(len(found - wanted - asked)))


def _other_first(given: Prepared, reference: Reference, found: tuple[float, ...]) -> float:
    """1.0 where the answer gives the surname of a name-like reference another first name."""
    if not reference.name_like or len(found) < 2 or found[-1] < 0.95 or max(found[:-1]) >= 0.6:
        return 0.0
    surname = re.search(rf"([A-Z][a-zà-ÿ]+) {re.escape(reference.words[-1])}\b", given.text, re.IGNORECASE)
    return float(
        bool(surname) and surname is not None and surname[1].lower() not in STOP | GENERIC and surname[1][0].isupper()
    )


def _meaning(given: Prepared, match: _Match, asked: frozenset[str]) -> tuple[float, float, float]:
    """How much of the reference's unmatched words the answer has by meaning (WordNet): kinds of it, synonyms, others of its kind."""
    if match.recall > 0.75:
        return 0.0, 0.0, 0.0
    words = [
        word for word in dict.fromkeys(given.content) if word.isalpha() and len(word) > 2 and stem(word) not in asked
    ][:16]
    total = sum(match.reference.weights)
    kinds = same = others = 0.0
    for word, found, weight in zip(match.reference.words, match.found, match.reference.weights, strict=True):
        if found >= 0.6 or len(word) < 3 or not word.isalpha():
            continue
        relations = {relation(other, word) for other in words}
        if relations & {"same", "synonym", "derived"}:
            same += weight / total
        elif "broader" in relations:
            kinds += weight / total
        elif relations & {"antonym", "sister"}:
            others += weight / total
    return kinds, same, others


def _acronym(given: Prepared, reference: Reference) -> float:
    """1.0 where the reference's initials are a word of the answer or the other way round."""
    initials = "".join(word[0] for word in reference.words if word[0].isalpha())
    if len(initials) >= 2 and initials in given.words:
        return 1.0
    if len(reference.words) == 1 and 2 <= len(reference.words[0]) <= 5:
        run = "".join(word[0] for word in given.words)
        return float(reference.words[0] in run and reference.text.isupper())
    return 0.0
