"""`reader`: a generator that quotes. It answers with the sentences of the passages that fit the question best.

It reads the question and the passages of a request, never the prompt's wording, and says that it
cannot answer when the passages do not speak of what is asked. It is fast, exact and honest about
being extractive: it cannot add up, compare or rephrase.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ragtester.records import Reply, Request
from ragtester.text import extract_values, split_sentences, tokens

ABSTENTION = "I cannot answer this from the documents."

_STOPWORDS = frozenset(  # words that a question needs and an answer does not
    """a about after all also an and any are as at be been before being between both but by can could did do does
    during each for from given had has have having how i if in into is it its itself long made make many may me more most
    much must my no nor not of off on one or other our out over own per said same she should so some such take takes than
    that the their them then there these they this those through to under until up upon us very was we were what when
    where which while who whom whose why will with within would you your please tell give state name according apply
    applies""".split()
)
_LOW, _ENTITY_LOW = 0.5, 0.75
"""Least share of the question's weight that a sentence with its passage must hold to be quoted."""
_NUMERIC_ASK = re.compile(
    r"\bhow (?:many|much|long|often|old|far|high|large|big)\b|\bwhat (?:percentage|share|amount|number)\b", re.I
)
_DATE_ASK = re.compile(r"\bwhen\b|\b(?:what|which) (?:date|day|month|year)\b", re.I)
_ENDINGS = ("ations", "ation", "ings", "ing", "edly", "ed", "ies", "es", "s", "ly")


@dataclass(frozen=True, slots=True)
class _Unit:
    text: str
    words: frozenset[str]
    passage: int
    position: int


class Reader:
    """The extractive generator as a chat model; deterministic."""

    name = "reader"
    version = "reader-1"
    samples = False

    async def ask(self, request: Request) -> Reply:
        """Quotes the best one or two sentences, or abstains."""
        return Reply(text=answer_from(request.question, request.passages), model=self.version)


def answer_from(question: str, passages: Sequence[str]) -> str:
    """The sentences of `passages` that answer `question`, or the abstention."""
    wanted = _content(question)
    if not wanted or not passages:
        return ABSTENTION
    units = [unit for number, passage in enumerate(passages) for unit in _units(number, passage)]
    around = [frozenset(_stems(passage)) for passage in passages]
    weights = _weights(wanted, [unit.words for unit in units])
    total = sum(weights.values())
    entities = _entities(question)
    scored = sorted(
        ((_score(unit, question, weights, around), unit) for unit in units),
        key=lambda pair: (-pair[0], pair[1].passage, pair[1].position),
    )
    if not scored:
        return ABSTENTION
    best = scored[0][1]
    seen = around[best.passage]
    if entities and sum(entity in seen for entity in entities) < _ENTITY_LOW * len(entities):
        return ABSTENTION
    held = sum(weight for word, weight in weights.items() if word in best.words)
    near = sum(weight for word, weight in weights.items() if word in seen)
    if near < _ENTITY_LOW * total or held < _LOW * total * (0.6 if near >= 0.9 * total else 1.0):
        return ABSTENTION
    second = _second(best, scored[1:], weights)
    return " ".join(unit.text for unit in ([best, second] if second else [best]))


def _second(best: _Unit, others: list[tuple[float, _Unit]], weights: dict[str, float]) -> _Unit | None:
    """Another sentence, where it holds most of what the first one lacks of a question about two things."""
    lacking = {word: weight for word, weight in weights.items() if word not in best.words}
    if sum(lacking.values()) < 0.3 * sum(weights.values()):
        return None
    for score, unit in others[:8]:
        gained = sum(weight for word, weight in lacking.items() if word in unit.words)
        if gained >= 0.6 * sum(lacking.values()) and score >= 0.5 * others[0][0]:
            return unit
    return None


def _score(unit: _Unit, question: str, weights: dict[str, float], around: Sequence[frozenset[str]]) -> float:
    score = sum(weight for word, weight in weights.items() if word in unit.words)
    score += 0.25 * sum(weight for word, weight in weights.items() if word in around[unit.passage])
    score *= 1 + _answers_kind(question, unit.text)
    return score / (1 + 0.004 * len(unit.text))


def _answers_kind(question: str, text: str) -> float:
    """A bonus for a sentence that holds a value of the kind that is asked for."""
    dated, counted = _DATE_ASK.search(question), _NUMERIC_ASK.search(question)
    if not dated and not counted:
        return 0.0
    kinds = {value.kind for value in extract_values(text)}
    fitting = {"date"} if dated else {"number", "money", "percent", "duration"}
    return 0.35 if kinds & fitting else -0.25


def _units(number: int, passage: str) -> Iterable[_Unit]:
    position = 0
    for line in passage.splitlines():
        for piece in split_sentences(line):
            text = piece.text.strip()
            words = frozenset(_stems(text))
            if len(words) >= 2:
                yield _Unit(text, words, number, position)
                position += 1


def _content(question: str) -> list[str]:
    return list(dict.fromkeys(_stem(word) for word in tokens(question) if word not in _STOPWORDS))


def _entities(question: str) -> set[str]:
    """Stems of the names, codes and numbers of a question: what a passage must speak of."""
    words = re.findall(r"[^\W_][\w'&.-]*", question)
    named = [word for word in words[1:] if word[0].isupper() or any(sign.isdigit() for sign in word)]
    return {_stem(part) for word in named for part in tokens(word) if part not in _STOPWORDS}


def _weights(wanted: Sequence[str], units: Sequence[frozenset[str]]) -> dict[str, float]:
    """Weight of each word of the question: rarer in the passages weighs more."""
    frequency = Counter(word for words in units for word in words if word in set(wanted))
    return {word: math.log(1 + (len(units) + 1) / (frequency[word] + 1)) for word in wanted}


def _stems(text: str) -> Iterable[str]:
    return (_stem(word) for word in tokens(text))


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word
