"""Opens a PDF with pypdf: encryption, number of pages, metadata; what cannot be opened gets its reason."""

from __future__ import annotations

import io
from dataclasses import dataclass

import pypdf
from pypdf.errors import DependencyError, PyPdfError

from ragtester.documents import limits
from ragtester.documents.pdf.letters import repaired
from ragtester.errors import DocumentError


@dataclass(frozen=True, slots=True)
class Opened:
    """A PDF that can be read."""

    reader: pypdf.PdfReader
    pages: int
    title: str
    password: str
    """The one that opened it; empty for a file that is not encrypted."""


def open_pdf(raw: bytes, password: str | None) -> Opened:
    """The opened file.

    Raises:
        DocumentError: `encrypted`, `broken`, `empty` or `too_large`.
    """
    try:
        reader = pypdf.PdfReader(io.BytesIO(raw), strict=False)
        used = _unlock(reader, password) if reader.is_encrypted else ""
        pages = len(reader.pages)
    except DocumentError:
        raise
    except DependencyError as error:
        raise DocumentError(f"is encrypted in a way that cannot be opened: {error}", problem="encrypted") from error
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, OSError) as error:
        raise DocumentError(f"is damaged and cannot be opened: {_said(error)}", problem="broken") from error
    if pages == 0:
        raise DocumentError("has no pages", problem="empty")
    if pages > limits.MAX_PAGES:
        raise DocumentError(f"has {pages} pages, the limit is {limits.MAX_PAGES}; split it", problem="too_large")
    return Opened(reader, pages, _title(reader), used)


def fields(opened: Opened) -> list[str]:
    """What was filled into the fields of a form, as `name: value`; it is no part of the pages' own text."""
    try:
        filled = opened.reader.get_form_text_fields() or {}
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return []
    lines = [
        f"{name}: {' '.join(str(value).split())}" for name, value in filled.items() if value and str(value).strip()
    ]
    return [repaired(line) for line in lines]


def _unlock(reader: pypdf.PdfReader, password: str | None) -> str:
    for attempt in dict.fromkeys(["", password or ""]):
        if reader.decrypt(attempt):
            return attempt
    if password:
        raise DocumentError("is encrypted and the given password does not open it", problem="encrypted")
    raise DocumentError("is encrypted; give its password", problem="encrypted")


def _title(reader: pypdf.PdfReader) -> str:
    try:
        title = reader.metadata.title if reader.metadata else None
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError):
        return ""
    return " ".join(str(title).split()) if title else ""


def _said(error: Exception) -> str:
    return str(error).splitlines()[0][:200] if str(error) else type(error).__name__
