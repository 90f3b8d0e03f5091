"""What will be written: one plan per document, drawn before a word of it exists."""

from __future__ import annotations

from datetime import date

from ragtester.corpus.blueprint import Block
from ragtester.corpus.settings import DocumentSettings
from ragtester.records import DocumentStatus, Fact, Record


class TablePlan(Record):
    """A table: one row per subject, one column per attribute."""

    entity: str
    attributes: tuple[str, ...]
    subjects: tuple[str, ...]
    facts: tuple[str, ...]
    """Ids of the facts in it, row by row; an empty id is a cell that stays open because its fact is withheld."""


class SectionDraft(Record):
    """One section: its heading, what it is made of, and the facts that it states."""

    heading: str
    topic: str = ""
    subject: str = ""
    blocks: tuple[Block, ...] = ("prose",)
    facts: tuple[str, ...] = ()
    """Ids of the facts that stand in running text, bullets or answers."""
    table: TablePlan | None = None
    chapter: str = ""
    """Heading of the chapter that begins here, in documents of several chapters."""


class DocumentPlan(Record):
    """Everything that a document depends on; equal plans give the same file, byte for byte."""

    id: str
    index: int
    blueprint: str
    version: str
    genre: str
    face: str
    title: str
    subject: str
    organisation: str
    department: str
    contact: str
    revision: int = 1
    effective_from: date
    effective_to: date | None = None
    status: DocumentStatus = "current"
    sections: tuple[SectionDraft, ...]
    settings: DocumentSettings
    seed: int


class Ledger(Record):
    """The facts and the plans of the documents that state them."""

    blueprint: str
    seed: int
    facts: tuple[Fact, ...]
    plan: tuple[DocumentPlan, ...]

    def fact(self, name: str) -> Fact:
        """The fact with this id.

        Raises:
            KeyError: there is none.
        """
        for fact in self.facts:
            if fact.id == name:
                return fact
        raise KeyError(name)

    def of(self, document: str) -> tuple[Fact, ...]:
        """The facts that belong to one document: stated, superseded, and those that it withholds."""
        ids = {name for plan in self.plan if plan.id == document for name in planned_facts(plan)}
        return tuple(fact for fact in self.facts if fact.id in ids)


def planned_facts(plan: DocumentPlan) -> tuple[str, ...]:
    """Ids of the facts that a document states, in its order."""
    found: list[str] = []
    for section in plan.sections:
        found += section.facts
        if section.table:
            found += [name for name in section.table.facts if name]
    return tuple(dict.fromkeys(found))
