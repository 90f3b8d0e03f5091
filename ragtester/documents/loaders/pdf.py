"""PDF: pypdf opens the file, pdfplumber gives letters and rules, and the layout is read from those."""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Sequence
from dataclasses import replace

import pdfplumber
from pdfminer.psexceptions import PSException
from pdfplumber.utils.exceptions import MalformedPDFException, PdfminerException
from pypdf.errors import PyPdfError

from ragtester.documents.blocks import assemble
from ragtester.documents.content import Content
from ragtester.documents.pdf.flow import blocks_of
from ragtester.documents.pdf.furniture import without_furniture
from ragtester.documents.pdf.ink import Sheet
from ragtester.documents.pdf.layout import Element, Sizes, elements, sizes_of
from ragtester.documents.pdf.letters import repaired
from ragtester.documents.pdf.opening import Opened, fields, open_pdf
from ragtester.documents.pdf.paragraphs import Piece
from ragtester.documents.pdf.quiet import quiet
from ragtester.documents.pdf.sheets import read_sheet
from ragtester.errors import DocumentError

DAMAGED = (
    PdfminerException, MalformedPDFException, PSException, PyPdfError, ValueError, KeyError, TypeError, AttributeError,
    IndexError, ZeroDivisionError, RecursionError, AssertionError, OSError, NotImplementedError, struct.error,
)  # fmt: skip
"""What the libraries raise on files that break the format's rules."""
_NO_TITLE = re.compile(r"untitled|\(anonymous\)|microsoft word\b.*|.*\.\w{2,4}|[\W\d_]*|document\d*", re.IGNORECASE)


def read_pdf(raw: bytes, password: str | None = None) -> Content:
    """The text of a PDF in reading order, with its pages, headings and tables.

    Raises:
        DocumentError: it is encrypted, damaged, holds no text (`empty`) or only images (`image_only`).
    """
    with quiet():
        opened = open_pdf(raw, password)
        sheets, failed = _sheets(raw, opened)
        _check(sheets, failed, opened)
        cleaned = [replace(s, words=words) for s, words in zip(sheets, without_furniture(sheets), strict=True)]
        sizes = sizes_of(cleaned)
        pages: list[Sequence[Element]] = [
            _plain(opened, sheet.number) if sheet.number in failed else _read(opened, sheet, sizes) for sheet in cleaned
        ]
        pages.append([Piece(field, opened.pages, alone=True) for field in fields(opened)])
    assembled = assemble(blocks_of(pages), page_count=opened.pages)
    content = Content.of(assembled, title="" if _NO_TITLE.fullmatch(opened.title) else opened.title)
    bare = (sheet.number for sheet in sheets if sheet.images and not sheet.words and not sheet.turned)
    return replace(content, images=tuple(bare))


def _sheets(raw: bytes, opened: Opened) -> tuple[list[Sheet], set[int]]:
    """A sheet per page, and the numbers of the pages that pdfplumber cannot read."""
    blank = Sheet(number=0, width=612.0, height=792.0, words=())
    sheets = [replace(blank, number=number) for number in range(1, opened.pages + 1)]
    failed = set(range(1, opened.pages + 1))
    try:
        with pdfplumber.open(io.BytesIO(raw), password=opened.password) as pdf:
            for number, page in enumerate(pdf.pages[: opened.pages], start=1):
                try:
                    sheets[number - 1] = read_sheet(page, number)
                    failed.discard(number)
                except DAMAGED:
                    continue
                finally:
                    page.close()
    except DAMAGED:
        pass
    return sheets, failed


def _check(sheets: Sequence[Sheet], failed: set[int], opened: Opened) -> None:
    letters = sum(len(sheet.turned) + sum(len(word.text) for word in sheet.words) for sheet in sheets)
    lost = sum(sheet.lost for sheet in sheets)
    if letters > lost or fields(opened) or any(_plain(opened, number) for number in sorted(failed)):
        return
    if lost:
        raise DocumentError(
            "its fonts do not say which letters they print; run it through OCR first", problem="image_only"
        )
    if any(sheet.images for sheet in sheets):
        raise DocumentError(
            "holds only images, no text; run it through OCR first, for example with ocrmypdf", problem="image_only"
        )
    if failed:
        raise DocumentError("is damaged: none of its pages can be read", problem="broken")
    raise DocumentError("holds no text", problem="empty")


def _read(opened: Opened, sheet: Sheet, sizes: Sizes) -> list[Element]:
    """The page's elements; where its coordinates make no sense, its text without a layout."""
    try:
        return elements(sheet, sizes)
    except (ValueError, OverflowError, ZeroDivisionError):
        return _plain(opened, sheet.number)


def _plain(opened: Opened, number: int) -> list[Element]:
    """The text of a page by pypdf: for pages on which the other library fails."""
    try:
        text = opened.reader.pages[number - 1].extract_text()
    except DAMAGED:
        return []
    paragraphs = [" ".join(repaired(part).split()) for part in text.split("\n\n")]
    return [Piece(paragraph, number) for paragraph in paragraphs if paragraph]
