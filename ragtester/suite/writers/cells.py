"""Table cells as questions: what the row is, which column, which period, in which unit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ragtester.documents import row_text
from ragtester.records import Document, Table, ValueKind
from ragtester.suite.writers.amounts import Amounts
from ragtester.suite.writers.entity import Entity
from ragtester.suite.writers.headings import (
    GENERIC,
    MEASURE,
    METRIC,
    clean,
    column_of,
    lowered,
    metric_of,
    split_label,
    topic_of,
)
from ragtester.suite.writers.properties import (
    asks_clearly,
    is_property,
    is_turned,
    plural_head,
    property_question,
    unit_of,
)
from ragtester.suite.writers.times import beyond, day_of, when_of

_OWNED = re.compile(rf"{METRIC.pattern[:-3]}|contracts|funds|stock|shares|options|notes|bonds|RSUs)\b", re.IGNORECASE)
_BALANCE = re.compile(
    r"\b(?:receivables?|payables?|inventor(?:y|ies)|assets|liabilities|debt|equity|securities|equipment|deferred revenue)\b",
    re.IGNORECASE,
)
_FLOW = re.compile(
    r"\b(?:purchases?|proceeds|payments?|repayments|sales|income|expenses?|interest|costs?|sold|provision|return)\b",
    re.IGNORECASE,
)
"""A balance stands at a day; a row that names one over a period is its change, whatever its label says."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A question that one table cell answers."""

    question: str
    answer: str
    forms: tuple[str, ...]
    kind: ValueKind
    row: str
    """The row as it stands in the document's text."""
    start: int
    end: int
    subject: str
    phrase: str
    """The column as the question says it; equal for cells of one column."""
    timed: bool
    """Whether the column is a time."""


def cells_of(document: Document, entity: Entity | None) -> Iterator[Cell]:
    """The questions that a document's tables answer, one for each cell that can be named in words."""
    for table in document.tables:
        if _usable(table):
            yield from _Reading(document, table, entity).cells()


def _usable(table: Table) -> bool:
    if len(table.header) < 2 or not any(table.header[1:]) or not table.rows:
        return False
    if re.search(r"[À-ÖØ-öø-ÿ]", " ".join(table.header)):  # the headings of another language
        return False
    return not all(re.match(r"(?:Item|Part|Page|Exhibit|Note)\b|\d+\.?\d*$", row[0]) for row in table.rows if row[0])


class _Reading:
    def __init__(self, document: Document, table: Table, entity: Entity | None) -> None:
        self._document = document
        self._table = table
        self._entity = entity
        before = document.text[max(0, table.start - 260) : table.start]
        lines = [line.strip() for line in before.splitlines() if line.strip()]
        self._last = lines[-1] if lines else ""
        self._amounts = Amounts(document, table)
        self._key = self._label_column()
        self._topic = topic_of(table.caption)
        self._turned = is_turned(table)
        labels = [row[self._key] for row in table.rows]
        self._twice = {label for label in labels if labels.count(label) > 1}

    def _label(self, row: tuple[str, ...]) -> str:
        """What a row is about; a person by first and last name."""
        heads = [name.lower() for name in self._table.header]
        label = row[self._key]
        if label and heads[self._key] in ("last name", "surname") and "first name" in heads:
            return f"{row[heads.index('first name')]} {label}".strip()
        return label

    def _label_column(self) -> int:
        """The first column whose cells are mostly words, and tell the rows apart."""
        for column in range(min(4, len(self._table.header))):
            cells = [row[column] for row in self._table.rows if row[column]]
            words = sum(bool(re.search(r"[^\W\d_]{2,}", cell)) for cell in cells)
            if cells and words >= 0.7 * len(cells) and len(set(cells)) >= 0.6 * len(cells):
                return column
        return 0

    def cells(self) -> Iterator[Cell]:
        at = self._table.start
        for row in self._table.rows:
            text = row_text(self._table.header, row)
            start = self._document.text.find(text, at, self._table.end or None) if text else -1
            if start < 0:
                continue
            at = start + len(text)
            label = self._label(row)
            if not label or label in self._twice or sum(bool(cell) for cell in row) < 2 or len(label) > 110:
                continue
            names = [name for name in self._table.header if name]
            for column, (name, cell) in enumerate(zip(self._table.header, row, strict=True)):
                if column == self._key or not name or names.count(name) > 1 or not cell:
                    continue
                made = self._cell(label, name, cell)
                if made:
                    question, subject, phrase, timed, answer, forms, kind = made
                    yield Cell(question, answer, forms, kind, text, start, start + len(text), subject, phrase, timed)

    def _cell(
        self, label: str, name: str, cell: str
    ) -> tuple[str, str, str, bool, str, tuple[str, ...], ValueKind] | None:
        when = when_of(name, self._last)
        value = self._amounts.of(label, name, cell, timed=when is not None)
        if value is None:
            return None
        answer, forms, kind = value
        if when:
            what = metric_of(label, self._entity)
            if what and when.startswith("for the") and _BALANCE.search(what) and not _FLOW.search(what):
                return None
            if what is None:
                if not self._topic:
                    return None
                question = f"Under “{self._topic}”, what figure is given for {clean(label)} {when}?"
                return question, label, when, True, answer, forms, kind
            verb = "were" if plural_head(what) else "was"
            return f"What {verb} {what} {when}?", what, when, True, answer, forms, kind
        return self._plain(label, name, value)

    def _plain(
        self, label: str, name: str, value: tuple[str, tuple[str, ...], ValueKind]
    ) -> tuple[str, str, str, bool, str, tuple[str, ...], ValueKind] | None:
        """A column that is a property, as in `What is the capacity of the Harbour depot?`."""
        answer, forms, kind = value
        whole = name
        rest = beyond(name)
        if rest:
            name = rest
        if self._turned or is_property(label, name):
            label, name = name.rstrip(" •·*"), label
        group, bare = split_label(label)
        thing = clean(bare)
        column = column_of(name)
        if column is None or GENERIC.match(thing) or not re.search(r"[^\W\d_]{2,}", thing):
            return None
        if not asks_clearly(column, thing, alone=not self._topic):
            return None
        if group and not METRIC.search(group) and not re.match(r"Level \d|Part|Section", group):
            thing = f"{thing} ({clean(group)})"
        when = day_of(whole, rest, self._last)
        if rest and not when:
            return None
        if not self._askable(
            column,
            f"{name} {label}",
            when,
            words=kind == "text" or bool(unit_of(answer) and not MEASURE.search(column)),
        ):
            return None
        if self._entity and _OWNED.search(bare) and kind != "text":
            thing = f"{self._entity.own} {lowered(thing)}"
        if when:
            question = f"What was the {column} of {thing}{when}?"
        elif self._topic:
            question = f"Under “{self._topic}”, {property_question(column, thing)}?"
        else:
            asked = property_question(column, thing)
            question = f"{asked[0].upper()}{asked[1:]}?"
        return question, thing, column, False, answer, forms, kind

    def _askable(self, column: str, names: str, when: str, *, words: bool) -> bool:
        """Whether a property can be asked for: words in a list of things, or a measure whose day is known."""
        if re.search(r"\bEnded\b|\bChange\b", names, re.IGNORECASE):
            return False
        if words:
            return len(self._table.rows) >= 3 and not when and not re.search(r"[☐☒]", names)
        dated = bool(when) or self._entity is None
        return dated and bool(MEASURE.search(column))
