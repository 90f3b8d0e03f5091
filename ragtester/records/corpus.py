"""What a corpus is made of: facts, documents, chunks, and spans of evidence."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field

from ragtester.records.base import Record, text_hash
from ragtester.records.moments import Moment

ValueKind = Literal["number", "money", "percent", "date", "duration", "name", "place", "code", "choice", "list", "text"]
"""What kind of value a fact or an answer has; it decides how two values are compared."""

FactStatus = Literal["stated", "withheld", "superseded"]
DocumentStatus = Literal["current", "superseded", "withdrawn"]


class Fact(Record):
    """One fact of the ledger: the truth that documents are written from and tests ask about."""

    id: str
    subject: str
    """The entity that the fact is about, as a reader would name it."""
    entity_kind: str
    attribute: str
    """The attribute's name in the blueprint, such as `notice_period`."""
    label: str
    """The attribute as a reader would say it, such as `notice period`."""
    kind: ValueKind
    value: str
    """The value in its canonical form; the items of a list are in `items`."""
    items: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    """Surface forms that state the same value; the canonical one is first."""
    unit: str | None = None
    counterfactual: str | None = None
    """Another plausible value of the same kind, which is certainly wrong."""
    effective_from: date | None = None
    effective_to: date | None = None
    """First day on which the fact no longer holds."""
    revision: int = 1
    supersedes: str | None = None
    """Id of the fact that this one replaces."""
    contradicts: str | None = None
    """Id of a fact of another document that says otherwise on purpose, neither being newer."""
    status: FactStatus = "stated"
    document: str | None = None
    """Id of the document that states it; None for a withheld fact."""
    section: str | None = None


class Table(Record):
    """A table found in, or written into, a document."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """Cells by row, each row as long as the header."""
    caption: str = ""
    start: int = 0
    end: int = 0
    """Offsets of the table's text in the document's text."""
    page: int | None = None
    """1-based page where it begins."""


class Page(Record):
    """Where one page of a document lies in its text."""

    number: int
    start: int
    end: int


class Heading(Record):
    """A heading and where it stands in the document's text."""

    text: str
    level: int
    start: int


class Document(Record):
    """A document as a system may see it: text with offsets, and what decides who may read it."""

    id: str
    """Stable name, by default the file's stem; unique in a corpus."""
    title: str = ""
    text: str
    file: str = ""
    """File name, or path relative to the corpus; never used to open anything outside it."""
    media_type: str = "text/plain"
    language: str = "en"
    genre: str = ""
    pages: tuple[Page, ...] = ()
    headings: tuple[Heading, ...] = ()
    tables: tuple[Table, ...] = ()
    revision: int = 1
    tenant: str | None = None
    roles: tuple[str, ...] = ()
    """Roles that may read it; empty means everybody."""
    effective_from: Moment | None = None
    effective_to: Moment | None = None
    """The first moment at which it no longer holds."""
    status: DocumentStatus = "current"
    sha256: str = ""
    """Of the file's bytes; of the text where there is no file."""

    def page_at(self, offset: int) -> int | None:
        """The 1-based number of the page that holds the character at `offset`."""
        for page in self.pages:
            if page.start <= offset < page.end:
                return page.number
        return None


class Chunk(Record):
    """A piece of a document that is indexed and retrieved as one."""

    id: str
    document: str
    text: str
    start: int
    end: int
    """Offsets in the document's text; -1 where a chunker cannot tell."""
    index: int
    """Position among the document's chunks, from 0."""
    revision: int = 1
    tenant: str | None = None
    roles: tuple[str, ...] = ()
    effective_from: Moment | None = None
    effective_to: Moment | None = None

    @property
    def sha256(self) -> str:
        """SHA-256 of the text: chunks with equal text share one embedding."""
        return text_hash(self.text)


class Span(Record):
    """Evidence: a quote with the text around it, so that it is found again after any re-chunking."""

    document: str
    quote: str
    before: str = ""
    after: str = ""
    start: int = -1
    end: int = -1
    """Offsets in the document's text when the span was made: a hint, found again where they moved."""
    sha256: str = ""

    @classmethod
    def cut(cls, document: Document, start: int, end: int, *, around: int = 40) -> Span:
        """The span of `document.text[start:end]` with `around` characters of context.

        Raises:
            ValueError: the offsets do not lie in the text.
        """
        if not 0 <= start < end <= len(document.text):
            raise ValueError(f"span {start}:{end} lies outside the {len(document.text)} characters of {document.id}")
        quote = document.text[start:end]
        return cls(
            document=document.id,
            quote=quote,
            before=document.text[max(0, start - around) : start],
            after=document.text[end : end + around],
            start=start,
            end=end,
            sha256=text_hash(quote),
        )


class Corpus(Record):
    """Documents and, where they were generated, the ledger that they were written from."""

    name: str
    documents: tuple[Document, ...]
    facts: tuple[Fact, ...] = Field(default=())

    def document(self, name: str) -> Document:
        """The document with this id.

        Raises:
            KeyError: there is none.
        """
        for document in self.documents:
            if document.id == name:
                return document
        raise KeyError(name)
