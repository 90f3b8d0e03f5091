"""Plain text: decoded, line ends unified; a form feed begins a new page."""

from __future__ import annotations

import codecs
import re

from ragtester.documents.blocks import Block, assemble
from ragtester.documents.content import Content
from ragtester.errors import DocumentError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_BLANK = re.compile(r"\n[ \t]*\n\s*")


def decode(raw: bytes) -> str:
    """The text of bytes: by byte order mark, else UTF-8, else Windows-1252.

    Raises:
        DocumentError: the bytes are not text.
    """
    encoding = next((name for mark, name in _MARKS if raw.startswith(mark)), None)
    if encoding is None and b"\x00" in raw[:4096]:
        raise DocumentError("is not text: it holds zero bytes", problem="broken")
    try:
        text = raw.decode(encoding or "utf-8")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_text(raw: bytes, _password: str | None = None) -> Content:
    """A text file: paragraphs as they stand."""
    text = decode(raw)
    sheets = text.rstrip("\f\n ").split("\f")
    blocks = [
        Block(paragraph.strip("\n").rstrip(), marks=((0, number),))
        for number, sheet in enumerate(sheets, start=1)
        for paragraph in _BLANK.split(sheet)
        if paragraph.strip()
    ]
    return Content.of(assemble(blocks, page_count=len(sheets) if len(sheets) > 1 else 0))
