"""The proof that a negative test cannot be answered: over every statement, and over what retrieval finds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ragtester.records import Fact, Test
from ragtester.suite.drafts import Absence, Draft
from ragtester.suite.statements import Statements
from ragtester.text import contains_form, extract_values, split_sentences, tokens

_SMALL = frozenset(
    "the a an of for to in on at by and or is are was were be with from its it as than that this what which who whom "
    "whose when where why how does do did has have had can could will would should must may much many long often i you "
    "me my tell need current currently given set".split()
)
_CELL_MARK = " | "
_LABEL_SHARE, _SUBJECT_SHARE, _QUERY_SHARE = 0.99, 0.7, 0.85


@dataclass(frozen=True, slots=True)
class _Line:
    document: str
    text: str
    words: frozenset[str]
    around: frozenset[str]
    """Words of the statement, its heading and its document's title."""


class Archive:
    """Every statement of a corpus, ready to be searched for what must not be there."""

    def __init__(self, texts: Mapping[str, Statements], facts: Sequence[Fact]) -> None:
        self._full = {name: " ".join(item.document.text.casefold().split()) for name, item in texts.items()}
        self._lines = [
            _Line(
                name, item.text, words := _words(item.text), words | _words(item.heading) | _words(text.document.title)
            )
            for name, text in texts.items()
            for item in text.items
        ]
        self._facts = tuple(facts)

    def holds_term(self, term: str) -> str | None:
        """The document that holds `term` as whole words, or None."""
        folded = " ".join(term.casefold().split())
        pattern = re.compile(rf"(?<!\w){re.escape(folded)}(?!\w)")
        for name, text in self._full.items():
            if folded in text and pattern.search(text):
                return name
        return None

    def stated_fact(self, subject: str, label: str) -> Fact | None:
        """A stated fact of the ledger with this subject and label."""
        for fact in self._facts:
            if fact.status == "stated" and _same(fact.subject, subject) and _same(fact.label, label):
                return fact
        return None

    def statement_about(self, absence: Absence) -> str | None:
        """A statement that gives a value for the subject and label, or None."""
        label, subject = _words(absence.label), _words(absence.subject)
        if not label:
            return None
        for line in self._lines:
            about = _share(label, line.words) >= _LABEL_SHARE and _share(subject, line.around) >= _SUBJECT_SHARE
            if about and _gives(line.text, absence):
                return f"{line.document}: {line.text[:160]}"
        return None

    def cell_about(self, query: str) -> str | None:
        """A cell whose row and head are both named in full by a question that holds no value of its own, or None."""
        asked = _words(query)
        if extract_values(query):
            return None
        for line in self._lines:
            if _CELL_MARK not in line.text or not asked & line.words:
                continue
            subject, *cells = line.text.split(_CELL_MARK)
            named = _words(subject.rpartition(":")[2])
            if not named or not named <= asked:
                continue
            for head, _, value in (cell.partition(":") for cell in cells):
                label = _words(head)
                if label and label <= asked and not label <= named and value.strip():
                    return f"{line.document}: {subject.strip()} | {head.strip()}: {value.strip()}"[:200]
        return None


def absent(draft: Draft, archive: Archive) -> str:
    """Empty where neither the ledger nor any statement of the corpus answers the question."""
    need = draft.absence
    for term in need.terms:
        document = archive.holds_term(term)
        if document:
            return f"{document} mentions {term!r}"
    if need.subject and need.label and not need.forms:
        fact = archive.stated_fact(need.subject, need.label)
        if fact:
            return f"the ledger states it: {fact.id}"
    found = archive.statement_about(need) if need.label and (need.forms or need.kind) else None
    if not found and not need.terms and not need.forms:
        found = archive.cell_about(draft.test.query)
    return f"a statement may answer it: {found}" if found else ""


def unanswerable(draft: Draft, passages: Iterable[str]) -> str:
    """Empty where no sentence of the best-retrieved passages answers the question."""
    need, query = draft.absence, _words(draft.test.query)
    terms = [re.compile(rf"(?<!\w){re.escape(term.casefold())}(?!\w)") for term in need.terms]
    wanted = extract_values(draft.test.query)
    for passage in passages:
        for pattern in terms:
            if pattern.search(passage.casefold()):
                return f"a retrieved passage mentions {pattern.pattern!r}"
        for piece in split_sentences(passage):
            words = _words(piece.text)
            if need.label and need.forms:
                about = _share(_words(f"{need.label} {need.subject}"), words) >= _LABEL_SHARE
                if about and contains_form(piece.text, need.forms):
                    return f"a retrieved passage states it: {piece.text[:160]!r}"
            elif (
                not need.terms
                and _share(query, words) >= _QUERY_SHARE
                and len(extract_values(piece.text)) > len(wanted)
            ):
                return f"a retrieved passage may answer it: {piece.text[:160]!r}"
    return ""


def _gives(text: str, absence: Absence) -> bool:
    if absence.forms:
        return contains_form(text, absence.forms) is not None
    return any(value.kind == absence.kind for value in extract_values(text))


def content_words(test: Test) -> frozenset[str]:
    """The words of a question that carry its meaning."""
    return _words(test.query)


def _words(text: str) -> frozenset[str]:
    return frozenset(tokens(text)) - _SMALL


def _share(wanted: frozenset[str], present: frozenset[str]) -> float:
    return len(wanted & present) / len(wanted) if wanted else 1.0


def _same(a: str, b: str) -> bool:
    return " ".join(a.casefold().split()) == " ".join(b.casefold().split())
