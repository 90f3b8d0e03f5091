"""What a loader returns: the text with its structure, before it is a document with a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ragtester.documents.blocks import Assembled
from ragtester.records import Heading, Page, Table


@dataclass(frozen=True, slots=True)
class Content:
    """The text of a file, its structure, and what the file says about itself."""

    text: str
    title: str = ""
    pages: tuple[Page, ...] = ()
    headings: tuple[Heading, ...] = ()
    tables: tuple[Table, ...] = ()
    declared: Mapping[str, object] = field(default_factory=dict)
    """Fields of the document that the file itself declares, such as its revision and effective dates."""
    images: tuple[int, ...] = ()
    """Pages that hold an image and no text, in a file that has text elsewhere: what stands there is not read."""

    @classmethod
    def of(cls, assembled: Assembled, *, title: str = "", declared: Mapping[str, object] | None = None) -> Content:
        """The content of assembled blocks; without a title of its own, the first heading is the title."""
        first = assembled.headings[0].text if assembled.headings else ""
        return cls(
            assembled.text,
            title or first,
            assembled.pages,
            assembled.headings,
            assembled.tables,
            declared or {},
        )
