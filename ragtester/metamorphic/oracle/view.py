"""What the oracle may see of a test: never the ledger, never the reference answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from ragtester.metamorphic.oracle.wording import content, coverage, names_in, sentences
from ragtester.records import Span, Test, ValueKind
from ragtester.text import Piece, Value, compare_values, extract_values, split_sentences

MEASURED: frozenset[ValueKind] = frozenset({"number", "money", "percent", "date", "duration", "code"})
ROW = "|"
"""Between the cells of a table's row."""
_SUPPORTED = 0.6
"""Share of a sentence's own words in a quote from which on the quote supports it."""
_CLAUSE_END = re.compile(r"[;:,](?=\s)|\s(?:and|while|but|und|et|y|a)\s|\n|[.!?](?=\s)")


@dataclass(frozen=True, slots=True)
class OracleView:
    """The question, the evidence for it and the system's own base answer."""

    test: str
    question: str
    evidence: tuple[Span, ...]
    base_answer: str
    kind: ValueKind | None = None
    """What kind of value is asked for, where the suite says so."""

    @classmethod
    def of(cls, test: Test, base_answer: str) -> OracleView:
        """The part of a test that is no truth: its accepted answers and counterfactuals stay behind."""
        return cls(
            test=test.id,
            question=test.query,
            evidence=test.evidence,
            base_answer=base_answer,
            kind=test.answer_kind,
        )

    @property
    def values(self) -> tuple[Value, ...]:
        """The values that the base answer gives to the question: numbers, amounts, dates, durations, codes."""
        return self.values_of(self.base_answer)

    @property
    def core(self) -> str:
        """The sentences of the base answer that its evidence supports, or that come nearest to the question.

        A system that quotes gives neighbouring sentences too; what they say is not the answer.
        """
        return self.core_of(self.base_answer)

    @property
    def said(self) -> str:
        """What the core says beyond its wording: of a list its items; no phrase that only opens the sentence."""
        core = items_in(self.core) if self.kind == "list" else self.core
        return _without_opening(core, self.question)

    @property
    def rivals(self) -> bool:
        """Whether the base answer gives other values of the same kind beside its own: it quotes a table, or neighbours."""
        kinds = {value.kind for value in self.values}
        beside = [v for v in measured_values(self.base_answer, self.question) if v.kind in kinds]
        return any(all(compare_values(v, own) == "different" for own in self.values) for v in beside)

    @property
    def supported(self) -> bool:
        """Whether the evidence supports the core, rather than the core only being nearest to the question."""
        quotes, wanted = tuple(span.quote for span in self.evidence), content(self.question)
        return _support(self.core, quotes, wanted) >= _SUPPORTED

    def core_of(self, answer: str) -> str:
        """The sentences of an answer that the evidence supports, or that come nearest to the question."""
        return _core(answer, self.question, tuple(span.quote for span in self.evidence))

    def legs(self) -> list[OracleView]:
        """The parts of an answer that rests on several pieces of evidence, each with its own; one view otherwise."""
        parts = sentences(self.base_answer)
        if len(self.evidence) < 2 or len(parts) < 2:
            return [self]
        wanted = content(self.question)
        found: dict[str, OracleView] = {}
        for span in self.evidence:
            shares = [_support(part, (span.quote,), wanted) for part in parts]
            best = max(shares)
            if best >= _SUPPORTED:
                part = parts[shares.index(best)]
                found.setdefault(part, replace(self, base_answer=part, evidence=(span,)))
        return list(found.values()) if len(found) > 1 else [self]

    def values_of(self, answer: str) -> tuple[Value, ...]:
        """The values that an answer gives to the question.

        Those of the question itself are left out; of several, those of the kind that is asked for, and of
        a long sentence those in the clause that takes up most of the question.
        """
        return _main_values(self.core_of(answer), self.question, self.kind)


@lru_cache(maxsize=4096)
def _core(answer: str, question: str, quotes: tuple[str, ...]) -> str:
    parts = sentences(answer)
    if len(parts) < 2:
        return _best_cells(answer, question)
    wanted = content(question)
    shares = [_support(part, quotes, wanted) for part in parts]
    best = max(shares)
    if best < _SUPPORTED:
        shares = [coverage(question, part) for part in parts]
        best = max(shares)
    kept = [part for part, share in zip(parts, shares, strict=True) if best and share >= 0.9 * best]
    return " ".join(_best_cells(part, question) for part in _best_rows(kept, question)) or answer


_NEXT_WORD = re.compile(r"\s+([^\W\d_]+)")
_LABEL_WORDS = 6
"""From here on what stands before a colon is no label: a flattened table that runs into a row."""
_INTRODUCTION = re.compile(r"^[^:|]*[^\W\d_]:\s+(?=\S)")
_SEPARATED = re.compile(r"[,;]|\b(?:and|or|und|oder|et|ou|y|o|a)\b")


def items_in(sentence: str) -> str:
    """The items of a list that a sentence introduces by a colon; the sentence itself where it introduces none."""
    rest = _INTRODUCTION.sub("", sentence, count=1)
    return rest if _SEPARATED.search(rest) else sentence


_OPENING = re.compile(
    r"^(?:since|because|as|under|at|for|with|in|to|while|when|where|given|given that|so that|once|unless|weil|da|damit|"
    r"nach|comme|puisque|selon|como|según|protože|podle)\b[^,:|]{2,110},\s+(?=\S)",
    re.IGNORECASE,
)


def _without_opening(sentence: str, question: str) -> str:
    """A sentence without a phrase before its first comma that names nothing: `Since somebody has to, ...`.

    The phrase stays where it holds a name or a number, or where the rest says nothing that the question does not.
    """
    found = _OPENING.match(sentence)
    if not found:
        return sentence
    opening, rest = found.group().split()[1:], sentence[found.end() :]
    names = any(word[:1].isupper() or any(map(str.isdigit, word)) for word in opening)
    return rest if not names and content(rest) - content(question) else sentence


def _best_cells(row: str, question: str) -> str:
    """Of a row of labelled cells (`Storage: 32 TB | Rack: R06`) the cell whose label the question asks for."""
    cells = [cell.strip() for cell in row.split(ROW) if cell.strip()]
    labels = [cell.partition(":")[0] for cell in cells if ":" in cell]
    if len(labels) < 3 or len(labels) < len(cells) or max(len(label.split()) for label in labels) > _LABEL_WORDS:
        return row
    asked = [coverage(question, label) for label in labels[1:]]
    best = max(asked)
    return " | ".join(c for c, share in zip(cells[1:], asked, strict=True) if share == best) if best else row


def _best_rows(parts: Sequence[str], question: str) -> list[str]:
    """Of the rows of a table only those that are about the question: a whole table supports nothing by itself."""
    near = max((coverage(question, part) for part in parts if ROW in part), default=0.0)
    return [part for part in parts if ROW not in part or coverage(question, part) > 0.7 * near]


def _support(part: str, quotes: tuple[str, ...], wanted: frozenset[str]) -> float:
    """How much of a sentence, beyond the question's words, stands in one of the quotes."""
    own = content(part) - wanted
    return max((len(own & content(quote)) / len(own) for quote in quotes), default=0.0) if own else 0.0


@lru_cache(maxsize=8192)
def _main_values(answer: str, question: str, kind: ValueKind | None) -> tuple[Value, ...]:
    if kind is not None and kind not in MEASURED:
        return ()  # words are asked for; a number beside them is not the answer
    values = measured_values(answer, question)
    asked = tuple(value for value in values if value.kind == kind)
    values = asked or values
    return tuple(v for piece in split_sentences(answer) for v in _of_sentence(values, answer, question, piece))


def _of_sentence(values: Sequence[Value], answer: str, question: str, piece: Piece) -> Sequence[Value]:
    """The values in one sentence of an answer; of a long one with several only those of the best clause."""
    own = [value for value in values if piece.start <= value.start < piece.end]
    table = ROW in piece.text
    if len(own) < 2 or (len(piece.text.split()) <= 12 and not table):
        return own
    clauses = [(piece.start + start, piece.start + end) for start, end in _clauses(answer[piece.start : piece.end])]
    table = table or (len(own) > 2 and len(clauses) == 1)
    if table:  # each value follows its label
        edges = [piece.start, *_ends(own, answer)]
        clauses = list(pairwise(edges))
    named = names_in(question) if table else frozenset()
    shares = {
        (start, end): coverage(question, answer[start:end]) + _share(named, content(answer[start:end]))
        for start, end in clauses
        if any(start <= value.start < end for value in own)
    }
    best = max(shares.values(), default=0.0)
    if best <= 0:
        return own
    kept = [place for place, share in shares.items() if share >= best - 1e-9]
    return [value for value in own if any(start <= value.start < end for start, end in kept)]


def _ends(values: Sequence[Value], answer: str) -> list[int]:
    """Where each value ends, the word that follows all of them counted in: 210 *cycles*, 135 *cycles*."""
    following = [_NEXT_WORD.match(answer, value.end) for value in values]
    unit = {match[1].casefold() for match in following if match}
    return [m.end() if m and len(unit) == 1 else v.end for v, m in zip(values, following, strict=True)]


def _share(wanted: frozenset[str], given: frozenset[str]) -> float:
    return len(wanted & given) / len(wanted) if wanted else 0.0


def _clauses(text: str) -> list[tuple[int, int]]:
    edges = [0, *(match.end() for match in _CLAUSE_END.finditer(text)), len(text)]
    return list(pairwise(edges))


def agree(given: Value, wanted: Value) -> bool:
    """Whether two values may be the same one: equal, or one as exact as its writing says (March 2020, about 8 million).

    Two numbers written with as many digits are compared exactly: 50 % is no rounded 55 %.
    """
    verdict = compare_values(given, wanted)
    if verdict != "partial" or given.number is None or wanted.number is None or given.date or wanted.date:
        return verdict in ("same", "partial")
    rounded = "about" in (given.bound, wanted.bound) or given.high is not None or wanted.high is not None
    return rounded or _digits(given.text) != _digits(wanted.text)


def _digits(text: str) -> int:
    return sum(letter.isdigit() for letter in text)


@lru_cache(maxsize=32768)
def measured_values(text: str, question: str = "") -> tuple[Value, ...]:
    """Numbers, amounts, dates, durations and codes of a text, those of the question left out."""
    asked = _measured(question) if question else ()
    return tuple(v for v in _measured(text) if not any(compare_values(v, other) == "same" for other in asked))


def _measured(text: str) -> Sequence[Value]:
    return [
        v
        for v in extract_values(text)
        if v.unit != "ordinal" and v.kind in MEASURED and (v.kind == "code" or v.number is not None or v.date)
    ]
