"""DOCX: paragraphs, headings, lists and tables in document order, by python-docx."""

from __future__ import annotations

import io
import re
import zipfile

from ragtester.documents import limits
from ragtester.documents.blocks import Block, assemble, table_block
from ragtester.documents.content import Content
from ragtester.documents.rows import make_table
from ragtester.errors import DocumentError

_LEVEL = re.compile(r"heading (\d)")


def read_docx(raw: bytes, _password: str | None = None) -> Content:
    """A Word file.

    Raises:
        DocumentError: the archive is damaged, is not a Word file, or unpacks beyond the limit.
    """
    _check_archive(raw)
    import docx
    from docx.opc.exceptions import PackageNotFoundError
    from docx.table import Table as WordTable
    from lxml.etree import LxmlError

    try:
        word = docx.Document(io.BytesIO(raw))
        blocks: list[Block] = []
        for item in word.iter_inner_content():
            if isinstance(item, WordTable):
                grid = [[cell.text for cell in row.cells] for row in item.rows]
                if grid:
                    blocks.append(table_block(make_table(grid)))
            elif item.text.strip():
                blocks.append(_paragraph(item.text, item.style.name if item.style else ""))
        title = (word.core_properties.title or "").strip()
    except (
        PackageNotFoundError,
        LxmlError,
        KeyError,
        ValueError,
        zipfile.BadZipFile,
        AttributeError,
        OSError,
    ) as error:
        raise DocumentError(f"is not a Word file that can be read: {error}", problem="broken") from error
    return Content.of(assemble(blocks), title=title)


def _paragraph(text: str, style: str | None) -> Block:
    name = (style or "").lower()
    found = _LEVEL.match(name)
    level = int(found[1]) if found else 1 if name == "title" else 0
    flat = " ".join(text.split()) if level else text.strip()
    return Block(f"- {flat}" if name.startswith("list") else flat, level=level)


def _check_archive(raw: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError) as error:
        raise DocumentError(f"is a damaged DOCX archive: {error}", problem="broken") from error
    if sum(entry.file_size for entry in entries) > limits.MAX_UNPACKED:
        raise DocumentError(
            f"unpacks to more than {limits.MAX_UNPACKED // 1_000_000} MB; save it again without its media",
            problem="too_large",
        )
    if "word/document.xml" not in {entry.filename for entry in entries}:
        raise DocumentError("is a ZIP archive but not a Word file", problem="unsupported")
