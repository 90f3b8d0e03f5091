"""What a file really is, by its first bytes: a wrong suffix is said, not guessed around."""

from __future__ import annotations

from ragtester.errors import DocumentError

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "a PDF"),
    (b"PK\x03\x04", "a ZIP archive (DOCX, XLSX, PPTX ...)"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file (DOC, XLS, PPT)"),
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf'\x1c", "a 7z archive"),
    (b"{\\rtf", "an RTF file"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3\x00", "a SQLite database"),
)
_EXPECTED = {".pdf": "a PDF", ".docx": "a ZIP archive (DOCX, XLSX, PPTX ...)"}
_PDF_HEADER_WITHIN = 1024
"""Readers accept a PDF header anywhere in the first kilobyte."""


def kind_of(raw: bytes) -> str:
    """What the first bytes say, `HTML` or `text` where they say nothing else."""
    for magic, kind in _MAGIC:
        if raw.startswith(magic):
            return kind
    head = raw[:_PDF_HEADER_WITHIN].lstrip().lower()
    if head.startswith((b"<!doctype html", b"<html")):
        return "HTML"
    return "a PDF" if b"%PDF-" in raw[:_PDF_HEADER_WITHIN] else "text"


def check_kind(raw: bytes, suffix: str) -> None:
    """Refuses a file whose bytes are plainly of another kind than its suffix.

    Raises:
        DocumentError: `unsupported`, or `broken` for a PDF or DOCX that begins like neither.
    """
    kind = kind_of(raw)
    expected = _EXPECTED.get(suffix)
    if expected is None and kind not in ("text", "HTML"):
        raise DocumentError(f"has the suffix {suffix} but is {kind}; give it its right suffix", problem="unsupported")
    if expected is not None and kind != expected:
        if kind in ("text",):
            raise DocumentError(f"is not {expected}: the file does not begin like one", problem="broken")
        raise DocumentError(f"has the suffix {suffix} but is {kind}; give it its right suffix", problem="unsupported")
