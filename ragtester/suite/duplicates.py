"""Near duplicates: questions that ask the same thing of the same thing."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ragtester.protocols import Embedder
from ragtester.records import Test
from ragtester.text import normalise, tokens

_SMALL = frozenset(
    "the a an of for to in on at by and or is are was were be what which who when where how much long many does do i you "
    "me need could tell give please looking into am it as current currently set given applies listed".split()
)
_ALIKE = 0.92
"""Cosine above which two questions with the same names and numbers ask the same."""
_CONTAINED = 0.9
"""Share of the shorter question's content words that the longer one holds, with the same answer."""
_NUMBER = re.compile(r"\d")


class Duplicates:
    """The questions so far; says of a new one which it repeats.

    Two questions are near duplicates where their content words are the same, where one holds the
    words of the other and the answer is the same, or where an embedder finds them alike and their names and numbers are the same. Alike wording alone is not enough:
    "the notice period for A" and "the notice period for B" are two questions.
    """

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder
        self._tests: list[Test] = []
        self._words: list[frozenset[str]] = []
        self._vectors: list[np.ndarray[tuple[int], np.dtype[np.float32]]] = []
        self._by_words: dict[frozenset[str], int] = {}
        self._by_answer: dict[tuple[str, str], list[int]] = {}

    async def admit(self, tests: Sequence[Test]) -> list[str]:
        """For each test why it is refused, or an empty string; those not refused count from now on."""
        vectors = (
            await self._embedder.embed([t.query for t in tests], purpose="query") if self._embedder and tests else None
        )
        return [self._admit(test, None if vectors is None else vectors[i]) for i, test in enumerate(tests)]

    def _admit(self, test: Test, vector: np.ndarray[tuple[int], np.dtype[np.float32]] | None) -> str:
        words = frozenset(tokens(test.query)) - _SMALL
        twin = self._by_words.get(words)
        same_answer = self._by_answer.setdefault((test.kind, normalise(test.expected_answer)), [])
        if twin is None and test.kind == "positive":
            twin = next((at for at in same_answer if _alike(self._words[at], words)), None)
        if twin is None and vector is not None and self._vectors:
            scores = np.stack(self._vectors) @ vector
            for at in np.argsort(-scores)[:5]:
                if scores[at] < _ALIKE:
                    break
                if self._same_things(self._tests[int(at)], test):
                    twin = int(at)
                    break
        if twin is not None:
            return f"near duplicate of {self._tests[twin].id}: {self._tests[twin].query!r}"
        self._by_words[words] = len(self._tests)
        same_answer.append(len(self._tests))
        self._tests.append(test)
        self._words.append(words)
        if vector is not None:
            self._vectors.append(vector)
        return ""

    def _same_things(self, one: Test, other: Test) -> bool:
        if one.kind != other.kind or _marks(one.query) != _marks(other.query):
            return False
        if one.facts or other.facts:
            return one.facts == other.facts
        return normalise(one.expected_answer) == normalise(other.expected_answer) or one.kind == "negative"


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether nearly all words of the shorter question stand in the longer one."""
    return bool(one and other) and len(one & other) / min(len(one), len(other)) >= _CONTAINED


def _marks(query: str) -> frozenset[str]:
    """Names and numbers of a question: what tells it from one of the same shape."""
    words = query.split()
    return frozenset(
        word.strip(".,?!:;()\"'").casefold()
        for i, word in enumerate(words)
        if _NUMBER.search(word) or (i > 0 and word[:1].isupper() and word.casefold() not in _SMALL)
    )
