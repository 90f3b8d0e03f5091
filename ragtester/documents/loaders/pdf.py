"""PDF: pypdf opens the file, pdfplumber gives words and rules, and the rest is ours."""

from __future__ import annotations

import io

import pdfplumber

from ragtester.documents.blocks import Block, assemble, table_block
from ragtester.documents.content import Content
from ragtester.documents.pdf.opening import open_pdf
from ragtester.documents.pdf.quiet import quiet
from ragtester.documents.rows import make_table


def read_pdf(raw: bytes, password: str | None = None) -> Content:
    """A PDF."""
    with quiet():
        opened = open_pdf(raw, password)
        blocks: list[Block] = []
        with pdfplumber.open(io.BytesIO(raw), password=opened.password) as pdf:
            for number, page in enumerate(pdf.pages, start=1):
                tables = page.find_tables()
                boxes = [table.bbox for table in tables]
                rest = page.filter(lambda item, boxes=boxes: not _inside(item, boxes))  # type: ignore[misc]
                blocks += [Block(rest.extract_text(), marks=((0, number),))]
                for table in tables:
                    grid = [[cell or "" for cell in row] for row in table.extract()]
                    blocks.append(table_block(make_table(grid, page=number), marks=((0, number),)))
            return Content.of(assemble(blocks, page_count=opened.pages), title=opened.title)


def _inside(item: dict[str, float], boxes: list[tuple[float, float, float, float]]) -> bool:
    x, y = (item["x0"] + item["x1"]) / 2, (item["top"] + item["bottom"]) / 2
    return any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in boxes)
