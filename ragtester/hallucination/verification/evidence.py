"""The contexts cut into sentences, rows and headings, and the ones that speak of a claim."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from ragtester.hallucination.verification.terms import Sentence, read_sentence, rough_words
from ragtester.text.sentences import split_sentences

_Kind: TypeAlias = Literal["heading", "head", "row", "sentence"]
_Piece: TypeAlias = tuple[int, int, _Kind]
_BEFORE = 2
_LONGEST_HEADING = 80
_KEPT = 3
_ROW = re.compile(r"^\s*\|.*\|\s*$|\t| {3,}\S")
_BLOCK = re.compile(r"[^\n]+(?:\n(?!\s*\n)[^\n]+)*")
_MARKUP = re.compile(r"^\s*(?:#{1,6}\s+|[-*•–]\s+|\d{1,2}[.)]\s+)")


class Passage(NamedTuple):
    """A sentence, table row or heading of a context, with what stands around it."""

    context: int
    start: int
    end: int
    text: str
    words: frozenset[str]
    """Lemmas of its words and its bare numerals."""
    heading: frozenset[str]
    """Lemmas of the heading above."""
    columns: frozenset[str]
    """Lemmas of the head of the table that it is a row of."""
    recent: frozenset[str]
    """Lemmas of the sentences just before."""
    alone: bool
    """The context has no other sentence that could name its subject."""

    @property
    def sentence(self) -> Sentence:
        """The passage as the rules see it; read when it is first needed."""
        return read_sentence(self.text)


@dataclass(frozen=True, slots=True)
class Contexts:
    """All passages of the contexts, and where each lemma and number occurs."""

    passages: tuple[Passage, ...]
    index: dict[str, list[int]]

    def best(self, claim: Sentence, *, limit: int = _KEPT) -> list[Passage]:
        """The passages that share most with the claim, best first; never more than `limit`."""
        shares: dict[int, float] = {}
        for position in claim.content:
            term = claim.terms[position]
            found = {place for lemma in term.lemmas for place in self.index.get(lemma, ())}
            rarity = 1.0 / (1.0 + 0.1 * len(found))
            for place in found:
                shares[place] = shares.get(place, 0.0) + term.weight * rarity
        for value in claim.values:
            for word in rough_words(value.text):
                for place in self.index.get(word, ()):
                    shares[place] = shares.get(place, 0.0) + 1.0
        order = sorted(shares, key=lambda place: (-shares[place], place))[:limit]
        if not order:
            order = list(range(min(limit, len(self.passages))))
        return [self.passages[place] for place in order]


@lru_cache(maxsize=256)
def read_contexts(contexts: tuple[str, ...]) -> Contexts:
    """The contexts made ready for verification; read once per tuple of texts."""
    passages: list[Passage] = []
    for number, text in enumerate(contexts):
        passages += _passages(number, text)
    index: dict[str, list[int]] = {}
    for place, passage in enumerate(passages):
        for lemma in passage.words:
            index.setdefault(lemma, []).append(place)
    return Contexts(tuple(passages), index)


def _passages(number: int, text: str) -> list[Passage]:
    found: list[Passage] = []
    heading: frozenset[str] = frozenset()
    columns: frozenset[str] = frozenset()
    recent: list[frozenset[str]] = []
    pieces = _pieces(text)
    for start, end, kind in pieces:
        piece = text[start:end]
        words = rough_words(piece)
        before = frozenset().union(*recent[-_BEFORE:]) if kind == "sentence" else frozenset()
        found.append(
            Passage(
                number,
                start,
                end,
                piece,
                words,
                heading,
                columns if kind == "row" else frozenset(),
                before,
                alone=len(pieces) == 1,
            )
        )
        if kind == "heading":
            heading = words
        elif kind == "head":
            columns = words
        elif kind == "sentence":
            recent.append(words)
    return found


def _pieces(text: str) -> Sequence[_Piece]:
    """Start, end and kind of every heading, table head, row and sentence."""
    out: list[_Piece] = []
    for block in _BLOCK.finditer(text):
        lines = block[0].split("\n")
        offset = block.start()
        prose_start: int | None = None
        for line in lines:
            if _ROW.search(line) or line.lstrip().startswith("#"):
                if prose_start is not None:
                    out += _sentences(text, prose_start, offset)
                    prose_start = None
                if line.strip(" |-:\t"):
                    out.append((*_trim(text, offset, offset + len(line)), _line_kind(line, lines[0])))
            elif prose_start is None:
                prose_start = offset
            offset += len(line) + 1
        if prose_start is not None:
            out += _sentences(text, prose_start, block.end())
    return out


def _line_kind(line: str, first: str) -> _Kind:
    if line.lstrip().startswith("#"):
        return "heading"
    return "head" if line == first else "row"


def _sentences(text: str, start: int, end: int) -> list[_Piece]:
    found = split_sentences(text[start:end])
    heads = len(found) == 1 and len(found[0].text) < _LONGEST_HEADING and found[0].text[-1:] not in ".!?;,"
    return [(start + piece.start, start + piece.end, "heading" if heads else "sentence") for piece in found]


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    mark = _MARKUP.match(text[start:end])
    start += mark.end() if mark else 0
    while start < end and text[start] in " |\t":
        start += 1
    while end > start and text[end - 1] in " |\t":
        end -= 1
    return start, end
