"""A document as a list of statements: sentences of its prose and rows of its tables."""

from __future__ import annotations

import bisect
import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property

from ragtester.records import Document, Fact, Span
from ragtester.text import contains_form, split_sentences, tokens

_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_LEAD_IN = 3
"""Statements between the items of a list at most, beside the items themselves."""
_NAMED = 0.99
"""Share of a subject's words that names it."""
_STOP = frozenset("the a an of for to in on at by and or is are be with from as any all each".split())


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence or a table row, with where it stands."""

    start: int
    end: int
    text: str
    folded: str
    heading: str
    """The heading above it; empty before the first."""
    in_table: bool


@dataclass(frozen=True)
class Statements:
    """The statements of one document in order."""

    document: Document
    items: tuple[Statement, ...]

    def stating(self, fact: Fact, *, rivals: Collection[str] = ()) -> Statement | None:
        """The statement that gives `fact`'s value and is most plainly about it; None where there is none.

        Args:
            fact: what is looked for.
            rivals: names of other things of its subject's kind, without articles and in lower case; a statement that names
                one of them and not the subject is about that one, though it may give the same value.
        """
        own = _bare(fact.subject)
        best: tuple[float, int, Statement] | None = None
        forms = fact.forms or (fact.value,)
        about = _words(f"{fact.label} {fact.attribute.replace('_', ' ')}")
        subject = _words(fact.subject)
        for position, item in enumerate(self.items):
            if not _holds(item, fact, forms):
                continue
            if own not in item.folded and any(name in item.folded for name in rivals):
                continue
            words = _words(item.text)
            head = _words(item.heading)
            score = 3.0 * _share(about, words) + 2.0 * _share(subject, words) + _share(subject | about, head)
            score += 2.0 * (fact.section is not None and _same(fact.section, item.heading))
            if best is None or score > best[0]:
                best = (score, position, item)
        if best is None and len(fact.items) > 1:
            return self._spread(fact)
        return best[2] if best else None

    def _spread(self, fact: Fact) -> Statement | None:
        """The shortest run of statements that together give every item of a list, such as its bullet points."""
        wanted = [" ".join(item.casefold().split()) for item in fact.items]
        runs: list[tuple[int, int]] = []
        for first in range(len(self.items)):
            missing = set(wanted)
            for last in range(first, min(len(self.items), first + len(wanted) + _LEAD_IN)):
                missing -= {item for item in missing if item in self.items[last].folded}
                if not missing:
                    runs.append((first, last))
                    break
        if not runs:
            return None
        first, last = min(runs, key=lambda run: (run[1] - run[0], run[0]))
        begin, end = self.items[first], self.items[last]
        text = self.document.text[begin.start : end.end]
        return replace(begin, end=end.end, text=text, folded=" ".join(text.casefold().split()))

    def span(self, statement: Statement) -> Span:
        """`statement` as evidence."""
        return Span.cut(self.document, statement.start, statement.end)

    def evidence(self, statement: Statement, fact: Fact) -> Span:
        """`statement` as evidence for `fact`, with the sentences before it that say what a pronoun in it stands for.

        A sentence such as `It lets children in alone at 15 years.` is no evidence about the weekly market by itself.
        """
        subject = _words(fact.subject)
        if statement.in_table or not subject or _share(subject, _words(statement.text)) >= _NAMED:
            return self.span(statement)
        at = bisect.bisect_left(self._starts, statement.start)
        for place in range(at - 1, max(-1, at - 1 - _LEAD_IN), -1):
            before = self.items[place]
            gap = self.document.text[before.end : self.items[place + 1].start]
            if before.in_table or before.heading != statement.heading or (gap.count("\n\n") and not fact.items):
                break
            if _share(subject, _words(before.text)) >= _NAMED:
                return Span.cut(self.document, before.start, statement.end)
        return self.span(statement)

    @cached_property
    def _starts(self) -> list[int]:
        return [item.start for item in self.items]


def statements(document: Document) -> Statements:
    """The sentences and table rows of `document`."""
    tables = sorted((t.start, t.end) for t in document.tables if t.end > t.start)
    starts = [heading.start for heading in document.headings]
    found: list[Statement] = []
    at = 0
    for first, last in [*tables, (len(document.text), len(document.text))]:
        found.extend(_sentences(document, at, max(at, first), starts))
        found.extend(_rows(document, max(at, first), last, starts))
        at = max(at, last)
    return Statements(document, tuple(found))


def _sentences(document: Document, start: int, end: int, starts: list[int]) -> list[Statement]:
    found: list[Statement] = []
    at = start
    for gap in [*_PARAGRAPH.finditer(document.text, start, end), None]:
        stop = gap.start() if gap else end
        found.extend(
            _statement(document, at + piece.start, at + piece.end, starts, in_table=False)
            for piece in split_sentences(document.text[at:stop])
        )
        at = gap.end() if gap else end
    return found


def _rows(document: Document, start: int, end: int, starts: list[int]) -> list[Statement]:
    found: list[Statement] = []
    at = start
    for line in document.text[start:end].splitlines(keepends=True):
        bare = line.strip()
        if bare:
            lead = at + line.index(bare)
            found.append(_statement(document, lead, lead + len(bare), starts, in_table=True))
        at += len(line)
    return found


def _statement(document: Document, start: int, end: int, starts: list[int], *, in_table: bool) -> Statement:
    above = bisect.bisect_right(starts, start) - 1
    text = document.text[start:end]
    return Statement(
        start=start,
        end=end,
        text=text,
        folded=" ".join(text.casefold().split()),
        heading=document.headings[above].text if above >= 0 else "",
        in_table=in_table,
    )


def _holds(item: Statement, fact: Fact, forms: tuple[str, ...]) -> bool:
    if fact.kind == "list" and fact.items:
        return all(" ".join(part.casefold().split()) in item.folded for part in fact.items)
    likely = [form for form in forms if " ".join(form.casefold().split()) in item.folded]
    return bool(likely) and contains_form(item.text, likely) is not None


def _bare(subject: str) -> str:
    return re.sub(r"^(?:the|an?) ", "", " ".join(subject.casefold().split()))


def _words(text: str) -> frozenset[str]:
    return frozenset(tokens(text)) - _STOP


def _share(wanted: frozenset[str], present: frozenset[str]) -> float:
    return len(wanted & present) / len(wanted) if wanted else 0.0


def _same(a: str, b: str) -> bool:
    return " ".join(tokens(a)) == " ".join(tokens(b)) or " ".join(tokens(a)) in " ".join(tokens(b))
