"""Pages into blocks: what a page end cut in two is joined again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragtester.documents.blocks import Block
from ragtester.documents.pdf.continuing import Part, goes_on, joined
from ragtester.documents.pdf.layout import Element
from ragtester.documents.pdf.mending import join
from ragtester.documents.pdf.paragraphs import Piece
from ragtester.documents.pdf.sections import full_labels
from ragtester.documents.rows import table_lines
from ragtester.records import Table

_CAPTION = re.compile(
    r"(?:table|tabelle|tableau|tabla|tabella|tabulka|πίνακας|exhibit|schedule|表)\s*[A-Z]?[\dIVX]", re.IGNORECASE
)
_CONTINUED = re.compile(r"\bcont(?:inued|'?d|\.)|\bFortsetzung\b|\bsuite\b|\bcontinuación\b", re.IGNORECASE)
_LONGEST_CAPTION = 300


def blocks_of(pages: Sequence[Sequence[Element]]) -> list[Block]:
    """The blocks of a document from the elements of its pages."""
    flat = _without_continued(pages)
    blocks: list[Block] = []
    index = 0
    while index < len(flat):
        item = flat[index]
        if isinstance(item, Part):
            parts = [item]
            while index + 1 < len(flat):
                following = flat[index + 1]
                if not isinstance(following, Part) or not goes_on(_ending(parts), following):
                    break
                parts.append(following)
                index += 1
            caption = _caption(blocks, parts[0])
            blocks.append(_table(parts, caption))
        else:
            pieces = [item]
            while index + 1 < len(flat):
                following = flat[index + 1]
                if not isinstance(following, Piece) or not _runs_on(pieces[-1], following):
                    break
                pieces.append(following)
                index += 1
            blocks.append(_paragraph(pieces))
        index += 1
    return blocks


def _without_continued(pages: Sequence[Sequence[Element]]) -> list[Element]:
    """All elements; a caption that only says that the table of the page before goes on is left out."""
    flat: list[Element] = []
    for page in pages:
        items = list(page)
        if (
            len(items) > 1
            and isinstance(items[0], Piece)
            and isinstance(items[1], Part)
            and flat
            and isinstance(flat[-1], Part)
            and _CONTINUED.search(items[0].text)
        ):
            second = Part(items[1].grid, items[1].parsed, first=True, last=items[1].last)
            if goes_on(flat[-1], second):
                items = [second, *items[2:]]
        flat += items
    return flat


def _ending(parts: Sequence[Part]) -> Part:
    """The whole of the parts so far, as the part that the next page may continue."""
    return Part(parts[-1].grid, joined(parts).parsed, first=parts[0].first, last=parts[-1].last)


def _runs_on(piece: Piece, following: Piece) -> bool:
    if piece.level or following.level or following.alone or not piece.open_end:
        return False
    return following.text[:1].islower() or (piece.text.endswith("-") and following.text[:1].isalpha())


def _paragraph(pieces: Sequence[Piece]) -> Block:
    text = ""
    marks: list[tuple[int, int]] = []
    for piece in pieces:
        text = join(text, piece.text)
        start = len(text) - len(piece.text)
        if not marks or piece.page != marks[-1][1]:
            marks.append((max(start, 0), piece.page))
    return Block(text, level=pieces[0].level, marks=tuple(marks))


def _caption(blocks: list[Block], part: Part) -> str:
    """The caption above the table, taken out of the running text, and the title row inside it."""
    above = blocks[-1] if blocks else None
    caption = ""
    if (
        above is not None
        and above.table is None
        and len(above.text) <= _LONGEST_CAPTION
        and above.marks[-1][1] == part.grid.page
        and _CAPTION.match(above.text)
    ):
        caption = blocks.pop().text
    return " - ".join(text for text in (caption, part.parsed.title) if text)


def _table(parts: Sequence[Part], caption: str) -> Block:
    whole = joined(parts)
    table = Table(header=whole.parsed.header, rows=whole.parsed.rows, caption=caption, page=parts[0].grid.page)
    above, rows = table_lines(table, labels=full_labels(whole.parsed))
    marks = [(0, parts[0].grid.page)]
    offset = sum(len(line) + 1 for line in above)
    for line, page in zip(rows, whole.pages, strict=True):
        if page != marks[-1][1]:
            marks.append((offset, page))
        offset += len(line) + 1
    return Block("\n".join([*above, *rows]), table=table, marks=tuple(marks))
