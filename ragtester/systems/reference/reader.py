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
_ENOUGH = 0.54
"""Least share of the question's weight that a sentence with what is around it must hold to be quoted."""
_NEAR, _ELSEWHERE = 0.85, 0.45
"""Worth of a word that stands in what a sentence refers back to, and elsewhere in its passage."""
_ENTITY_LOW = 0.75
"""Least share of the question's names that the passage must speak of."""
_LEAD = re.compile(
    r"^(?:(?:as things stand|at present|currently|today|now|just to be certain|please|"
    r"(?:under|according to) the (?:latest|current|newest)? ?(?:version|revision|edition)(?: in force)?(?: today| now)?)"
    r"(?: now)?,? )+",
    re.I,
)
_REFERS_BACK = re.compile(
    r"^(?:they|their|them|it|its|this|these|that|those|he|she|his|her|such)\b|^(?:\w+[ ,]+){1,6}(?:they|it)\b", re.I
)
_NUMERIC_ASK = re.compile(
    r"\bhow (?:many|much|long|often|old|far|high|large|big)\b|\bwhat (?:percentage|share|amount|number)\b", re.I
)
_DATE_ASK = re.compile(r"\bwhen\b|\b(?:what|which) (?:date|day|month|year)\b", re.I)
_ENDINGS = ("ations", "ation", "ings", "ing", "edly", "ied", "ed", "ies", "es", "s", "ly")
_VOWEL_END = re.compile(r"(?<=[^aeiou])[aeiouy]$")


@dataclass(frozen=True, slots=True)
class _Unit:
    text: str
    words: frozenset[str]
    near: frozenset[str]
    """Words of the sentence or question that it refers back to."""
    passage: int
    position: int


class Reader:
    """The extractive generator as a chat model; deterministic."""

    name = "reader"
    version = "reader-2"
    samples = False

    async def ask(self, request: Request) -> Reply:
        """Quotes the best one or two sentences, or abstains."""
        return Reply(text=answer_from(request.question, request.passages), model=self.version)


def answer_from(question: str, passages: Sequence[str], *, abstain: bool = True) -> str:
    """The sentences of `passages` that answer `question`, or the abstention.

    Args:
        question: what is asked.
        passages: what may be quoted.
        abstain: False quotes what fits best, however little that is; with nothing to quote it still abstains.
    """
    question = _asked(question)
    wanted = _content(question)
    if not wanted or not passages:
        return ABSTENTION
    units = [unit for number, passage in enumerate(passages) for unit in _units(number, passage)]
    around = [frozenset(_stems(passage)) for passage in passages]
    weights = _weights(wanted, [unit.words for unit in units])
    ranked = sorted(
        ((_share(unit, weights, around) * _kind_factor(question, unit.text), unit) for unit in units),
        key=lambda pair: (-pair[0], pair[1].passage, pair[1].position),
    )
    if not ranked:
        return ABSTENTION
    best = ranked[0][1]
    entities = _entities(question)
    missing = sum(entity not in around[best.passage] for entity in entities)
    if abstain and entities and missing > (1 - _ENTITY_LOW) * len(entities):
        return ABSTENTION
    second = _second(best, [unit for _, unit in ranked[1:9]], weights)
    quoted = [best, second] if second else [best]
    if abstain and _joint_share(quoted, weights, around) < _ENOUGH:
        return ABSTENTION
    return " ".join(unit.text for unit in quoted)


def _share(unit: _Unit, weights: dict[str, float], around: Sequence[frozenset[str]]) -> float:
    """The share of the question's weight that a sentence holds, words around it counted for less."""
    return _joint_share([unit], weights, around)


def _joint_share(units: Sequence[_Unit], weights: dict[str, float], around: Sequence[frozenset[str]]) -> float:
    held = 0.0
    for word, weight in weights.items():
        worth = max(
            1.0
            if word in unit.words
            else _NEAR
            if word in unit.near
            else _ELSEWHERE
            if word in around[unit.passage]
            else 0.0
            for unit in units
        )
        held += weight * worth
    return held / sum(weights.values())


def _second(best: _Unit, others: Sequence[_Unit], weights: dict[str, float]) -> _Unit | None:
    """Another sentence, where it holds most of what the first one lacks of a question about two things."""
    lacking = {word: weight for word, weight in weights.items() if word not in best.words | best.near}
    if sum(lacking.values()) < 0.25 * sum(weights.values()):
        return None
    gains = [(sum(weight for word, weight in lacking.items() if word in unit.words), unit) for unit in others]
    gain, unit = max(gains, key=lambda pair: pair[0], default=(0.0, best))
    return unit if gain >= 0.6 * sum(lacking.values()) else None


def _kind_factor(question: str, text: str) -> float:
    """More for a sentence that holds a value of the kind that is asked for, less for one that does not."""
    dated, counted = _DATE_ASK.search(question), _NUMERIC_ASK.search(question)
    if not dated and not counted:
        return 1.0
    kinds = {value.kind for value in extract_values(text)}
    fitting = {"date"} if dated else {"number", "money", "percent", "duration"}
    return 1.25 if kinds & fitting else 0.7


def _units(number: int, passage: str) -> Iterable[_Unit]:
    """Sentences and table rows; a question is no answer, but what follows it refers back to it."""
    position = 0
    before: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()
    for line in passage.splitlines():
        for piece in split_sentences(line):
            text = piece.text.strip()
            words = frozenset(_stems(text))
            if text.endswith("?"):
                asked = words
                continue
            if len(words) < 2:
                continue
            near = asked | (before if _REFERS_BACK.search(text) else frozenset())
            yield _Unit(text, words, near, number, position)
            before, asked, position = words | near, frozenset(), position + 1


def _asked(question: str) -> str:
    """The question without what leads up to it: "A colleague wants to know: ..." and "Under the version in force today, ..."."""
    _, _, after = question.rpartition(": ")
    text = after if "?" in after else question
    return _LEAD.sub("", text)


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
    """A crude stem for words of any European language: a plural or verb ending and a last vowel are cut."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return _VOWEL_END.sub("", word) if len(word) > 4 else word
