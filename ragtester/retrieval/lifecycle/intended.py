"""The state that the changes intend, and what of it the stored records show."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ragtester.records import DocumentChange, Retrieved
from ragtester.retrieval.measures import comparable

_WORD = re.compile(r"\w+")
NEXT_REVISION = 1_000_000_000
"""Marks a deletion whose revision the scenario leaves open."""


@dataclass(frozen=True)
class Intended:
    """Documents as they ought to be, by the revision rule: the highest revision wins, whatever came last."""

    current: dict[str, DocumentChange] = field(default_factory=dict)
    deleted: dict[str, int] = field(default_factory=dict)
    """Deleted documents with the revision up to which they are."""
    texts: dict[str, dict[str, int]] = field(default_factory=dict)
    """By document, every text that was ever sent, with its revision."""

    def after(self, changes: Iterable[DocumentChange]) -> Intended:
        """The state after more changes."""
        current, deleted = dict(self.current), dict(self.deleted)
        texts = {name: dict(known) for name, known in self.texts.items()}
        for change in changes:
            name = change.document
            known = current.get(name)
            if change.action == "upsert":
                texts.setdefault(name, {})[change.text] = change.revision
                alive = change.revision >= known.revision if known else change.revision > deleted.get(name, 0)
                if alive:
                    current[name] = change
                    deleted.pop(name, None)
            elif known is None or change.revision >= known.revision:
                current.pop(name, None)
                deleted[name] = max(change.revision, deleted.get(name, 0))
        return Intended(current, deleted, texts)

    def numbered(self, change: DocumentChange) -> DocumentChange:
        """The change as it is sent: a deletion without a revision gets the one after the newest."""
        if change.action == "upsert" or change.revision != NEXT_REVISION:
            return change
        newest = max([0, *self.texts.get(change.document, {}).values()])
        return change.model_copy(update={"revision": newest + 1})

    def documents(self) -> set[str]:
        """Every document that a change named."""
        return {*self.current, *self.deleted, *self.texts}


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """One difference between the stored records and the intended state."""

    kind: str
    """`missing`, `unapplied`, `incomplete`, `obsolete`, `orphaned` or `duplicate`."""
    document: str
    records: tuple[str, ...] = ()

    def __str__(self) -> str:
        listed = f" (records {', '.join(self.records[:5])})" if self.records else ""
        return f"{_WORDS[self.kind]} {self.document}{listed}"


_WORDS = {
    "missing": "missing item: no record of",
    "unapplied": "missing item: only an older revision is stored of",
    "incomplete": "incomplete: some text is in no record of",
    "obsolete": "obsolete record of",
    "orphaned": "orphaned record of deleted document",
    "duplicate": "duplicate record of",
}


def discrepancies(intended: Intended, records: Sequence[Retrieved]) -> list[Discrepancy]:
    """How the stored records differ from the intended state; documents of others are not looked at."""
    by_document: dict[str, list[Retrieved]] = defaultdict(list)
    for record in records:
        by_document[record.document].append(record)
    orphaned = [
        Discrepancy("orphaned", name, _ids(by_document[name])) for name in sorted(intended.deleted) if by_document[name]
    ]
    return orphaned + [
        problem
        for name, change in sorted(intended.current.items())
        for problem in _of_document(name, change, by_document[name], intended.texts.get(name, {}))
    ]


def _of_document(
    name: str, change: DocumentChange, records: list[Retrieved], texts: dict[str, int]
) -> Iterable[Discrepancy]:
    if not records:
        return [Discrepancy("missing", name)]
    whole = comparable(change.text)
    title = comparable(change.title)
    older = {str(revision) for revision in texts.values() if revision < change.revision}
    obsolete = [one for one in records if not _part_of(comparable(one.text), whole, title) or one.version in older]
    if len(obsolete) == len(records):
        return [Discrepancy("unapplied", name, _ids(obsolete))]
    if obsolete:
        return [Discrepancy("obsolete", name, _ids(obsolete))]
    seen: dict[tuple[str, int], Retrieved] = {}
    twice = [one for one in records if seen.setdefault((comparable(one.text), one.start), one) is not one]
    if twice:
        return [Discrepancy("duplicate", name, _ids(twice))]
    held = set(_WORD.findall(" ".join(comparable(one.text) for one in records)))
    return [Discrepancy("incomplete", name)] if set(_WORD.findall(whole)) - held else []


def _part_of(text: str, whole: str, title: str) -> bool:
    """A record is a piece of the document, with its title before it at most."""
    return text in whole or (bool(title) and text.removeprefix(title).strip(" :-\n#") in whole)


def _ids(records: Sequence[Retrieved]) -> tuple[str, ...]:
    return tuple(record.chunk for record in records)
