"""What a loader finds in a file, in reading order, and how it becomes one text with offsets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ragtester.documents.rows import table_text
from ragtester.records import Heading, Page, Table

SEPARATOR = "\n\n"
"""Between two blocks of a document's text."""


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a heading (`level` above 0) or a table.

    `marks` says which page the text lies on: pairs of (offset in the block's text, page number), ascending.
    """

    text: str
    level: int = 0
    table: Table | None = None
    marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Assembled:
    """One text, and where its pages, headings and tables lie in it."""

    text: str
    pages: tuple[Page, ...] = ()
    headings: tuple[Heading, ...] = ()
    tables: tuple[Table, ...] = field(default=())


def table_block(table: Table, *, marks: tuple[tuple[int, int], ...] = ()) -> Block:
    """A table as a block: its text has one line per row, each cell under the name of its column."""
    return Block(table_text(table), table=table, marks=marks)


def assemble(blocks: Iterable[Block], *, page_count: int = 0) -> Assembled:
    """Joins blocks into one text; pages without text get an empty range."""
    parts: list[str] = []
    headings: list[Heading] = []
    tables: list[Table] = []
    begins: list[tuple[int, int]] = []
    offset = 0
    for block in blocks:
        if not block.text:
            continue
        begins += [(offset + at, page) for at, page in block.marks]
        if block.level:
            headings.append(Heading(text=block.text, level=block.level, start=offset))
        if block.table is not None:
            tables.append(block.table.model_copy(update={"start": offset, "end": offset + len(block.text)}))
        parts.append(block.text)
        offset += len(block.text) + len(SEPARATOR)
    text = SEPARATOR.join(parts)
    return Assembled(text, _pages(begins, page_count, len(text)), tuple(headings), tuple(tables))


def _pages(begins: Sequence[tuple[int, int]], page_count: int, length: int) -> tuple[Page, ...]:
    starts: dict[int, int] = {}
    newest = 0
    for offset, page in begins:
        if page > newest:
            starts[page] = offset
            newest = page
    pages: list[Page] = []
    following = length
    for number in range(page_count, 0, -1):
        start = starts.get(number, following)
        pages.append(Page(number=number, start=start, end=following))
        following = start
    return tuple(reversed(pages))
